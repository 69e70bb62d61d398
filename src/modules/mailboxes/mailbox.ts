// A mailbox as everyone outside the store sees it, and the two events of its life.

import type { AccountEvent } from '../../lib/events.ts';
import type { DomainId, MailboxId, UserId } from '../../lib/ids.ts';
import type { MailboxRow } from './store.ts';

export interface Mailbox {
  readonly id: MailboxId;
  readonly address: string;
  readonly domain: string;
  readonly ownerId: UserId | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Events are an account's business: a mailbox of nobody has none. */
export type OwnedRow = MailboxRow & { readonly ownerId: UserId };
export const isOwned = (row: MailboxRow): row is OwnedRow => row.ownerId !== null;

const addressOf = (row: MailboxRow): string => `${row.localPart}@${row.domain}`;

export function mailboxOf(row: MailboxRow): Mailbox {
  return {
    id: row.id,
    address: addressOf(row),
    domain: row.domain,
    ownerId: row.ownerId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
}

export const createdEvent = (row: OwnedRow, domainId: DomainId | null): AccountEvent => ({
  name: 'mailbox.created',
  ownerId: row.ownerId,
  domainId,
  at: row.createdAt,
  data: {
    mailboxId: row.id,
    address: addressOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  },
});

export const expiredEvent = (row: OwnedRow, domainId: DomainId | null, at: Date): AccountEvent => ({
  name: 'mailbox.expired',
  ownerId: row.ownerId,
  domainId,
  at,
  data: { mailboxId: row.id, address: addressOf(row), expiredAt: row.expiresAt.toISOString() },
});
