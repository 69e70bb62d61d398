// The fifteen modules with their stores, and what they need of one another. Second part of assemble.ts.

import type { Config } from '../config.ts';
import { createInboundLog } from '../inbound/log.ts';
import { createMailReader } from '../inbound/read.ts';
import { createChat } from '../infra/chat.ts';
import { pendingMigrations } from '../infra/db/migrate.ts';
import { createMailboxTokens } from '../lib/mailbox-token.ts';
import { createAccountService } from '../modules/account/service.ts';
import { createAccountStore } from '../modules/account/store.ts';
import { createAuthService } from '../modules/auth/service.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { createBillingService } from '../modules/billing/service.ts';
import { createContentService } from '../modules/content/service.ts';
import { createContentStore } from '../modules/content/store.ts';
import { createDomainService } from '../modules/domains/service.ts';
import { createDomainStore } from '../modules/domains/store.ts';
import { createFilterService } from '../modules/filters/service.ts';
import { createFilterStore } from '../modules/filters/store.ts';
import { createAlertService, createBankService } from '../modules/integrations/service.ts';
import { createKeyService } from '../modules/keys/service.ts';
import { createKeyStore } from '../modules/keys/store.ts';
import { createMailboxService } from '../modules/mailboxes/service.ts';
import { createMailboxStore } from '../modules/mailboxes/store.ts';
import { createMessageService } from '../modules/messages/service.ts';
import { createMessageStore } from '../modules/messages/store.ts';
import { createOtpService } from '../modules/otp/service.ts';
import { createSessionService } from '../modules/session/service.ts';
import { createSessionStore } from '../modules/session/store.ts';
import { createSiteService } from '../modules/site/service.ts';
import { createSiteStore } from '../modules/site/store.ts';
import { createSystemService, type Probe } from '../modules/system/service.ts';
import { createSystemStore } from '../modules/system/store.ts';
import { createOutbox, createSender, createWebhookService } from '../modules/webhooks/service.ts';
import { createWebhookStore } from '../modules/webhooks/store.ts';
import type { Infrastructure } from './infrastructure.ts';

export type Services = Awaited<ReturnType<typeof buildServices>>;

export async function buildServices(config: Config, infra: Infrastructure) {
  const { database, redis, secrets, cursors, wakeup, limiter, passwords, mailer } = infra;
  const { dns, outbound, disk, metrics, clock, log } = infra;
  const systemStore = createSystemStore(database);
  const probes: Record<string, Probe> = {
    database: async () => {
      await systemStore.appliedMigrations();
      return { ok: true };
    },
    migrations: async () => {
      const pending = await pendingMigrations(await systemStore.appliedMigrations());
      return pending === 0 ? { ok: true } : { ok: false, detail: `${pending} to apply` };
    },
  };
  if (redis) probes['redis'] = async () => ({ ok: (await redis.ping()) === 'PONG' });
  const system = createSystemService(probes, ['redis']);

  const { vndPerPoint, bankBin, bankAccount, bankAccountName } = config;
  const bankSettings = { vndPerPoint, bankBin, bankAccount, bankAccountName };
  const billing = createBillingService({ database, clock, cursors, log, ...bankSettings });
  const entitlements = billing;
  const account = createAccountService({ store: createAccountStore(database), secrets, clock, entitlements });
  const auth = createAuthService({
    store: createAuthStore(database),
    account,
    passwords,
    mailer,
    clock,
    publicUrl: config.publicUrl,
    signupOpen: config.signup === 'open',
  });

  const keys = createKeyService({ store: createKeyStore(database), entitlements, clock, log });

  // The mail line's modules
  const webhookStore = createWebhookStore(database);
  const outbox = createOutbox({ store: webhookStore, clock });
  const domains = createDomainService({
    store: createDomainStore(database),
    dns,
    outbox,
    entitlements,
    clock,
    mxHost: config.mxName,
    publicDomains: async () => (await mailboxes.listPublicDomains()).map((row) => row.domain),
  });
  const filters = createFilterService({ store: createFilterStore(database), entitlements, clock, domains });
  const webhooks = createWebhookService({
    store: webhookStore,
    outbox,
    outbound,
    secrets,
    entitlements,
    clock,
    domains,
  });
  const sender = createSender({ store: webhookStore, outbound, secrets, clock, log, metrics });
  const mailReader = createMailReader({
    onTrouble: (err) =>
      log.warn({ err }, 'a thread could not read a mail; it is kept and shown as far as it could be read'),
  });
  const messages = createMessageService({
    store: createMessageStore(database),
    cursors,
    clock,
    wakeup,
    limiter,
    sanitize: (html, cid) => mailReader.sanitize(html, new Map(Object.entries(cid))),
    onAnswer: (seconds) => metrics.wake.observe(seconds),
    endOf: (mailboxId) => mailboxes.endOf(mailboxId),
  });
  const otp = createOtpService(messages);
  const sessionStore = createSessionStore(database);
  const mailboxes = createMailboxService({
    database,
    store: createMailboxStore(database),
    tokens: createMailboxTokens(secrets),
    cursors,
    clock,
    wakeup,
    outbox,
    entitlements,
    domains,
    content: messages,
    sessions: sessionStore,
  });
  const session = createSessionService({ store: sessionStore, mailboxes, clock });
  await mailboxes.seedPublicDomains(config.mailDomains);
  await messages.turnRawSlots();

  const content = createContentService({ store: createContentStore(database), clock });
  const site = createSiteService({ store: createSiteStore(database), clock, publicUrl: config.publicUrl, content });
  const alerts = createAlertService({
    chat: config.alertChatUrl === null ? null : createChat({ url: config.alertChatUrl, log }),
    clock,
  });
  const bank = createBankService({
    database,
    billing,
    clock,
    log,
    apiKey: config.bankApiKey,
    allowedIps: config.bankAllowedIps,
  });
  const inboundLog = createInboundLog({ database, clock, log });
  probes['disk'] = async () => (disk.full() ? { ok: false, detail: 'nearly full' } : { ok: true });

  return {
    modules: {
      billing,
      bank,
      content,
      site,
      system,
      account,
      auth,
      keys,
      mailboxes,
      messages,
      otp,
      session,
      domains,
      filters,
      webhooks,
    },
    entitlements,
    alerts,
    outbox,
    sender,
    mailReader,
    inboundLog,
    probes,
    async close() {
      await keys.stop();
      await mailReader.close();
      alerts.close();
      await inboundLog.close();
    },
  };
}
