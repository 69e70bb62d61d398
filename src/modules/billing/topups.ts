// Top-up orders: made by the customer, credited once when a transfer with their memo and amount is found.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { newId, readId, type TopupId, type UserId } from '../../lib/ids.ts';
import type { Provider } from './catalog.ts';
import { memosIn, newMemo } from './memo.ts';
import {
  appendEntry,
  findTopup,
  insertTopup,
  listTopups,
  lockTopup,
  lockTopupsByMemo,
  lockWallet,
  markCredited,
  type TopupOrder,
} from './store.ts';

const LIFE_MS = 24 * 3_600_000;
const MEMO_TRIES = 5;

export interface BankAccount {
  readonly bin: string;
  readonly accountNumber: string;
  readonly accountName: string;
}

export interface TopupRequest {
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
}

/** Money that came in, as far as it matters for finding its order. */
export interface Transfer {
  readonly code: string | null;
  readonly content: string | null;
  /** Null when the bank's amount could not be read. */
  readonly amount: number | null;
}

export type TransferOutcome =
  | { readonly credited: true; readonly topupId: TopupId; readonly points: number }
  | { readonly credited: false; readonly reason: string };

export interface Topups {
  create(userId: UserId, request: TopupRequest): Promise<TopupOrder>;
  list(userId: UserId, limit: number): Promise<TopupOrder[]>;
  get(userId: UserId, id: string): Promise<TopupOrder>;
  /** Finds the order of a transfer and credits it, in the transaction that settles the transfer. */
  creditTransfer(tx: Transaction, transfer: Transfer): Promise<TransferOutcome>;
  /** The operator's decision: the order (id or memo) gets what came in, at its own rate. */
  creditOrder(tx: Transaction, order: string, transfer: Transfer): Promise<TransferOutcome>;
}

export function createTopups(parts: {
  database: Database;
  clock: Clock;
  providers: () => Promise<Provider[]>;
  bank: BankAccount | null;
  vndPerPoint: number;
}): Topups {
  const { database, clock, providers, bank, vndPerPoint } = parts;

  async function credit(tx: Transaction, order: TopupOrder, points: number): Promise<TransferOutcome> {
    const at = clock.now();
    await lockWallet(tx, order.userId);
    await appendEntry(tx, {
      id: newId('transaction'),
      userId: order.userId,
      type: 'topup',
      amount: points,
      reference: order.id,
      cause: { kind: 'topup', topupId: order.id },
      at,
    });
    await markCredited(tx, order.id, points, at);
    return { credited: true, topupId: order.id, points };
  }

  return {
    async create(userId, { provider, amount, currency }) {
      const known = (await providers()).find((candidate) => candidate.code === provider);
      if (known?.status !== 'active' || !bank) {
        throw new AppError('payment.provider_unavailable', `${known?.name ?? 'It'} cannot be used now.`);
      }
      const points = Math.floor(amount / vndPerPoint);
      if (points < 1) throw invalidField('body.amount', `is less than one point, which is ${vndPerPoint} ${currency}`);
      const createdAt = clock.now();
      for (let tries = 0; tries < MEMO_TRIES; tries++) {
        const order: TopupOrder = {
          id: newId('topup'),
          userId,
          provider,
          amount,
          currency,
          rate: vndPerPoint,
          points,
          memo: newMemo(),
          ...bank,
          createdAt,
          expiresAt: new Date(createdAt.getTime() + LIFE_MS),
          creditedAt: null,
        };
        if (await insertTopup(database, order)) return order;
      }
      throw new Error('no free memo was found');
    },

    list: (userId, limit) => listTopups(database, userId, limit),

    async get(userId, id) {
      const topupId = readId('topup', id);
      const order = topupId && (await findTopup(database, userId, topupId));
      if (!order) throw new AppError('topup.not_found');
      return order;
    },

    async creditTransfer(tx, { code, content, amount }) {
      const memos = memosIn([code, content]);
      const orders = memos.length === 0 ? [] : await lockTopupsByMemo(tx, memos);
      const [order, other] = orders;
      if (!order)
        return held(memos.length === 0 ? 'it has no memo of ours' : `no order has the memo ${memos.join(', ')}`);
      if (other) return held(`it names several orders: ${orders.map(({ memo }) => memo).join(', ')}`);
      if (order.creditedAt) return held(`${order.memo} is credited already`);
      if (amount === null) return held(`${order.memo} found, but the amount cannot be read`);
      if (amount !== order.amount)
        return held(`${order.memo} is about ${order.amount} ${order.currency}, ${amount} came`);
      // An order past its time counts too: who pays late has paid.
      return credit(tx, order, order.points);
    },

    async creditOrder(tx, idOrMemo, { amount }) {
      const order = await lockTopup(tx, idOrMemo);
      if (!order) throw new AppError('topup.not_found', `There is no order with the id or memo "${idOrMemo}".`);
      if (order.creditedAt) return held(`the order ${order.memo} is credited already`);
      if (amount === null) return held('the amount of the transaction cannot be read');
      const points = amount === order.amount ? order.points : Math.floor(amount / order.rate);
      if (points < 1) return held(`${amount} ${order.currency} is less than one point`);
      return credit(tx, order, points);
    },
  };
}

const held = (reason: string): TransferOutcome => ({ credited: false, reason });

export type TopupStatus = 'pending' | 'credited' | 'expired';

export function statusOf(order: TopupOrder, now: Date): TopupStatus {
  if (order.creditedAt) return 'credited';
  return order.expiresAt > now ? 'pending' : 'expired';
}
