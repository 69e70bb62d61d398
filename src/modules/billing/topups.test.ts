// Top-up orders over HTTP: what an order carries, who sees it, and when there are none.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { BANK_ENV } from '../../../test/support/bank.ts';

/** Whatever member of an order, or of a provider, a test looks at. */
interface Data {
  id: string;
  status: string;
  memo: string;
  qr: string;
  amount: number;
  createdAt: string;
  expiresAt: string;
}

interface Body<T = Data> {
  data: T;
  code: string;
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
const order = ({ token }: TestAccount, body: unknown) => call('POST', '/me/wallet/topups', { token, body });

describe('top-ups', () => {
  const right = { provider: 'bank_transfer', amount: 200_999, currency: 'VND' };

  test('are ordered with a memo and a QR payload that carries it', async () => {
    const buyer = await createAccount(app);
    const { status, body } = await order(buyer, right);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      ...right,
      points: 200,
      status: 'pending',
      memo: expect.stringMatching(/^MF[ACDEFHJKLMNPQRTUVWXY2-9]{8}$/),
      bank: { bin: '970403', accountNumber: '0011012345678', accountName: 'MAYFLY JSC' },
      creditedAt: null,
    });
    expect(body.data.qr).toContain(`0810${body.data.memo}6304`);
    expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.createdAt)).toBe(86_400_000);
    const read = await call('GET', `/me/wallet/topups/${body.data.id}`, { token: buyer.token });
    expect([read.status, read.body.data]).toEqual([200, body.data]);
  });

  test('are listed newest first, at most limit of them', async () => {
    const buyer = await createAccount(app);
    for (const amount of [1_000, 2_000, 3_000]) await order(buyer, { ...right, amount });
    const { status, body } = await list('/me/wallet/topups?limit=2', { token: buyer.token });
    expect(status).toBe(200);
    expect(body.data.map(({ amount }) => amount)).toEqual([3_000, 2_000]);
  });

  test('of another account are 404 like those that do not exist', async () => {
    const { id } = (await order(await createAccount(app), right)).body.data;
    const { token } = await createAccount(app);
    for (const orderId of [id, 'top_01jqn4y7w2e9vr8m5k3t6h0xzd', 'nonsense', 'x'.repeat(200)]) {
      const { status, body } = await call('GET', `/me/wallet/topups/${orderId}`, { token });
      expect([status, body.code]).toEqual([404, 'topup.not_found']);
    }
  });

  test('show as expired after 24 hours', async () => {
    const buyer = await createAccount(app);
    const { id } = (await order(buyer, right)).body.data;
    app.clock.advance(86_400);
    expect((await call('GET', `/me/wallet/topups/${id}`, { token: buyer.token })).body.data.status).toBe('expired');
  });

  test('with bnb are 400 payment.provider_unavailable', async () => {
    const { status, body } = await order(await createAccount(app), { ...right, provider: 'bnb' });
    expect([status, body.code]).toEqual([400, 'payment.provider_unavailable']);
  });

  test('stop when the operator switches the gateway off, and go on when it is on again', async () => {
    const { catalog } = app.assembly.services.billing;
    const buyer = await createAccount(app);
    await catalog.setProvider('bank_transfer', false);
    const { status, body } = await order(buyer, right);
    const shown = (await list('/payment-providers')).body.data[0]?.status;
    await catalog.setProvider('bank_transfer', true);
    expect([status, body.code, shown]).toEqual([400, 'payment.provider_unavailable', 'disabled']);
    expect((await order(buyer, right)).status).toBe(201);
  });

  test.each([
    { ...right, amount: 0 },
    { ...right, amount: 999 },
    { ...right, amount: 1.5 },
    { ...right, amount: '200000' },
    { ...right, amount: 10_000_000_001 },
    { ...right, currency: 'USD' },
    { ...right, provider: 'paypal' },
    { provider: 'bank_transfer', amount: 200_000 },
    { ...right, points: 1_000_000 },
  ])('%j is 422', async (body) => {
    expect((await order(await createAccount(app), body)).status).toBe(422);
  });
});

test('without an account to pay to the gateway is disabled', async () => {
  const bare = await createTestApp();
  try {
    const { token } = await createAccount(bare);
    const providers = await bare.call<Body<Data[]>>('GET', '/payment-providers');
    const answer = await bare.call<Body>('POST', '/me/wallet/topups', {
      token,
      body: { provider: 'bank_transfer', amount: 200_000, currency: 'VND' },
    });
    expect(providers.body.data[0]?.status).toBe('disabled');
    expect([answer.status, answer.body.code]).toEqual([400, 'payment.provider_unavailable']);
  } finally {
    await bare.close();
  }
});
