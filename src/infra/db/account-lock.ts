// For what is counted before it is added, such as the filters that a plan allows: two requests of one account at the same time
// would both find room, so they go one after the other. Other accounts are not held up.

import type { Transaction } from './database.ts';

/** Held until the transaction ends. */
export async function lockAccount(tx: Transaction, counted: string, userId: string): Promise<void> {
  await tx.query({
    name: 'account.lock',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`${counted}:${userId}`],
  });
}
