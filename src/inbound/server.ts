// The mail line begins here: the SMTP dialogue. It bounds what a peer can do and hands on.

import { readFileSync } from 'node:fs';
import type { Log } from '../infra/log.ts';
import type { Metrics } from '../infra/metrics.ts';
import { clientNetwork } from '../lib/cidr.ts';
import type { Clock } from '../lib/clock.ts';
import type { MessageId } from '../lib/ids.ts';
import type { Acceptor, Recipient } from './accept.ts';
import { collectMail, createHeldBytes } from './collect.ts';
import type { Delivery } from './deliver.ts';
import type { InboundLog } from './log.ts';
import type { Receipt, Receive } from './receive.ts';
import { refusal, replyFor, replyLine, type Verdict } from './reply.ts';
import { SMTPServer, type SMTPServerSession } from './smtp-library.ts';

export interface SmtpLimits {
  readonly maxClients: number;
  readonly maxPerAddress: number;
  readonly maxRecipients: number;
  readonly idleMs: number;
  /** From connecting, or from the last mail, to the end of the next mail: a byte now and then is not progress. */
  readonly transactionMs: number;
  /** Bytes of mail held in memory at once, over all connections. */
  readonly maxHeldBytes: number;
}

export const SMTP_LIMITS: SmtpLimits = {
  maxClients: 2_000,
  maxPerAddress: 100,
  maxRecipients: 1_000,
  idleMs: 60_000,
  transactionMs: 300_000,
  maxHeldBytes: 512 * 1024 * 1024,
};

/** What the line keeps about a connection between two commands. */
interface Conversation {
  readonly connectedAt: Date;
  recipients: Map<string, Recipient>;
  deadline: NodeJS.Timeout;
}

export interface SmtpServer {
  listen(host: string, port: number): Promise<number>;
  readonly listening: boolean;
  close(): Promise<void>;
}

