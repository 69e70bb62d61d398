// SQL of wallets and their ledger. Whoever moves points locks the wallet first and appends in the same transaction.

import type { Queryable, Transaction } from '../../infra/db/database.ts';
import type { UserId } from '../../lib/ids.ts';

export type EntryType = 'topup' | 'subscription' | 'addon' | 'renewal' | 'adjustment';

export interface LedgerEntry {
  readonly id: string;
  readonly position: number;
  readonly type: EntryType;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reference: string;
  readonly createdAt: Date;
}

/** What an entry stands for. The database takes each top-up and each period of a subscription once. */
export type Cause =
  | { readonly kind: 'topup'; readonly topupId: string }
  | { readonly kind: 'period'; readonly subscriptionId: string; readonly periodStart: Date }
  | { readonly kind: 'operator' };

export interface Movement {
  readonly id: string;
  readonly userId: UserId;
  readonly type: EntryType;
  readonly amount: number;
  readonly reference: string;
  readonly cause: Cause;
  readonly at: Date;
}

const COLUMNS = `id, position, type, amount, balance_after as "balanceAfter", reference, created_at as "createdAt"`;

/** Makes the wallet if there is none, and holds it until the transaction ends. Answers the balance. */
export async function lockWallet(tx: Transaction, userId: UserId): Promise<number> {
  await tx.query({
    name: 'billing.wallet.ensure',
    text: 'insert into wallets (user_id) values ($1) on conflict (user_id) do nothing',
    values: [userId],
  });
  const [wallet] = await tx.query<{ balance: number }>({
    name: 'billing.wallet.lock',
    text: 'select balance from wallets where user_id = $1 for update',
    values: [userId],
  });
  return wallet?.balance ?? 0;
}

/** The same for a job that had rather go on to the next wallet than wait; null when somebody else is at it. */
export async function tryLockWallet(tx: Transaction, userId: UserId): Promise<number | null> {
  const [wallet] = await tx.query<{ balance: number }>({
    name: 'billing.wallet.trylock',
    text: 'select balance from wallets where user_id = $1 for update skip locked',
    values: [userId],
  });
  return wallet?.balance ?? null;
}

/** Moves points and records it in one statement, on a locked wallet. */
export async function appendEntry(tx: Transaction, movement: Movement): Promise<LedgerEntry> {
  const { id, userId, type, amount, reference, cause, at } = movement;
  const [entry] = await tx.query<LedgerEntry>({
    name: 'billing.ledger.append',
    text: `with wallet as (
             update wallets set balance = balance + $4::bigint, entries = entries + 1 where user_id = $2
             returning balance, entries
           )
           insert into ledger_entries (id, user_id, position, type, amount, balance_after, reference, topup_id, subscription_id, period_start, created_at)
           select $1, $2, entries, $3, $4::bigint, balance, $5, $6, $7, $8::timestamptz, $9::timestamptz from wallet
           returning ${COLUMNS}`,
    values: [
      id,
      userId,
      type,
      amount,
      reference,
      cause.kind === 'topup' ? cause.topupId : null,
      cause.kind === 'period' ? cause.subscriptionId : null,
      cause.kind === 'period' ? cause.periodStart : null,
      at,
    ],
  });
  if (!entry) throw new Error(`no wallet to move the points of ${id}`);
  return entry;
}

export async function balanceOf(queryable: Queryable, userId: UserId): Promise<number> {
  const [wallet] = await queryable.query<{ balance: number }>({
    name: 'billing.wallet.balance',
    text: 'select balance from wallets where user_id = $1',
    values: [userId],
  });
  return wallet?.balance ?? 0;
}

/** Newest first, below a position. */
export function listEntries(
  queryable: Queryable,
  userId: UserId,
  limit: number,
  below: number | null,
): Promise<LedgerEntry[]> {
  return queryable.query<LedgerEntry>({
    name: 'billing.ledger.list',
    text: `select ${COLUMNS} from ledger_entries
           where user_id = $1 and ($2::bigint is null or position < $2::bigint)
           order by position desc limit $3`,
    values: [userId, below, limit],
  });
}
