// Tokens of mailboxes, and finding a mailbox: by its token, its id, its address, or as one of an account's.

import { cutPage, type Page } from '../../lib/cursor.ts';
import { AppError } from '../../lib/errors.ts';
import { type MailboxId, readId, type UserId } from '../../lib/ids.ts';
import type { MailboxPrincipal } from '../../lib/principal.ts';
import { type Mailbox, mailboxOf } from './mailbox.ts';
import type { MailboxParts } from './parts.ts';
import type { AddressKey } from './store.ts';

export function createLookups(parts: Pick<MailboxParts, 'store' | 'tokens' | 'cursors' | 'clock'>) {
  const { store, tokens, cursors, clock } = parts;

  return {
    tokenFor: (mailbox: Mailbox): string => tokens.mint(mailbox.id, mailbox.expiresAt),

    async authenticate(token: string): Promise<MailboxPrincipal> {
      const read = tokens.read(token);
      if (!read) throw new AppError('auth.invalid_token');
      const now = clock.now();
      const row = await store.find(read.mailboxId);
      if (row && row.expiresAt > now && read.expiresAt > now) {
        return { kind: 'mailbox', mailboxId: row.id, expiresAt: row.expiresAt, ownerId: row.ownerId };
      }
      if (row && row.expiresAt > now) {
        throw new AppError('auth.invalid_token', 'The token is past its end; use the one that extend answered.');
      }
      if (row || read.expiresAt <= now) throw new AppError('mailbox.expired');
      throw new AppError('auth.invalid_token');
    },

    async get(id: MailboxId): Promise<Mailbox> {
      const row = await store.find(id);
      if (!row || row.expiresAt <= clock.now()) throw new AppError('mailbox.expired');
      return mailboxOf(row);
    },

    /** Its end, past or to come; null when it is gone. */
    endOf: async (id: MailboxId): Promise<Date | null> => (await store.find(id))?.expiresAt ?? null,

    async listOwned(userId: UserId, page: { limit: number; cursor?: string | undefined }): Promise<Page<Mailbox>> {
      const before = cursors.decode('me.mailboxes', page.cursor);
      const rows = await store.listOwned(userId, before, page.limit + 1, clock.now());
      return cutPage(rows.map(mailboxOf), page.limit, (last) => cursors.encode('me.mailboxes', last.id));
    },

    /** A mailbox of the account, or 404: also when it belongs to someone else. */
    async ownedBy(userId: UserId, id: string): Promise<Mailbox> {
      const mailboxId = readId('mailbox', id);
      const row = mailboxId && (await store.find(mailboxId));
      if (!row || row.ownerId !== userId || row.expiresAt <= clock.now()) throw new AppError('mailbox.not_found');
      return mailboxOf(row);
    },

    async findLiving(ids: readonly string[]): Promise<Mailbox[]> {
      return (await store.findMany(ids, clock.now())).map(mailboxOf);
    },

    async findByAddresses(keys: readonly AddressKey[]): Promise<Mailbox[]> {
      return (await store.findByAddresses(keys, clock.now())).map(mailboxOf);
    },
  };
}
