// Billing over HTTP: the catalog, the subscription, the wallet and its top-ups.

import { Type } from 'typebox';
import { revalidated } from '../../lib/revalidate.ts';
import { type App, Data, operation, Paged, userOf } from '../../lib/route.ts';
import { addonBody, ledgerBody, planBody, subscriptionBody, topupBody } from './bodies.ts';
import * as schema from './schemas.ts';
import type { BillingService } from './service.ts';

const CATALOG_CACHE_SECONDS = 60;
const PAGE = 20;

export function billingRoutes(app: App, service: BillingService): void {
  catalogRoutes(app, service);
  subscriptionRoutes(app, service);
  walletRoutes(app, service);
  topupRoutes(app, service);
}

function catalogRoutes(app: App, { catalog }: BillingService): void {
  app.get(
    '/plans',
    {
      ...operation({
        id: 'listPlans',
        group: 'billing',
        summary: 'Plans and add-ons with their prices in points',
        description:
          'A yearly period costs ten months. An add-on adds its entitlements to the plan, and each purchase of it stacks. Cacheable: send the `ETag` back as `If-None-Match`.',
        credential: 'public',
        revalidates: true,
        success: { 200: Data(schema.Plans, schema.plansExample) },
      }),
      onSend: revalidated(CATALOG_CACHE_SECONDS),
    },
    async () => {
      const { plans, addons } = await catalog.offers();
      return { data: { plans: plans.map(planBody), addons: addons.map(addonBody) } };
    },
  );

  app.get(
    '/payment-providers',
    operation({
      id: 'listPaymentProviders',
      group: 'billing',
      summary: 'The payment gateways and whether they can be used',
      description:
        '`disabled` when the operator switched it off or has not set it up, `coming_soon` when it is not built yet.',
      credential: 'public',
      success: { 200: Data(Type.Array(schema.Provider), [schema.providerExample]) },
    }),
    async () => ({
      data: (await catalog.providers()).map((provider) => ({ ...provider, currencies: [...provider.currencies] })),
    }),
  );
}

function subscriptionRoutes(app: App, { subscriptions }: BillingService): void {
  const Answer = Data(schema.Subscription, schema.subscriptionExample);

  app.get(
    '/me/subscription',
    operation({
      id: 'getSubscription',
      group: 'billing',
      summary: 'The current subscription and the effective entitlements',
      description:
        'Without a paid plan it is the free one. At the end of a period the next one is paid from the wallet by the catalog’s price of that day; with too few points, or with auto-renew off, the plan ends and the account is free. What is then over the limits stays readable; creating more is refused. Each add-on has its own period and renews or ends on its own.',
      credential: 'user',
      problems: [401],
      success: { 200: Answer },
    }),
    async (request) => ({ data: subscriptionBody(await subscriptions.current(userOf(request).userId)) }),
  );

  app.post(
    '/me/subscription',
    operation({
      id: 'buySubscription',
      group: 'billing',
      summary: 'Buy a plan with points',
      description:
        'Debits the points and starts a fresh period at once, both or neither. The plan before, also the same one, is cancelled without refund or proration. `free` costs nothing and ends the paid plan now; to keep it until its end, turn auto-renew off instead. 402 changes nothing.',
      credential: 'user',
      body: schema.BuyPlan,
      problems: [401, 402, 422],
      success: { 201: Answer },
    }),
    async (request, reply) => {
      const { planCode, interval } = request.body;
      const bought = await subscriptions.buy(userOf(request).userId, 'plan', planCode, interval);
      reply.code(201);
      return { data: subscriptionBody(bought) };
    },
  );

  app.delete(
    '/me/subscription',
    operation({
      id: 'stopSubscription',
      group: 'billing',
      summary: 'Turn auto-renew off',
      description:
        'For the plan and its add-ons. What is paid stays until the end of its period, and nothing is debited after it. To renew again, buy again.',
      credential: 'user',
      problems: [401],
      success: { 200: Answer },
    }),
    async (request) => ({ data: subscriptionBody(await subscriptions.stop(userOf(request).userId)) }),
  );

  app.post(
    '/me/addons',
    operation({
      id: 'buyAddon',
      group: 'billing',
      summary: 'Buy an add-on with points',
      description:
        'The plan stays; each purchase stacks another one with its own period. Answers the subscription with its new entitlements. 402 changes nothing.',
      credential: 'user',
      body: schema.BuyAddon,
      problems: [401, 402, 422],
      success: { 201: Answer },
    }),
    async (request, reply) => {
      const { code, interval } = request.body;
      const bought = await subscriptions.buy(userOf(request).userId, 'addon', code, interval);
      reply.code(201);
      return { data: subscriptionBody(bought) };
    },
  );
}

