// What mailboxes are made of, and what they ask of other modules: before a transaction, or on it. A question to the pool from
// inside one would wait for a connection that other such transactions hold.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Outbox } from '../../infra/outbox.ts';
import type { Wakeup } from '../../infra/wakeup.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Cursors } from '../../lib/cursor.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import type { DomainId, MailboxId, SessionId, UserId } from '../../lib/ids.ts';
import type { MailboxTokens } from '../../lib/mailbox-token.ts';
import type { MailboxStore } from './store.ts';

/** A private domain as far as mailboxes care. The domains module answers. */
export interface DomainDirectory {
  find(domain: string): Promise<{
    readonly domainId: DomainId;
    readonly ownerId: UserId;
    readonly verified: boolean;
    readonly catchAll: boolean;
  } | null>;
}

/** Which of the names are private domains, asked within a transaction. The domains module answers. */
export interface DomainIds {
  idsOf(tx: Transaction, domains: readonly string[]): Promise<ReadonlyMap<string, DomainId>>;
}

/** Removes what a mailbox received, in the same transaction. The messages module answers. */
export interface ContentRemover {
  removeOf(tx: Transaction, mailboxIds: readonly MailboxId[]): Promise<void>;
}

/** Lets a new mailbox join a guest session. The session module answers. */
export interface SessionIndex {
  join(tx: Transaction, sessionId: SessionId, mailboxId: MailboxId): Promise<void>;
}

export interface MailboxParts {
  readonly database: Database;
  readonly store: MailboxStore;
  readonly tokens: MailboxTokens;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly wakeup: Wakeup;
  readonly outbox: Outbox;
  readonly entitlements: EntitlementSource;
  readonly domains: DomainDirectory & DomainIds;
  readonly content: ContentRemover;
  readonly sessions: SessionIndex;
}
