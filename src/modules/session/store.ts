// SQL of guest sessions and their index of mailboxes.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { MailboxId, SessionId } from '../../lib/ids.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(database: Database) {
  return {
    async insert(id: SessionId, keyHash: string, now: Date, expiresAt: Date): Promise<void> {
      await database.query({
        name: 'session.insert',
        text: 'insert into guest_sessions (id, key_hash, created_at, expires_at) values ($1, $2, $3, $4)',
        values: [id, keyHash, now, expiresAt],
      });
    },

    /** Finds a living session by its key and moves its end ahead in the same statement. */
    async slide(keyHash: string, now: Date, expiresAt: Date): Promise<SessionId | null> {
      const rows = await database.query<{ id: SessionId }>({
        name: 'session.slide',
        text: 'update guest_sessions set expires_at = $3 where key_hash = $1 and expires_at > $2 returning id',
        values: [keyHash, now, expiresAt],
      });
      return rows[0]?.id ?? null;
    },

    async join(tx: Transaction, sessionId: SessionId, mailboxId: MailboxId): Promise<void> {
      await tx.query({
        name: 'session.join',
        text: 'insert into session_mailboxes (session_id, mailbox_id) values ($1, $2)',
        values: [sessionId, mailboxId],
      });
    },

    async mailboxIds(sessionId: SessionId): Promise<string[]> {
      const rows = await database.query<{ id: string }>({
        name: 'session.mailboxIds',
        text: 'select mailbox_id as id from session_mailboxes where session_id = $1 order by mailbox_id desc limit 500',
        values: [sessionId],
      });
      return rows.map((row) => row.id);
    },

    async remove(sessionId: SessionId): Promise<void> {
      await database.query({
        name: 'session.remove',
        text: 'delete from guest_sessions where id = $1',
        values: [sessionId],
      });
    },

    /** Returns how many were removed. */
    async removeExpired(now: Date, limit: number): Promise<number> {
      const rows = await database.query({
        text: `delete from guest_sessions where id in
               (select id from guest_sessions where expires_at <= $1 order by expires_at limit $2 for update skip locked)
               returning id`,
        values: [now, limit],
      });
      return rows.length;
    },
  };
}
