// Buying a plan or an add-on, and stopping renewal. The wallet's row lock decides races; debit and activation are one
// transaction, so that a purchase happens whole or not at all.

import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Entitlements } from '../../lib/entitlements.ts';
import { AppError } from '../../lib/errors.ts';
import { newId, type UserId } from '../../lib/ids.ts';
import type { Interval } from '../../lib/period.ts';
import { effectivePlan, planGrant } from './entitlements.ts';
import { firstPeriod } from './next-period.ts';
import { isCurrent } from './renewal.ts';
import {
  appendEntry,
  cancelPlan,
  findOffer,
  type Grant,
  insertSubscription,
  lastPlanEnd,
  listGrants,
  lockWallet,
  type Offer,
  type OfferKind,
  stopRenewal,
} from './store.ts';

export interface SubscriptionView {
  readonly plan: { readonly code: string; readonly name: string };
  readonly interval: Interval | null;
  readonly status: 'active' | 'cancelled' | 'expired' | 'none';
  readonly autoRenew: boolean;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly addons: readonly {
    readonly id: string;
    readonly code: string;
    readonly interval: Interval;
    readonly currentPeriodEnd: Date;
    readonly autoRenew: boolean;
  }[];
  readonly entitlements: Entitlements;
}

export interface Subscriptions {
  current(userId: UserId): Promise<SubscriptionView>;
  buy(userId: UserId, kind: OfferKind, code: string, interval: Interval): Promise<SubscriptionView>;
  /** Turns auto-renew off for the plan and its add-ons; what is paid stays until its end. */
  stop(userId: UserId): Promise<SubscriptionView>;
}

export function createSubscriptions(parts: {
  database: Database;
  clock: Clock;
  grantsOf: (userId: UserId) => Promise<Grant[]>;
  changed: (userId: UserId) => void;
}): Subscriptions {
  const { database, clock, grantsOf, changed } = parts;

  async function view(queryable: Queryable, userId: UserId, grants: readonly Grant[]): Promise<SubscriptionView> {
    const plan = planGrant(grants);
    const { subscription } = plan;
    return {
      plan: { code: plan.code, name: plan.name },
      interval: subscription?.interval ?? null,
      status: subscription ? 'active' : ((await lastPlanEnd(queryable, userId)) ?? 'none'),
      autoRenew: subscription?.autoRenew ?? false,
      currentPeriodStart: subscription?.period.start ?? null,
      currentPeriodEnd: subscription?.period.end ?? null,
      addons: grants.flatMap(({ kind, subscription: addon }) =>
        kind === 'addon' && addon
          ? {
              id: addon.id,
              code: addon.code,
              interval: addon.interval,
              currentPeriodEnd: addon.period.end,
              autoRenew: addon.autoRenew,
            }
          : [],
      ),
      entitlements: effectivePlan(grants).entitlements,
    };
  }

  /** The answer is read inside the transaction: once it has committed, nothing can fail any more. */
  const viewInside = async (tx: Transaction, userId: UserId, now: Date) =>
    view(
      tx,
      userId,
      (await listGrants(tx, userId)).filter((grant) => isCurrent(grant, now)),
    );

  return {
    async current(userId) {
      return view(database, userId, await grantsOf(userId));
    },

    async buy(userId, kind, code, interval) {
      const bought = await database.transaction(async (tx) => {
        const offer = await findOffer(tx, kind, code);
        if (!offer) throw new AppError(kind === 'plan' ? 'plan.unknown' : 'addon.unknown');
        const balance = await lockWallet(tx, userId);
        const price = offer.prices[interval];
        if (balance < price) {
          throw new AppError('wallet.insufficient_points', `It costs ${price} points; the wallet has ${balance}.`);
        }
        const now = clock.now();
        if (kind === 'plan') await cancelPlan(tx, userId, now);
        // Everybody has the free plan: choosing it only ends the one before.
        if (code !== 'free') await activate(tx, userId, offer, interval, now);
        return viewInside(tx, userId, now);
      });
      changed(userId);
      return bought;
    },

    async stop(userId) {
      // What ended before this call is settled by the wish that held then, whether the job was quick or late.
      await grantsOf(userId);
      const stopped = await database.transaction(async (tx) => {
        await stopRenewal(tx, userId);
        return viewInside(tx, userId, clock.now());
      });
      changed(userId);
      return stopped;
    },
  };
}

async function activate(tx: Transaction, userId: UserId, offer: Offer, interval: Interval, now: Date): Promise<void> {
  const id = newId('subscription');
  const price = offer.prices[interval];
  const period = firstPeriod(now, interval);
  await insertSubscription(tx, userId, {
    id,
    kind: offer.kind,
    code: offer.code,
    interval,
    autoRenew: true,
    period,
    price,
  });
  if (price === 0) return;
  await appendEntry(tx, {
    id: newId('transaction'),
    userId,
    type: offer.kind === 'plan' ? 'subscription' : 'addon',
    amount: -price,
    reference: `${offer.code}:${interval}`,
    cause: { kind: 'period', subscriptionId: id, periodStart: period.start },
    at: now,
  });
}
