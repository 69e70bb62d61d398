// The wallet as its owner sees it, and the operator's way to put points in or take them out.

import type { Database } from '../../infra/db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Cursors, cutPage, type Page } from '../../lib/cursor.ts';
import { AppError } from '../../lib/errors.ts';
import { newId, type UserId } from '../../lib/ids.ts';
import { appendEntry, balanceOf, type LedgerEntry, listEntries, lockWallet } from './store.ts';

export interface Wallet {
  balance(userId: UserId): Promise<number>;
  transactions(userId: UserId, page: { limit: number; cursor?: string | undefined }): Promise<Page<LedgerEntry>>;
  /** An adjustment by the operator, also a negative one, though never below nothing. */
  grant(userId: UserId, points: number, reason: string): Promise<LedgerEntry>;
}

export function createWallet(parts: { database: Database; clock: Clock; cursors: Cursors }): Wallet {
  const { database, clock, cursors } = parts;
  return {
    balance: (userId) => balanceOf(database, userId),

    async transactions(userId, { limit, cursor }) {
      const list = `ledger:${userId}`;
      const below = cursors.decode(list, cursor);
      const rows = await listEntries(database, userId, limit + 1, below === undefined ? null : Number(below));
      return cutPage(rows, limit, (last) => cursors.encode(list, last.position));
    },

    grant: (userId, points, reason) =>
      database.transaction(async (tx) => {
        const balance = await lockWallet(tx, userId);
        if (balance + points < 0) {
          throw new AppError(
            'wallet.insufficient_points',
            `The wallet has ${balance} points; ${-points} cannot be taken.`,
          );
        }
        return appendEntry(tx, {
          id: newId('transaction'),
          userId,
          type: 'adjustment',
          amount: points,
          reference: reason,
          cause: { kind: 'operator' },
          at: clock.now(),
        });
      }),
  };
}
