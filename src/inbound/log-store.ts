// The table of the log of delivery attempts.

import type { Database } from '../infra/db/database.ts';
import type { InboundAttempt } from '../lib/inbound-attempt.ts';

export interface InboundLogStore {
  insert(attempts: readonly InboundAttempt[]): Promise<void>;
  recent(query: { to?: string; domain?: string; limit: number }): Promise<InboundAttempt[]>;
  trim(keepRows: number, oldest: Date): Promise<void>;
}

const COLUMNS = 'at, peer, helo, tls, sender, recipient, outcome, reply, message_id as "messageId"';

export function createInboundLogStore(database: Database): InboundLogStore {
  return {
    async insert(attempts) {
      const rows = attempts.map((attempt) => ({
        at: attempt.at,
        peer: clip(attempt.peer, 64),
        helo: clip(attempt.helo, 255),
        tls: clip(attempt.tls, 100),
        sender: clip(attempt.sender, 320),
        recipient: clip(attempt.recipient?.toLowerCase() ?? null, 320),
        recipient_domain: clip(attempt.recipient?.toLowerCase().split('@').at(-1) ?? null, 253),
        outcome: attempt.outcome,
        reply: clip(attempt.reply, 500),
        message_id: attempt.messageId,
      }));
      await database.transaction(async (tx) => {
        // A log line is not worth an fsync that mail has to wait for.
        await tx.query({ text: 'set local synchronous_commit = off' });
        await tx.query({
          text: `insert into inbound_attempts (at, peer, helo, tls, sender, recipient, recipient_domain, outcome, reply, message_id)
                 select r.* from json_to_recordset($1::json) as r(at timestamptz, peer text, helo text, tls text, sender text,
                   recipient text, recipient_domain text, outcome text, reply text, message_id text)`,
          values: [JSON.stringify(rows)],
        });
      });
    },
    async recent({ to, domain, limit }) {
      const [where, value] =
        to !== undefined
          ? ['where recipient = $2', to.toLowerCase()]
          : domain !== undefined
            ? ['where recipient_domain = $2', domain.toLowerCase()]
            : ['', undefined];
      return database.query<InboundAttempt>({
        text: `select ${COLUMNS} from inbound_attempts ${where} order by id desc limit $1`,
        values: value === undefined ? [limit] : [limit, value],
      });
    },
    async trim(keepRows, oldest) {
      await database.query({
        text: `delete from inbound_attempts
               where id <= (select id from inbound_attempts order by id desc offset $1 limit 1) or at < $2`,
        values: [keepRows, oldest],
      });
    },
  };
}

/** Bounded, and without what PostgreSQL's text cannot hold; senders write these values. */
function clip(text: string, length: number): string;
function clip(text: string | null, length: number): string | null;
function clip(text: string | null, length: number): string | null {
  return text === null ? null : text.slice(0, length).toWellFormed().replaceAll('\0', '');
}
