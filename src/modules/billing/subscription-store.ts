// SQL of subscriptions: one plan at a time and any number of add-ons per account, each with its own periods.

import type { Queryable, Transaction } from '../../infra/db/database.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Interval } from '../../lib/period.ts';
import type { OfferKind } from './catalog-store.ts';
import type { PartialEntitlements } from './entitlement-sum.ts';
import type { Period } from './next-period.ts';

export interface Subscription {
  readonly id: string;
  readonly kind: OfferKind;
  readonly code: string;
  readonly interval: Interval;
  readonly autoRenew: boolean;
  readonly period: Period;
}

interface SubscriptionRow {
  id: string;
  kind: OfferKind;
  code: string;
  interval: Interval;
  autoRenew: boolean;
  anchor: Date;
  number: number;
  start: Date;
  end: Date;
}

const TERMS = `s.interval, s.auto_renew as "autoRenew", s.anchor, s.period_number as number, s.period_start as start,
  s.period_end as "end"`;
const COLUMNS = `s.id, s.kind, s.code, ${TERMS}`;

const subscriptionOf = ({ anchor, number, start, end, ...rest }: SubscriptionRow): Subscription => ({
  ...rest,
  period: { anchor, number, start, end },
});

/** An active subscription with what its offer grants. */
export interface Grant {
  /** Null for the free plan, which everybody has and nobody subscribes to. */
  readonly subscription: Subscription | null;
  readonly kind: OfferKind;
  readonly code: string;
  readonly name: string;
  readonly entitlements: PartialEntitlements;
}

/** The free plan and every active subscription of the account, in one indexed query. */
export async function listGrants(queryable: Queryable, userId: UserId): Promise<Grant[]> {
  const rows = await queryable.query<
    Omit<SubscriptionRow, 'id'> & { id: string | null; name: string; entitlements: PartialEntitlements }
  >({
    name: 'billing.grants',
    text: `select s.id, o.kind, o.code, ${TERMS}, o.name, o.entitlements
           from offers o left join subscriptions s on false where o.code = 'free'
           union all
           select s.id, o.kind, o.code, ${TERMS}, o.name, o.entitlements
           from subscriptions s join offers o on o.code = s.code where s.user_id = $1 and s.status = 'active'
           order by id nulls first`,
    values: [userId],
  });
  return rows.map(({ name, entitlements, ...row }) => ({
    subscription: row.id === null ? null : subscriptionOf(row as SubscriptionRow),
    kind: row.kind,
    code: row.code,
    name,
    entitlements,
  }));
}

/** How the last plan that the account had came to its end; null when it never had one. */
export async function lastPlanEnd(queryable: Queryable, userId: UserId): Promise<'cancelled' | 'expired' | null> {
  const [row] = await queryable.query<{ status: 'cancelled' | 'expired' | 'active' }>({
    name: 'billing.last-plan',
    text: `select status from subscriptions where user_id = $1 and kind = 'plan' order by id desc limit 1`,
    values: [userId],
  });
  return row && row.status !== 'active' ? row.status : null;
}

export async function insertSubscription(
  tx: Transaction,
  userId: UserId,
  subscription: Subscription & { readonly price: number },
): Promise<void> {
  const { id, kind, code, interval, autoRenew, price, period } = subscription;
  await tx.query({
    name: 'billing.subscription.insert',
    text: `insert into subscriptions (id, user_id, kind, code, interval, status, auto_renew, price, anchor, period_number, period_start, period_end, created_at)
           values ($1, $2, $3, $4, $5, 'active', $6, $7, $8, $9, $10, $11, $10)`,
    values: [
      id,
      userId,
      kind,
      code,
      interval,
      autoRenew,
      price,
      period.anchor,
      period.number,
      period.start,
      period.end,
    ],
  });
}

/** Ends the plan that another one takes the place of. */
export async function cancelPlan(tx: Transaction, userId: UserId, now: Date): Promise<void> {
  await tx.query({
    name: 'billing.plan.cancel',
    text: `update subscriptions set status = 'cancelled', auto_renew = false, ended_at = $2
           where user_id = $1 and kind = 'plan' and status = 'active'`,
    values: [userId, now],
  });
}

export async function stopRenewal(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query({
    name: 'billing.renewal.stop',
    text: `update subscriptions set auto_renew = false where user_id = $1 and status = 'active' and auto_renew`,
    values: [userId],
  });
}

/** Accounts with a period that has ended, in pages by user id. */
export async function listDueUsers(queryable: Queryable, now: Date, after: string, limit: number): Promise<UserId[]> {
  const rows = await queryable.query<{ userId: UserId }>({
    name: 'billing.due.users',
    text: `select distinct user_id as "userId" from subscriptions
           where status = 'active' and period_end <= $1 and user_id > $2 order by user_id limit $3`,
    values: [now, after, limit],
  });
  return rows.map((row) => row.userId);
}

export interface DueSubscription extends Subscription {
  /** What the next period costs by today's catalog. */
  readonly nextPrice: number;
}

/** Ended periods of one account: what ended first comes first, and the plan before its add-ons. */
export async function listDue(tx: Transaction, userId: UserId, now: Date): Promise<DueSubscription[]> {
  const rows = await tx.query<SubscriptionRow & { nextPrice: number }>({
    name: 'billing.due.of-user',
    text: `select ${COLUMNS}, case s.interval when 'monthly' then o.monthly else o.yearly end as "nextPrice"
           from subscriptions s join offers o on o.code = s.code
           where s.user_id = $1 and s.status = 'active' and s.period_end <= $2
           order by s.period_end, s.kind = 'addon', s.id for update of s`,
    values: [userId, now],
  });
  return rows.map(({ nextPrice, ...row }) => ({ ...subscriptionOf(row), nextPrice }));
}

export async function startPeriod(tx: Transaction, id: string, period: Period, price: number): Promise<void> {
  await tx.query({
    name: 'billing.period.start',
    text: `update subscriptions set anchor = $2, period_number = $3, period_start = $4, period_end = $5, price = $6
           where id = $1`,
    values: [id, period.anchor, period.number, period.start, period.end, price],
  });
}

export async function expireSubscription(tx: Transaction, id: string, endedAt: Date): Promise<void> {
  await tx.query({
    name: 'billing.subscription.expire',
    text: `update subscriptions set status = 'expired', auto_renew = false, ended_at = $2 where id = $1`,
    values: [id, endedAt],
  });
}
