// Billing over HTTP: every documented status, and the rules of buying. Top-ups are in topups.test.ts, renewals in renewal.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { BANK_ENV } from '../../../test/support/bank.ts';

interface Offer {
  code: string;
  prices: { monthly: number; yearly: number };
  entitlements: Record<string, number | boolean>;
}

/** Whatever member of whatever body a test looks at. */
interface Data {
  plans: Offer[];
  addons: (Offer & { interval: string })[];
  balance: number;
  plan: { code: string };
  status: string;
  entitlements: Record<string, number | boolean>;
  currentPeriodStart: string;
  id: string;
  code: string;
}

interface Body<T = Data> {
  data: T;
  code: string;
  nextCursor: string | null;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
});
afterAll(() => app.close());

const call = (method: string, path: string, options: Parameters<TestApp['call']>[2] = {}) =>
  app.call<Body>(method, path, options);
const list = (path: string, options: Parameters<TestApp['call']>[2] = {}) =>
  app.call<Body<Data[]>>('GET', path, options);

async function account(points = 0): Promise<TestAccount> {
  const made = await createAccount(app);
  if (points > 0) await app.assembly.services.billing.wallet.grant(made.userId, points, 'for a test');
  return made;
}
const balance = async ({ token }: TestAccount): Promise<number> =>
  (await call('GET', '/me/wallet', { token })).body.data.balance;
const buyPlan = ({ token }: TestAccount, planCode: string, interval = 'monthly') =>
  call('POST', '/me/subscription', { token, body: { planCode, interval } });
const buyAddon = ({ token }: TestAccount, code: string, interval = 'monthly') =>
  call('POST', '/me/addons', { token, body: { code, interval } });

describe('GET /plans', () => {
  test('is the catalog of the contract', async () => {
    const { status, body } = await call('GET', '/plans');
    expect(status).toBe(200);
    const prices = (offers: Offer[]) => offers.map(({ code, prices: { monthly, yearly } }) => [code, monthly, yearly]);
    expect(prices(body.data.plans)).toEqual([
      ['free', 0, 0],
      ['plus', 49, 490],
      ['pro', 149, 1490],
      ['business', 499, 4990],
    ]);
    expect(prices(body.data.addons)).toEqual([
      ['domains.plus5', 39, 390],
      ['filters.plus50', 19, 190],
      ['webhooks.plus10', 19, 190],
      ['mail.plus10k', 49, 490],
    ]);
    expect(body.data.plans[1]?.entitlements).toEqual({
      'domains.max': 1,
      'domains.catchAll': false,
      'filters.max': 20,
      'webhooks.max': 5,
      'keys.max': 5,
      'mailboxes.max': 100,
      'mailboxes.maxTtl': 30 * 86_400,
      'mail.perDay': 5_000,
      'raw.retention': 3_600,
    });
    expect(body.data.addons[1]?.entitlements).toEqual({ 'filters.max': 50 });
  });

  test('answers 304 to its own ETag and may be cached for a short time', async () => {
    const first = await call('GET', '/plans');
    expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+$/);
    const again = await call('GET', '/plans', { headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });
});

describe('GET /payment-providers', () => {
  test('shows the bank as active and bnb as coming soon', async () => {
    const { status, body } = await list('/payment-providers');
    expect(status).toBe(200);
    expect(body.data.map(({ code, status }) => [code, status])).toEqual([
      ['bank_transfer', 'active'],
      ['bnb', 'coming_soon'],
    ]);
  });
});

describe('the subscription', () => {
  test('of a new account is the free plan', async () => {
    const { token } = await account();
    const { status, body } = await call('GET', '/me/subscription', { token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      plan: { code: 'free', name: 'Free' },
      interval: null,
      status: 'none',
      autoRenew: false,
      currentPeriodStart: null,
      currentPeriodEnd: null,
      addons: [],
      entitlements: { 'filters.max': 3, 'domains.catchAll': false, 'mail.perDay': 500, 'raw.retention': 900 },
    });
  });

  test('that is bought debits the points and starts at once', async () => {
    const buyer = await account(200);
    const { status, body } = await buyPlan(buyer, 'pro');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ plan: { code: 'pro' }, interval: 'monthly', status: 'active', autoRenew: true });
    expect(body.data.entitlements['domains.catchAll']).toBe(true);
    expect(await balance(buyer)).toBe(51);
    expect((await call('GET', '/me/subscription', { token: buyer.token })).body.data).toEqual(body.data);
    expect((await call('GET', '/me', { token: buyer.token })).body.data.plan).toEqual({ code: 'pro', name: 'Pro' });
  });

  test('that costs more than the wallet has is 402 and leaves nothing behind', async () => {
    const buyer = await account(148);
    const { status, body } = await buyPlan(buyer, 'pro');
    expect([status, body.code]).toEqual([402, 'wallet.insufficient_points']);
    expect(await balance(buyer)).toBe(148);
    expect((await call('GET', '/me/subscription', { token: buyer.token })).body.data.status).toBe('none');
    expect((await list('/me/wallet/transactions', { token: buyer.token })).body.data).toHaveLength(1);
  });

  test('to another plan cancels the one before: fresh period, full price, no proration', async () => {
    const buyer = await account(1_000);
    await buyPlan(buyer, 'plus', 'yearly');
    app.clock.advance(86_400);
    const { body } = await buyPlan(buyer, 'pro');
    expect(body.data).toMatchObject({ plan: { code: 'pro' }, interval: 'monthly' });
    expect(Date.parse(body.data.currentPeriodStart)).toBeGreaterThan(app.clock.now().getTime() - 60_000);
    expect(await balance(buyer)).toBe(1_000 - 490 - 149);
  });

  test('to free ends the paid plan now and costs nothing', async () => {
    const buyer = await account(49);
    await buyPlan(buyer, 'plus');
    const { status, body } = await buyPlan(buyer, 'free');
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ plan: { code: 'free' }, status: 'cancelled', currentPeriodEnd: null });
    expect(await balance(buyer)).toBe(0);
  });

  test('keeps its paid period when auto-renew is turned off', async () => {
    const buyer = await account(100);
    const bought = await buyPlan(buyer, 'plus');
    const { status, body } = await call('DELETE', '/me/subscription', { token: buyer.token });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...bought.body.data, autoRenew: false });
  });

  test('that there is none of can be turned off too', async () => {
    const { token } = await account();
    const { status, body } = await call('DELETE', '/me/subscription', { token });
    expect([status, body.data.status]).toEqual([200, 'none']);
  });

  test.each([
    [{ planCode: 'gold', interval: 'monthly' }, 'plan.unknown'],
    [{ planCode: 'filters.plus50', interval: 'monthly' }, 'plan.unknown'],
    [{ planCode: 'pro', interval: 'weekly' }, 'request.validation'],
    [{ planCode: 'pro' }, 'request.validation'],
    [{ planCode: 7, interval: 'monthly' }, 'request.validation'],
    [{ planCode: 'pro', interval: 'monthly', price: 0 }, 'request.validation'],
  ])('%j is 422 %s', async (body, code) => {
    const { token } = await account(1_000);
    const answer = await call('POST', '/me/subscription', { token, body });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});

