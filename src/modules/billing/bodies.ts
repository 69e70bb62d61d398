// From the service's values to the bodies of the contract: times as texts, and only what a caller may see.

import type { Static } from 'typebox';
import { vietQr } from '../../lib/vietqr.ts';
import { sumEntitlements } from './entitlement-sum.ts';
import type * as schema from './schemas.ts';
import type { LedgerEntry, Offer, TopupOrder } from './store.ts';
import type { SubscriptionView } from './subscriptions.ts';
import { statusOf } from './topups.ts';

export function planBody({ code, name, prices, entitlements }: Offer) {
  return { code, name, prices, entitlements: sumEntitlements([entitlements]) };
}

export const addonBody = ({ code, name, prices, entitlements }: Offer) => ({ code, name, prices, entitlements });

export function subscriptionBody(view: SubscriptionView): Static<typeof schema.Subscription> {
  return {
    ...view,
    currentPeriodStart: view.currentPeriodStart?.toISOString() ?? null,
    currentPeriodEnd: view.currentPeriodEnd?.toISOString() ?? null,
    addons: view.addons.map((addon) => ({ ...addon, currentPeriodEnd: addon.currentPeriodEnd.toISOString() })),
  };
}

export function ledgerBody(entry: LedgerEntry): Static<typeof schema.LedgerEntry> {
  const { id, type, amount, balanceAfter, reference, createdAt } = entry;
  return { id, type, amount, balanceAfter, reference, createdAt: createdAt.toISOString() };
}

export function topupBody(order: TopupOrder, now: Date): Static<typeof schema.TopUp> {
  const { id, provider, amount, currency, points, memo, bin, accountNumber, accountName } = order;
  return {
    id,
    provider,
    amount,
    currency,
    points,
    status: statusOf(order, now),
    memo,
    bank: { bin, accountNumber, accountName },
    qr: vietQr({ bin, accountNumber, amount, memo }),
    createdAt: order.createdAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    creditedAt: order.creditedAt?.toISOString() ?? null,
  };
}
