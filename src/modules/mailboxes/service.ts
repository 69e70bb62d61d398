// Mailboxes as other modules know them: opening.ts, lookups.ts and ending.ts in one, with the day's counts and the public
// domains that mailboxes live on.

import type { Transaction } from '../../infra/db/database.ts';
import type { MailboxId, UserId } from '../../lib/ids.ts';
import { createEnding } from './ending.ts';
import { createLookups } from './lookups.ts';
import { createOpening } from './opening.ts';
import type { MailboxParts } from './parts.ts';
import type { Claim, Granted } from './store.ts';

export type { Mailbox } from './mailbox.ts';
export type { NewMailbox, Opener, Place } from './opening.ts';
export type { ContentRemover, DomainDirectory, DomainIds, SessionIndex } from './parts.ts';
export type { Claim, Granted } from './store.ts';

export type MailboxService = ReturnType<typeof createMailboxService>;

export function createMailboxService(parts: MailboxParts) {
  const { store, clock } = parts;

  async function activePublicDomains(): Promise<string[]> {
    return (await store.publicDomains()).filter((row) => row.retiredAt === null).map((row) => row.domain);
  }

  const { expire, ...ending } = createEnding(parts);

  return {
    ...createOpening({ ...parts, publicDomains: activePublicDomains, expire }),
    ...createLookups(parts),
    ...ending,

    receivedToday: (id: MailboxId): Promise<number> => store.countToday(id, dayOf(clock.now())),
    accountReceivedToday: (ownerId: UserId): Promise<number> => store.usageOf(ownerId, dayOf(clock.now())),

    /**
     * Part of the mail line's transaction. Hands out message numbers to as many copies as the day's caps allow; what is left
     * out is over its cap, and a mailbox that is missing from the answer is gone.
     */
    claim: (tx: Transaction, claims: readonly Claim[]): Promise<Granted[]> =>
      store.claim(tx, claims, dayOf(clock.now()), clock.now()),
    lockAccountUsage: (tx: Transaction, ownerIds: readonly UserId[]): Promise<Map<UserId, number>> =>
      store.lockUsage(tx, ownerIds, dayOf(clock.now())),
    addAccountUsage: (tx: Transaction, added: ReadonlyMap<UserId, number>): Promise<void> =>
      store.addUsage(tx, added, dayOf(clock.now())),

    activePublicDomains,
    listPublicDomains: () => store.publicDomains(),
    addPublicDomain: (domain: string): Promise<boolean> => store.addPublicDomain(domain, clock.now()),
    retirePublicDomain: (domain: string): Promise<boolean> => store.retirePublicDomain(domain, clock.now()),
    seedPublicDomains: (list: readonly string[]): Promise<void> => store.seedPublicDomains(list, clock.now()),
    forgetUsageBefore: (day: string): Promise<void> => store.forgetUsage(day),
  };
}

/** Days are UTC. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
