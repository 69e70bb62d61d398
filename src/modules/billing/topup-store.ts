// SQL of top-up orders.

import type { Queryable, Transaction } from '../../infra/db/database.ts';
import type { TopupId, UserId } from '../../lib/ids.ts';

export interface TopupOrder {
  readonly id: TopupId;
  readonly userId: UserId;
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
  /** VND per point when the order was made. */
  readonly rate: number;
  readonly points: number;
  readonly memo: string;
  readonly bin: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly creditedAt: Date | null;
}

const COLUMNS = `id, user_id as "userId", provider, amount, currency, rate, points, memo, bank_bin as bin,
  account_number as "accountNumber", account_name as "accountName", created_at as "createdAt", expires_at as "expiresAt",
  credited_at as "creditedAt"`;

/** False when the memo is taken. */
export async function insertTopup(queryable: Queryable, order: TopupOrder): Promise<boolean> {
  const rows = await queryable.query({
    name: 'billing.topup.insert',
    text: `insert into topup_orders (id, user_id, provider, amount, currency, rate, points, memo, bank_bin, account_number, account_name, created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict (memo) do nothing returning id`,
    values: [
      order.id,
      order.userId,
      order.provider,
      order.amount,
      order.currency,
      order.rate,
      order.points,
      order.memo,
      order.bin,
      order.accountNumber,
      order.accountName,
      order.createdAt,
      order.expiresAt,
    ],
  });
  return rows.length > 0;
}

export function listTopups(queryable: Queryable, userId: UserId, limit: number): Promise<TopupOrder[]> {
  return queryable.query<TopupOrder>({
    name: 'billing.topup.list',
    text: `select ${COLUMNS} from topup_orders where user_id = $1 order by id desc limit $2`,
    values: [userId, limit],
  });
}

export async function findTopup(queryable: Queryable, userId: UserId, id: TopupId): Promise<TopupOrder | null> {
  const [order] = await queryable.query<TopupOrder>({
    name: 'billing.topup.find',
    text: `select ${COLUMNS} from topup_orders where id = $1 and user_id = $2`,
    values: [id, userId],
  });
  return order ?? null;
}

/** Orders by memo, held until the transaction ends; in the order of ids, so that two holders never wait for each other. */
export function lockTopupsByMemo(tx: Transaction, memos: readonly string[]): Promise<TopupOrder[]> {
  return tx.query<TopupOrder>({
    name: 'billing.topup.lock-memos',
    text: `select ${COLUMNS} from topup_orders where memo = any($1::text[]) order by id for update`,
    values: [memos],
  });
}

export async function lockTopup(tx: Transaction, idOrMemo: string): Promise<TopupOrder | null> {
  const [order] = await tx.query<TopupOrder>({
    text: `select ${COLUMNS} from topup_orders where id = $1 or memo = upper($1) for update`,
    values: [idOrMemo],
  });
  return order ?? null;
}

export async function markCredited(tx: Transaction, id: TopupId, points: number, at: Date): Promise<void> {
  await tx.query({
    name: 'billing.topup.credited',
    text: 'update topup_orders set credited_at = $2, points = $3 where id = $1',
    values: [id, at, points],
  });
}