function walletRoutes(app: App, { wallet }: BillingService): void {
  app.get(
    '/me/wallet',
    operation({
      id: 'getWallet',
      group: 'billing',
      summary: 'The balance in points',
      description: 'The balance is the sum of the ledger, and never negative.',
      credential: 'user',
      problems: [401],
      success: { 200: Data(schema.Wallet, { balance: 51 }) },
    }),
    async (request) => ({ data: { balance: await wallet.balance(userOf(request).userId) } }),
  );

  app.get(
    '/me/wallet/transactions',
    operation({
      id: 'listTransactions',
      group: 'billing',
      summary: 'The ledger: every movement of points',
      description: 'Newest first. Entries are never changed or removed.',
      credential: 'user',
      querystring: schema.LedgerQuery,
      problems: [401, 422],
      success: { 200: Paged(schema.LedgerEntry, schema.ledgerExample) },
    }),
    async (request) => {
      const { limit = PAGE, cursor } = request.query;
      const page = await wallet.transactions(userOf(request).userId, { limit, cursor });
      return { data: page.items.map(ledgerBody), nextCursor: page.nextCursor };
    },
  );
}

function topupRoutes(app: App, { topups, now }: BillingService): void {
  app.get(
    '/me/wallet/topups',
    operation({
      id: 'listTopups',
      group: 'billing',
      summary: 'The account’s top-up orders',
      description: 'Newest first, at most `limit` of them.',
      credential: 'user',
      querystring: schema.TopupQuery,
      problems: [401, 422],
      success: { 200: Data(Type.Array(schema.TopUp), [schema.topupExample]) },
    }),
    async (request) => {
      const orders = await topups.list(userOf(request).userId, request.query.limit ?? PAGE);
      return { data: orders.map((order) => topupBody(order, now())) };
    },
  );

  app.post(
    '/me/wallet/topups',
    operation({
      id: 'createTopup',
      group: 'billing',
      summary: 'Order points',
      description:
        'Answers the memo that the transfer has to carry and a VietQR payload with everything in it. The points are credited once the bank reports a transfer with this memo and exactly this amount; the part of the amount that makes no whole point is not credited. After 24 hours the order shows as `expired`; a late payment is credited all the same. A provider that is not `active` answers 400 `payment.provider_unavailable`; less than one point’s worth 422.',
      credential: 'user',
      body: schema.CreateTopup,
      problems: [400, 401, 422],
      success: { 201: Data(schema.TopUp, schema.topupExample) },
    }),
    async (request, reply) => {
      const order = await topups.create(userOf(request).userId, request.body);
      reply.code(201);
      return { data: topupBody(order, now()) };
    },
  );

  app.get(
    '/me/wallet/topups/:orderId',
    operation({
      id: 'getTopup',
      group: 'billing',
      summary: 'One top-up order',
      description: 'Another account’s order is 404 like one that does not exist.',
      credential: 'user',
      params: schema.TopupParams,
      problems: [401, 404],
      success: { 200: Data(schema.TopUp, schema.topupExample) },
    }),
    async (request) => {
      const order = await topups.get(userOf(request).userId, request.params.orderId);
      return { data: topupBody(order, now()) };
    },
  );
}
