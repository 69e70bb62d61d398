// What happens when a period ends: it is paid for again, or the subscription is over. Whoever comes first settles it:
// the job that runs every minute, or a read of that account, so that nobody ever sees a stale plan.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Log } from '../../infra/log.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId, type UserId } from '../../lib/ids.ts';
import { nextPeriod } from './next-period.ts';
import {
  appendEntry,
  expireSubscription,
  type Grant,
  listDue,
  listDueUsers,
  listGrants,
  lockWallet,
  startPeriod,
  tryLockWallet,
} from './store.ts';

const BATCH = 100;

export interface Renewal {
  /** The free plan and the account's active subscriptions; ended periods are settled before the answer. */
  grantsOf(userId: UserId): Promise<Grant[]>;
  /** The job: settles every account with an ended period. Any number of workers may run it at once. */
  settleAll(): Promise<void>;
}

export function createRenewal(parts: {
  database: Database;
  clock: Clock;
  log: Log;
  /** Called after a commit that may have changed what the account is entitled to. */
  changed: (userId: UserId) => void;
}): Renewal {
  const { database, clock, log, changed } = parts;

  async function settleUser(userId: UserId, wait: boolean): Promise<void> {
    await database.transaction(async (tx) => {
      const balance = wait ? await lockWallet(tx, userId) : await tryLockWallet(tx, userId);
      if (balance !== null) await settle(tx, userId, balance, clock.now());
    });
    changed(userId);
  }

  return {
    async grantsOf(userId) {
      const grants = await listGrants(database, userId);
      const now = clock.now();
      if (grants.every((grant) => isCurrent(grant, now))) return grants;
      await settleUser(userId, true);
      return (await listGrants(database, userId)).filter((grant) => isCurrent(grant, now));
    },

    async settleAll() {
      const failures: unknown[] = [];
      let after = '';
      while (true) {
        const users = await listDueUsers(database, clock.now(), after, BATCH);
        for (const userId of users) {
          try {
            await settleUser(userId, false);
          } catch (error) {
            // One account that cannot be settled must not keep the others waiting.
            log.error({ err: error, userId }, 'a period could not be settled');
            failures.push(error);
          }
        }
        after = users.at(-1) ?? after;
        if (users.length < BATCH) break;
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be settled`);
    },
  };
}

export function isCurrent({ subscription }: Grant, now: Date): boolean {
  return subscription === null || subscription.period.end > now;
}

/** On a locked wallet: each ended period is renewed if wanted and affordable, each on its own. */
async function settle(tx: Transaction, userId: UserId, balance: number, now: Date): Promise<void> {
  let left = balance;
  for (const due of await listDue(tx, userId, now)) {
    if (!due.autoRenew || due.nextPrice > left) {
      await expireSubscription(tx, due.id, due.period.end);
      continue;
    }
    const period = nextPeriod(due.period, due.interval, now);
    await startPeriod(tx, due.id, period, due.nextPrice);
    if (due.nextPrice === 0) continue;
    const entry = await appendEntry(tx, {
      id: newId('transaction'),
      userId,
      type: 'renewal',
      amount: -due.nextPrice,
      reference: `${due.code}:${due.interval}`,
      cause: { kind: 'period', subscriptionId: due.id, periodStart: period.start },
      at: now,
    });
    left = entry.balanceAfter;
  }
}
