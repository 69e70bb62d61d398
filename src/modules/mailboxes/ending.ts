// How a mailbox goes: destroyed by its owner, or past its time. What it received goes with it, in the same transaction.

import type { Transaction } from '../../infra/db/database.ts';
import type { DomainId, MailboxId } from '../../lib/ids.ts';
import { expiredEvent, isOwned, type Mailbox, mailboxOf } from './mailbox.ts';
import type { MailboxParts } from './parts.ts';
import type { MailboxRow } from './store.ts';

const EXPIRY_BATCH = 500;

export type Ending = ReturnType<typeof createEnding>;

export function createEnding(
  parts: Pick<MailboxParts, 'database' | 'store' | 'clock' | 'wakeup' | 'outbox' | 'domains' | 'content'>,
) {
  const { database, store, clock, wakeup, outbox, domains, content } = parts;
  const onGone: ((mailbox: Mailbox) => void)[] = [];

  async function expire(
    tx: Transaction,
    rows: readonly MailboxRow[],
    domainIdOf: (domain: string) => DomainId | null,
  ): Promise<void> {
    const ids = rows.map((row) => row.id);
    await content.removeOf(tx, ids);
    await store.remove(tx, ids);
    const at = clock.now();
    await outbox.record(
      tx,
      rows.filter(isOwned).map((row) => expiredEvent(row, domainIdOf(row.domain), at)),
    );
  }

  function gone(mailbox: Mailbox): void {
    for (const listener of onGone) listener(mailbox);
    wakeup.publish(mailbox.id, 'gone');
  }

  return {
    /** Ends mailboxes that are locked and past their time. */
    expire,

    /** Called with every mailbox that is destroyed in this process. */
    onGone(listener: (mailbox: Mailbox) => void): void {
      onGone.push(listener);
    },

    async destroy(id: MailboxId): Promise<void> {
      const row = await store.find(id);
      if (!row) return;
      await database.transaction(async (tx) => {
        // The row first: a delivery that holds it commits before, and one that comes after finds nothing.
        await store.remove(tx, [id]);
        await content.removeOf(tx, [id]);
      });
      gone(mailboxOf(row));
    },

    /** Ends what is past its time, in small steps; true when there may be more. */
    async expireSome(): Promise<boolean> {
      const rows = await database.transaction(async (tx) => {
        const expired = await store.lockExpired(tx, clock.now(), EXPIRY_BATCH);
        if (expired.length === 0) return expired;
        const owned = new Set(expired.filter(isOwned).map((row) => row.domain));
        const ids = owned.size === 0 ? new Map<string, DomainId>() : await domains.idsOf(tx, [...owned]);
        await expire(tx, expired, (domain) => ids.get(domain) ?? null);
        return expired;
      });
      for (const row of rows) gone(mailboxOf(row));
      return rows.length === EXPIRY_BATCH;
    },
  };
}