describe('add-ons', () => {
  test('stack on the plan and on each other', async () => {
    const buyer = await account(500);
    await buyPlan(buyer, 'plus');
    await buyAddon(buyer, 'filters.plus50');
    await buyAddon(buyer, 'filters.plus50', 'yearly');
    const { status, body } = await buyAddon(buyer, 'mail.plus10k');
    expect(status).toBe(201);
    expect(body.data.plan.code).toBe('plus');
    expect(body.data.entitlements).toMatchObject({ 'filters.max': 120, 'mail.perDay': 15_000, 'webhooks.max': 5 });
    expect(body.data.addons.map(({ code, interval }) => [code, interval])).toEqual([
      ['filters.plus50', 'monthly'],
      ['filters.plus50', 'yearly'],
      ['mail.plus10k', 'monthly'],
    ]);
    expect(await balance(buyer)).toBe(500 - 49 - 19 - 190 - 49);
  });

  test('cost points that have to be there: 402', async () => {
    const { status, body } = await buyAddon(await account(18), 'filters.plus50');
    expect([status, body.code]).toEqual([402, 'wallet.insufficient_points']);
  });

  test.each([
    [{ code: 'pro', interval: 'monthly' }, 'addon.unknown'],
    [{ code: 'filters.plus50', interval: 'daily' }, 'request.validation'],
  ])('%j is 422 %s', async (body, code) => {
    const { token } = await account(1_000);
    const answer = await call('POST', '/me/addons', { token, body });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});

describe('the wallet', () => {
  test('starts empty', async () => {
    expect(await balance(await account())).toBe(0);
  });

  test('has a ledger that is read newest first in pages', async () => {
    const owner = await account(100);
    await buyPlan(owner, 'plus');
    await buyAddon(owner, 'filters.plus50');
    const page = (query: string) => call('GET', `/me/wallet/transactions?${query}`, { token: owner.token });
    const first = await page('limit=2');
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject([
      { type: 'addon', amount: -19, balanceAfter: 32, reference: 'filters.plus50:monthly' },
      { type: 'subscription', amount: -49, balanceAfter: 51, reference: 'plus:monthly' },
    ]);
    const second = await page(`limit=2&cursor=${first.body.nextCursor}`);
    expect(second.body).toMatchObject({
      data: [{ type: 'adjustment', amount: 100, balanceAfter: 100, reference: 'for a test' }],
      nextCursor: null,
    });
  });

  test('refuses a cursor that was tampered with or belongs to somebody else', async () => {
    const owner = await account(1);
    await app.assembly.services.billing.wallet.grant(owner.userId, 1, 'another');
    const { nextCursor } = (await call('GET', '/me/wallet/transactions?limit=1', { token: owner.token })).body;
    const other = await account();
    for (const [token, cursor] of [
      [owner.token, `${nextCursor}x`],
      [other.token, String(nextCursor)],
    ] as const) {
      const { status, body } = await call('GET', `/me/wallet/transactions?cursor=${cursor}`, { token });
      expect([status, body.code]).toEqual([422, 'request.invalid_cursor']);
    }
  });

  test.each(['limit=0', 'limit=101', 'limit=x'])('%s is 422 on both lists', async (query) => {
    const { token } = await account();
    for (const list of ['transactions', 'topups']) {
      expect((await call('GET', `/me/wallet/${list}?${query}`, { token })).status).toBe(422);
    }
  });
});

test.each([
  ['GET', '/me/subscription'],
  ['POST', '/me/subscription'],
  ['DELETE', '/me/subscription'],
  ['POST', '/me/addons'],
  ['GET', '/me/wallet'],
  ['GET', '/me/wallet/transactions'],
  ['GET', '/me/wallet/topups'],
  ['POST', '/me/wallet/topups'],
  ['GET', '/me/wallet/topups/top_01jqn4y7w2e9vr8m5k3t6h0xzd'],
])('%s %s without a user token is 401', async (method, path) => {
  const none = await call(method, path);
  const wrong = await call(method, path, { token: `mfu_${'x'.repeat(43)}` });
  expect([none.status, none.body.code]).toEqual([401, 'auth.missing']);
  expect([wrong.status, wrong.body.code]).toEqual([401, 'auth.invalid_token']);
});
