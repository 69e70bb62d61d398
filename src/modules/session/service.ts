// Guest sessions: a key that keeps the mailboxes of one browser together. No plan, no extra quota.

import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId, type SessionId } from '../../lib/ids.ts';
import { CREDENTIALS, type GuestPrincipal } from '../../lib/principal.ts';
import { hashCredential, randomText } from '../../lib/secrets.ts';
import type { Mailbox, MailboxService } from '../mailboxes/service.ts';
import type { SessionStore } from './store.ts';

const SLIDE_MS = 30 * 60 * 1_000;
const EXPIRY_BATCH = 1_000;

export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(parts: { store: SessionStore; mailboxes: MailboxService; clock: Clock }) {
  const { store, mailboxes, clock } = parts;
  const ahead = (now: Date) => new Date(now.getTime() + SLIDE_MS);
  return {
    /** The key is returned here and never again; only its hash is kept. */
    async open(): Promise<{ key: string; expiresAt: Date }> {
      const key = `${CREDENTIALS.guest.prefix}${randomText(40)}`;
      const now = clock.now();
      await store.insert(newId('session'), hashCredential(key), now, ahead(now));
      return { key, expiresAt: ahead(now) };
    },

    async authenticate(key: string): Promise<GuestPrincipal> {
      const now = clock.now();
      const expiresAt = ahead(now);
      const sessionId = await store.slide(hashCredential(key), now, expiresAt);
      if (!sessionId) throw new AppError('auth.invalid_token', 'The session has ended; open a new one.');
      return { kind: 'guest', sessionId, expiresAt };
    },

    async mailboxesOf(sessionId: SessionId): Promise<Mailbox[]> {
      return mailboxes.findLiving(await store.mailboxIds(sessionId));
    },

    /** Drops the key and the index. The mailboxes keep their own life. */
    end: (sessionId: SessionId): Promise<void> => store.remove(sessionId),

    /** True when there may be more. */
    async expireSome(): Promise<boolean> {
      return (await store.removeExpired(clock.now(), EXPIRY_BATCH)) === EXPIRY_BATCH;
    },
  };
}
