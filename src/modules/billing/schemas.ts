// Bodies of the billing operations, as the contract gives them.

import { type Static, Type } from 'typebox';
import { Nullable, PageQuery, Timestamp, Words } from '../../lib/route.ts';

const Count = (description: string) => Type.Integer({ description });

const ENTITLEMENTS = {
  'domains.max': Count('Private domains'),
  'domains.catchAll': Type.Boolean({ description: 'Catch-all may be turned on' }),
  'filters.max': Count('Extraction filters'),
  'webhooks.max': Count('Webhook endpoints'),
  'keys.max': Count('Developer keys'),
  'mailboxes.max': Count('Mailboxes at once'),
  'mailboxes.maxTtl': Count('Longest life of a mailbox, in seconds'),
  'mail.perDay': Count('Mails a day (UTC) over all mailboxes'),
  'raw.retention': Count('Seconds that originals are kept'),
};

const Entitlements = Type.Object(ENTITLEMENTS, { description: 'Plan and add-ons together' });
const Interval = Words(['monthly', 'yearly']);
const Points = Type.Integer({ description: 'Points' });
const OfferBody = {
  code: Type.String(),
  name: Type.String(),
  prices: Type.Object({ monthly: Points, yearly: Points }),
};

const proGrants = {
  'domains.max': 5,
  'domains.catchAll': true,
  'filters.max': 100,
  'webhooks.max': 20,
  'keys.max': 20,
  'mailboxes.max': 1_000,
  'mailboxes.maxTtl': 15_552_000,
  'mail.perDay': 50_000,
  'raw.retention': 3_600,
};

export const Plans = Type.Object({
  plans: Type.Array(Type.Object({ ...OfferBody, entitlements: Type.Object(ENTITLEMENTS) })),
  addons: Type.Array(
    Type.Object({
      ...OfferBody,
      entitlements: Type.Partial(Type.Object(ENTITLEMENTS), { description: 'What each purchase adds to the plan' }),
    }),
  ),
});
export const plansExample: Static<typeof Plans> = {
  plans: [{ code: 'pro', name: 'Pro', prices: { monthly: 149, yearly: 1_490 }, entitlements: proGrants }],
  addons: [
    {
      code: 'filters.plus50',
      name: '50 more filters',
      prices: { monthly: 19, yearly: 190 },
      entitlements: { 'filters.max': 50 },
    },
  ],
};

export const Provider = Type.Object({
  code: Type.String(),
  name: Type.String(),
  status: Words(['active', 'disabled', 'coming_soon']),
  currencies: Type.Array(Type.String()),
});
export const providerExample: Static<typeof Provider> = {
  code: 'bank_transfer',
  name: 'Bank transfer (VietQR)',
  status: 'active',
  currencies: ['VND'],
};

export const Subscription = Type.Object({
  plan: Type.Object({ code: Type.String(), name: Type.String() }),
  interval: Nullable(Interval),
  status: Words(['active', 'cancelled', 'expired', 'none'], {
    description:
      '`active` until the paid period ends, also with auto-renew off. Without a paid plan: how the last one ended, or `none`',
  }),
  autoRenew: Type.Boolean(),
  currentPeriodStart: Nullable(Timestamp),
  currentPeriodEnd: Nullable(Timestamp),
  addons: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.String(),
      interval: Interval,
      currentPeriodEnd: Timestamp,
      autoRenew: Type.Boolean(),
    }),
  ),
  entitlements: Entitlements,
});
export const subscriptionExample: Static<typeof Subscription> = {
  plan: { code: 'pro', name: 'Pro' },
  interval: 'monthly',
  status: 'active',
  autoRenew: true,
  currentPeriodStart: '2026-03-31T08:15:00.000Z',
  currentPeriodEnd: '2026-04-30T08:15:00.000Z',
  addons: [
    {
      id: 'sub_01jqn4y7w2e9vr8m5k3t6h0xzd',
      code: 'filters.plus50',
      interval: 'monthly',
      currentPeriodEnd: '2026-04-12T17:40:00.000Z',
      autoRenew: true,
    },
  ],
  entitlements: { ...proGrants, 'filters.max': 150 },
};

const Code = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

export const BuyPlan = Type.Object(
  { planCode: Code('`code` of a plan in `GET /plans`'), interval: Interval },
  { additionalProperties: false, examples: [{ planCode: 'pro', interval: 'monthly' }] },
);
export const BuyAddon = Type.Object(
  { code: Code('`code` of an add-on in `GET /plans`'), interval: Interval },
  { additionalProperties: false, examples: [{ code: 'filters.plus50', interval: 'monthly' }] },
);

export const Wallet = Type.Object({ balance: Points });

export const LedgerEntry = Type.Object({
  id: Type.String(),
  type: Words(['topup', 'subscription', 'addon', 'renewal', 'adjustment']),
  amount: Type.Integer({ description: 'Points; negative when they were spent' }),
  balanceAfter: Points,
  reference: Type.String({
    description: 'The top-up order’s id, `code:interval` of what was bought, or the operator’s reason',
  }),
  createdAt: Timestamp,
});
export const ledgerExample: Static<typeof LedgerEntry> = {
  id: 'txn_01jqn4y7w2e9vr8m5k3t6h0xzd',
  type: 'subscription',
  amount: -149,
  balanceAfter: 51,
  reference: 'pro:monthly',
  createdAt: '2026-03-31T08:15:00.000Z',
};

export const LedgerQuery = Type.Object(PageQuery);
export const TopupQuery = Type.Object({ limit: PageQuery.limit });
export const TopupParams = Type.Object({ orderId: Type.String() });

/** The database takes no more either. */
const LARGEST_AMOUNT = 10_000_000_000;

export const CreateTopup = Type.Object(
  {
    provider: Words(['bank_transfer', 'bnb']),
    amount: Type.Integer({ minimum: 1, maximum: LARGEST_AMOUNT, description: 'Whole units of the currency' }),
    currency: Words(['VND']),
  },
  { additionalProperties: false, examples: [{ provider: 'bank_transfer', amount: 200_000, currency: 'VND' }] },
);

export const TopUp = Type.Object({
  id: Type.String(),
  provider: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  points: Points,
  status: Words(['pending', 'credited', 'expired']),
  memo: Type.String({ description: 'The text that the transfer has to carry' }),
  bank: Type.Object({ bin: Type.String(), accountNumber: Type.String(), accountName: Type.String() }),
  qr: Type.String({ description: 'VietQR (EMVCo) payload: show it as a QR code for the customer’s banking app' }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  creditedAt: Nullable(Timestamp),
});
export const topupExample: Static<typeof TopUp> = {
  id: 'top_01jqn4y7w2e9vr8m5k3t6h0xzd',
  provider: 'bank_transfer',
  amount: 200_000,
  currency: 'VND',
  points: 200,
  status: 'pending',
  memo: 'MF7KQ2HXW4',
  bank: { bin: '970403', accountNumber: '0011012345678', accountName: 'MAYFLY JSC' },
  qr: '00020101021238570010A00000072701270006970403011300110123456780208QRIBFTTA530370454062000005802VN62140810MF7KQ2HXW463045D77',
  createdAt: '2026-03-31T08:15:00.000Z',
  expiresAt: '2026-04-01T08:15:00.000Z',
  creditedAt: null,
};