export function createSmtpServer(parts: {
  mxName: string;
  maxBytes: number;
  tls: { cert: string; key: string } | null;
  acceptor: Acceptor;
  receive: Receive;
  delivery: Delivery;
  attempts: InboundLog;
  diskFull: () => boolean;
  /** Told that a peer has connected, so that what its mail needs is there in time. */
  onPeer: () => void;
  metrics: Metrics;
  clock: Clock;
  log: Log;
  limits?: Partial<SmtpLimits>;
}): SmtpServer {
  const { acceptor, receive, delivery, attempts, metrics, clock, log } = parts;
  const limits = { ...SMTP_LIMITS, ...parts.limits };
  const conversations = new Map<string, Conversation>();
  const perAddress = new Map<string, number>();
  const held = createHeldBytes(limits.maxHeldBytes);
  let closing = false;

  const server = new SMTPServer({
    name: parts.mxName,
    banner: 'Mayfly',
    size: parts.maxBytes,
    rejectOversized: true,
    disabledCommands: parts.tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    ...(parts.tls ? { cert: readFileSync(parts.tls.cert), key: readFileSync(parts.tls.key) } : { hideSTARTTLS: true }),
    authOptional: true,
    disableReverseLookup: true,
    hideDSN: true,
    hideREQUIRETLS: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
    maxClients: limits.maxClients,
    maxRecipients: limits.maxRecipients,
    maxCommandLength: 4_096,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: limits.idleMs,
    closeTimeout: 5_000,
    onConnect(session, callback) {
      const network = clientNetwork(session.remoteAddress);
      const count = perAddress.get(network) ?? 0;
      if (count >= limits.maxPerAddress) {
        note(session, null, 'too-many-connections');
        return callback(refusal('too-many-connections'));
      }
      parts.onPeer();
      perAddress.set(network, count + 1);
      refuseRelaying(session);
      conversations.set(session.id, {
        connectedAt: clock.now(),
        recipients: new Map(),
        deadline: deadlineFor(session),
      });
      callback();
    },
    onMailFrom(_address, session, callback) {
      conversations.get(session.id)?.recipients.clear();
      const verdict = overload();
      if (!verdict) return callback();
      note(session, null, verdict);
      callback(refusal(verdict));
    },
    onRcptTo(address, session, callback) {
      acceptor.accept(address.address).then(
        (answer) => {
          if ('verdict' in answer) {
            note(session, address.address, answer.verdict);
            return callback(refusal(answer.verdict));
          }
          conversations.get(session.id)?.recipients.set(address.address.toLowerCase(), answer.recipient);
          callback();
        },
        (error: unknown) => {
          log.warn({ err: error }, 'recipient deferred');
          note(session, address.address, 'store-down');
          callback(refusal('store-down'));
        },
      );
    },
    onData(stream, session, callback) {
      collectMail(stream, held, ({ raw, refused, release }) => {
        const finished = performance.now();
        finish(raw, session, refused).then((verdict) => {
          release();
          metrics.ingest.observe((performance.now() - finished) / 1_000);
          if (verdict === 'accepted') callback(null, replyFor('accepted').text);
          else callback(refusal(verdict));
        });
      });
    },
    onClose(session) {
      const conversation = conversations.get(session.id);
      if (!conversation) return;
      clearTimeout(conversation.deadline);
      conversations.delete(session.id);
      const network = clientNetwork(session.remoteAddress);
      const count = (perAddress.get(network) ?? 1) - 1;
      if (count <= 0) perAddress.delete(network);
      else perAddress.set(network, count);
    },
  });
  server.on('error', (error) => log.debug({ err: error }, 'SMTP connection error'));

  function overload(): Verdict | null {
    if (closing) return 'shutting-down';
    if (parts.diskFull()) return 'disk-full';
    return delivery.isBusy || held.isFull ? 'too-busy' : null;
  }

  async function finish(raw: Buffer, session: SMTPServerSession, refused: Verdict | null): Promise<Verdict> {
    const conversation = conversations.get(session.id);
    const recipients = recipientsOf(session, conversation);
    if (refused) {
      for (const { address } of recipients) note(session, address, refused);
      return refused;
    }
    let receipt: Receipt;
    try {
      receipt = await receive(raw, {
        peer: {
          ip: plainIp(session.remoteAddress),
          helo: session.hostNameAppearsAs,
          protocol: session.transmissionType,
        },
        sender: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        recipients,
        connectedAt: conversation?.connectedAt ?? clock.now(),
        id: session.id,
      });
      if (receipt.verdict === 'recipient-gone') {
        receipt = { ...receipt, verdict: await acceptor.afterGone(recipients) };
      }
    } catch (error) {
      log.error({ err: error }, 'mail deferred');
      receipt = { verdict: 'store-down', messageOf: () => null };
    }
    const { verdict, messageOf } = receipt;
    for (const { address } of recipients) note(session, address, verdict, messageOf(address));
    if (conversation) {
      conversation.recipients = new Map();
      clearTimeout(conversation.deadline);
      conversation.deadline = deadlineFor(session);
    }
    return verdict;
  }

  /** smtp-server reads a source route as the address behind it and finds quoted ones malformed; both are attempts to relay. */
  function refuseRelaying(session: SMTPServerSession): void {
    for (const connection of server.connections) {
      if (connection.session.id !== session.id) continue;
      const recipient = connection.handler_RCPT.bind(connection);
      connection.handler_RCPT = (command, callback) => {
        const path = command.toString();
        if (session.envelope.mailFrom === false || !RELAY_SPELLINGS.test(path)) return recipient(command, callback);
        note(session, path.slice(0, 320), 'unknown-recipient');
        connection.send(replyFor('unknown-recipient').code, replyFor('unknown-recipient').text);
        callback();
      };
      return;
    }
  }

  /** In the order of the RCPT commands, each mailbox once however it was spelled. */
  function recipientsOf(session: SMTPServerSession, conversation: Conversation | undefined): Recipient[] {
    const once = new Map<string, Recipient>();
    for (const { address } of session.envelope.rcptTo) {
      const recipient = conversation?.recipients.get(address.toLowerCase());
      if (recipient) once.set(recipient.address, recipient);
    }
    return [...once.values()];
  }

  function note(
    session: SMTPServerSession,
    recipient: string | null,
    verdict: Verdict,
    messageId: MessageId | null = null,
  ): void {
    const { outcome } = replyFor(verdict);
    metrics.mails.inc({ outcome, reason: verdict });
    const { mailFrom } = session.envelope;
    attempts.record({
      peer: plainIp(session.remoteAddress),
      helo: session.hostNameAppearsAs || null,
      tls: session.tlsOptions ? `${session.tlsOptions.version} ${session.tlsOptions.name}` : null,
      sender: mailFrom === false ? null : mailFrom.address,
      recipient,
      outcome,
      reply: replyLine(verdict),
      messageId,
    });
  }

  function deadlineFor(session: SMTPServerSession): NodeJS.Timeout {
    return setTimeout(() => {
      for (const connection of server.connections) {
        if (connection.session.id !== session.id) continue;
        note(session, null, 'too-slow');
        connection.send(replyFor('too-slow').code, replyFor('too-slow').text);
        connection.close();
      }
    }, limits.transactionMs).unref();
  }

  return {
    listen(host, port) {
      return new Promise((resolve, reject) => {
        const listener = server.listen({ host, port, backlog: 1_024 }, () => {
          listener.off('error', reject);
          const address = listener.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
        listener.once('error', reject);
      });
    },
    get listening() {
      return server.server.listening;
    },
    async close() {
      closing = true;
      // Connections without a mail under way are told at once; the others get their answer first.
      for (const connection of server.connections) {
        const busy = (connection as unknown as { _dataStream: unknown })._dataStream;
        if (!busy) {
          connection.send(replyFor('shutting-down').code, replyFor('shutting-down').text);
          connection.close();
        }
      }
      await new Promise<void>((resolve) => {
        if (server.server.listening || server.connections.size > 0) server.close(() => resolve());
        else resolve();
      });
      await delivery.drain();
    },
  };
}

/** A source route, a quoted local part, a second @. */
const RELAY_SPELLINGS = /^RCPT\s+TO:\s*<(?:\s*@|[^>]*"|[^>]*@[^>]*@)/i;

const plainIp = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
