// The mail line: server → accept → receive → deliver. Third part of assemble.ts.

import type { Config } from '../config.ts';
import { createAcceptor } from '../inbound/accept.ts';
import { createCheckThread } from '../inbound/check-thread.ts';
import { createDelivery } from '../inbound/deliver.ts';
import { createReceive } from '../inbound/receive.ts';
import type { SmtpServer } from '../inbound/server.ts';
import { createSmtpServer, type SmtpLimits } from '../inbound/server.ts';
import {
  createSenderCheck,
  prepareSenderCheck,
  SENDER_BUDGET_MS,
  SENDER_DNS_BUDGET_MS,
} from '../inbound/verify-sender.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Services } from './services.ts';

export function buildMailLine(
  config: Config,
  infra: Infrastructure,
  services: Services,
  smtpLimits: Partial<SmtpLimits> | undefined,
): SmtpServer {
  const { deliveries, wakeup, dns, dnsOptions, disk, metrics, clock, log } = infra;
  const { outbox, mailReader, inboundLog, entitlements, probes } = services;
  const { mailboxes, messages, filters, domains } = services.modules;
  const delivery = createDelivery({ database: deliveries, mailboxes, messages, outbox, wakeup, log });
  const authserv = config.mxName;
  const thread = createCheckThread(
    { authserv, dns: dnsOptions, dnsBudgetMs: SENDER_DNS_BUDGET_MS, timeLimitMs: SENDER_BUDGET_MS },
    {
      // What a sender can bring about with a mail is not for the operator's eyes each time.
      onTrouble: (err, source) =>
        log[source === 'job' ? 'debug' : 'warn']({ err }, 'checking a sender failed on its thread'),
    },
  );
  const receive = createReceive({
    mailboxes,
    entitlements,
    filters,
    reader: mailReader,
    verifySender: createSenderCheck({ enabled: config.mailAuth === 'on', authserv, dns, thread, log }),
    delivery,
    clock,
    log,
    mxName: config.mxName,
    attachmentMaxBytes: config.attachmentMaxBytes,
    anonymousCap: config.anonDailyMailCap,
  });
  const acceptor = createAcceptor({
    mailboxes,
    domains,
    entitlements,
    clock,
    anonymousCap: config.anonDailyMailCap,
  });
  const server = createSmtpServer({
    mxName: config.mxName,
    maxBytes: config.smtpMaxBytes,
    tls:
      config.smtpTlsCert !== null && config.smtpTlsKey !== null
        ? { cert: config.smtpTlsCert, key: config.smtpTlsKey }
        : null,
    acceptor,
    receive,
    delivery,
    attempts: inboundLog,
    diskFull: disk.full,
    onPeer: () => {
      mailReader.prepare();
      if (config.mailAuth === 'on') prepareSenderCheck();
    },
    metrics,
    clock,
    log,
    ...(smtpLimits ? { limits: smtpLimits } : {}),
  });
  probes['smtp'] = async () => (server.listening ? { ok: true } : { ok: false, detail: 'not listening' });
  return {
    listen: server.listen,
    get listening() {
      return server.listening;
    },
    async close() {
      await server.close();
      await thread.close();
    },
  };
}
