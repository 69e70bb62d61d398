// The bank's callback and the reconciliation after it: recorded once, credited once, and whatever does not match is held.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { BANK_ENV, BANK_KEY, bankReport, reportToBankHook } from '../../../test/support/bank.ts';

let app: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
  owner = await createAccount(app);
});
afterAll(() => app.close());

const services = () => app.assembly.services;
const newOrder = (amount = 200_000) =>
  services().billing.topups.create(owner.userId, { provider: 'bank_transfer', amount, currency: 'VND' });
const readOrder = async (id: string) =>
  (
    await app.call<{ data: { status: string; points: number; creditedAt: string | null } }>(
      'GET',
      `/me/wallet/topups/${id}`,
      { token: (await services().auth.issueToken(owner.userId)).token },
    )
  ).body.data;
const heldReason = async (id: unknown) =>
  (await services().bank.unmatched()).find(({ providerId }) => providerId === String(id))?.reason;
const count = async (table: string) =>
  (await app.assembly.database.query<{ n: number }>({ text: `select count(*) as n from ${table}` }))[0]?.n;

/** Reports, lets reconciliation run, and answers the order's status. */
async function pay(order: { id: string }, changes: Record<string, unknown>): Promise<string> {
  expect((await reportToBankHook(app, bankReport(changes))).status).toBe(200);
  await services().bank.reconcile();
  return (await readOrder(order.id)).status;
}

describe('POST /integrations/bank/webhook', () => {
  test('records and answers what SePay expects, and credits nothing itself', async () => {
    const order = await newOrder();
    const answer = await reportToBankHook(app, bankReport({ code: order.memo }));
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await readOrder(order.id)).status).toBe('pending');
  });

  test('records a transaction once, though it comes a hundred times at once', async () => {
    const order = await newOrder();
    const before = (await count('bank_transactions')) ?? 0;
    const report = bankReport({ code: order.memo });
    const answers = await Promise.all(Array.from({ length: 100 }, () => reportToBankHook(app, report)));
    expect(answers.every(({ status, body }) => status === 200 && body.success)).toBe(true);
    expect(await count('bank_transactions')).toBe(before + 1);
  });

  test('takes a form too', async () => {
    const order = await newOrder();
    const form = new URLSearchParams({
      id: 'F-1',
      content: `ck ${order.memo}`,
      transferType: 'in',
      transferAmount: '200000',
    });
    const answer = await reportToBankHook(app, form.toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    await services().bank.reconcile();
    expect((await readOrder(order.id)).status).toBe('credited');
  });

  test.each([
    ['unknown members', { colour: 'blue', nested: { deep: true } }],
    ['missing members', { gateway: undefined, transferAmount: undefined, content: undefined, transferType: undefined }],
    ['odd members', { transferAmount: { value: 3 }, content: ['x'], code: 7, transferType: null }],
    ['a negative amount', { transferAmount: -5 }],
    ['an amount beyond reason', { transferAmount: 1e300 }],
    ['an id that is a text', { id: 'FT26090-abc' }],
  ])('records a report with %s', async (_what, changes) => {
    const report = bankReport(changes);
    expect((await reportToBankHook(app, report)).status).toBe(200);
    await services().bank.reconcile();
    expect(await heldReason(report['id'])).toBeDefined();
  });

  test.each([
    ['without an id', bankReport({ id: undefined }), 422],
    ['with an empty id', bankReport({ id: ' ' }), 422],
    ['with an id that is no whole number', bankReport({ id: 1.5 }), 422],
    ['with an id that was rounded', bankReport({ id: 2 ** 60 }), 422],
    ['with an endless id', bankReport({ id: 'x'.repeat(65) }), 422],
    ['that is a list', [bankReport()], 422],
    ['that is not JSON', '{', 400],
  ])('refuses a body %s', async (_what, body, status) => {
    const before = await count('bank_transactions');
    expect((await reportToBankHook(app, body)).status).toBe(status);
    expect(await count('bank_transactions')).toBe(before);
  });

  test.each([
    ['id=1&id=2', 400],
    ['id=1&content=%00', 400],
    ['content=x', 422],
  ])('refuses the form %s', async (body, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await reportToBankHook(app, body, { headers })).status).toBe(status);
  });

  test('takes forms nowhere else', async () => {
    const answer = await app.call('POST', '/me/addons', {
      token: owner.token,
      body: 'code=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(400);
  });

  test.each([
    ['no credential', {}],
    ['a wrong secret', { authorization: `Apikey ${BANK_KEY}x` }],
    ['an empty secret', { authorization: 'Apikey ' }],
    ['the secret as a bearer', { authorization: `Bearer ${BANK_KEY}` }],
    ['the secret as a developer key', { 'x-api-key': BANK_KEY }],
  ])('answers 401 to %s and records nothing', async (_what, headers) => {
    const before = await count('bank_transactions');
    const answer = await app.call('POST', '/integrations/bank/webhook', { headers, body: bankReport() });
    expect(answer.status).toBe(401);
    expect(await count('bank_transactions')).toBe(before);
  });

  test('history cannot be changed', async () => {
    await reportToBankHook(app, bankReport());
    for (const text of ['update bank_transactions set amount = 1', 'delete from bank_transactions']) {
      await expect(app.assembly.database.query({ text })).rejects.toThrow(/append-only/);
    }
  });
});

describe('the guard of the callback', () => {
  test('without a secret set nobody gets in', async () => {
    const bare = await createTestApp();
    try {
      for (const key of [BANK_KEY, '', 'null', 'undefined']) {
        expect((await reportToBankHook(bare, bankReport(), { key })).status).toBe(401);
      }
    } finally {
      await bare.close();
    }
  });

  test('only listed addresses get in, by the proxy’s word only if it is trusted', async () => {
    const guarded = await createTestApp({
      ...BANK_ENV,
      BANK_ALLOWED_IPS: '203.0.113.0/28, 2001:db8::7',
      TRUST_PROXY: '10.0.0.0/8',
    });
    const from = async (ip: string, forwarded?: string) =>
      (
        await reportToBankHook(guarded, bankReport(), {
          ip,
          ...(forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
        })
      ).status;
    try {
      expect(await from('203.0.113.5')).toBe(200);
      expect(await from('::ffff:203.0.113.5')).toBe(200);
      expect(await from('2001:db8::7')).toBe(200);
      expect(await from('203.0.113.16')).toBe(401);
      expect(await from('198.51.100.1', '203.0.113.5')).toBe(401);
      expect(await from('10.0.0.1', '203.0.113.5')).toBe(200);
      expect(await from('10.0.0.1', '203.0.113.5, 198.51.100.1')).toBe(401);
    } finally {
      await guarded.close();
    }
  });
});

describe('reconciliation credits', () => {
  test('an order whose memo is in code', async () => {
    const order = await newOrder();
    const before = await services().billing.wallet.balance(owner.userId);
    expect(await pay(order, { code: order.memo.toLowerCase() })).toBe('credited');
    expect(await services().billing.wallet.balance(owner.userId)).toBe(before + 200);
    const [entry] = (await services().billing.wallet.transactions(owner.userId, { limit: 1 })).items;
    expect(entry).toMatchObject({ type: 'topup', amount: 200, reference: order.id });
  });

  test('an order whose memo is somewhere in a messy content', async () => {
    const order = await newOrder();
    const messy = `MBVCB.99.${order.memo.slice(0, 2)} ${order.memo.slice(2, 6)}-${order.memo.slice(6)}.CT tu 001 toi 002`;
    expect(await pay(order, { content: messy })).toBe('credited');
  });

  test('an order that is paid late', async () => {
    const order = await newOrder();
    app.clock.advance(3 * 86_400);
    expect((await readOrder(order.id)).status).toBe('expired');
    expect(await pay(order, { code: order.memo })).toBe('credited');
  });

  test('an order once, though ten workers reconcile at the same time', async () => {
    const order = await newOrder();
    const before = await services().billing.wallet.balance(owner.userId);
    await reportToBankHook(app, bankReport({ code: order.memo }));
    await Promise.all(Array.from({ length: 10 }, () => services().bank.reconcile()));
    expect(await services().billing.wallet.balance(owner.userId)).toBe(before + 200);
  });

  test('by itself right after the callback', async () => {
    const order = await newOrder();
    const worker = await app.assembly.startWorker();
    try {
      await reportToBankHook(app, bankReport({ code: order.memo }));
      await expect.poll(async () => (await readOrder(order.id)).status, { timeout: 5_000 }).toBe('credited');
    } finally {
      await worker.stop();
    }
  });
});

describe('reconciliation holds', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['too little', { transferAmount: 199_999 }, /is about 200000 VND, 199999 came/],
    ['too much', { transferAmount: 200_001 }, /200001 came/],
    ['an amount that cannot be read', { transferAmount: 'much' }, /cannot be read/],
    ['money that went out', { transferType: 'out' }, /not an incoming/],
  ])('%s', async (_what, changes, reason) => {
    const order = await newOrder();
    const report = bankReport({ code: order.memo, ...changes });
    expect(await pay(order, report)).toBe('pending');
    expect(await heldReason(report['id'])).toMatch(reason);
  });

  test('a transfer without a memo, and one with an unknown memo', async () => {
    const none = bankReport({ content: 'tien nha' });
    const unknown = bankReport({ content: 'MFACDEFHJK' });
    for (const report of [none, unknown]) await reportToBankHook(app, report);
    await services().bank.reconcile();
    expect(await heldReason(none['id'])).toMatch(/no memo/);
    expect(await heldReason(unknown['id'])).toMatch(/no order has the memo MFACDEFHJK/);
  });

  test('a second transfer on one memo', async () => {
    const order = await newOrder();
    await pay(order, { code: order.memo });
    const before = await services().billing.wallet.balance(owner.userId);
    const second = bankReport({ code: order.memo });
    await pay(order, second);
    expect(await heldReason(second['id'])).toMatch(/credited already/);
    expect(await services().billing.wallet.balance(owner.userId)).toBe(before);
  });

  test('a transfer that names two orders', async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    const report = bankReport({ code: one.memo, content: two.memo });
    expect(await pay(one, report)).toBe('pending');
    expect(await heldReason(report['id'])).toMatch(/several orders/);
  });
});

describe('the operator', () => {
  const held = async (changes: Record<string, unknown>) => {
    const report = bankReport(changes);
    await reportToBankHook(app, report);
    await services().bank.reconcile();
    return String(report['id']);
  };

  test('settles a wrong amount: what came in is credited at the order’s rate', async () => {
    const order = await newOrder();
    const id = await held({ code: order.memo, transferAmount: 150_500 });
    const before = await services().billing.wallet.balance(owner.userId);
    expect(await services().bank.match(id, order.memo)).toMatchObject({ credited: true, points: 150 });
    expect(await services().billing.wallet.balance(owner.userId)).toBe(before + 150);
    expect(await readOrder(order.id)).toMatchObject({ status: 'credited', points: 150 });
    expect(await heldReason(id)).toBeUndefined();
  });

  test('cannot credit one transfer or one order twice, also not at the same time', async () => {
    const [one, two] = [await newOrder(), await newOrder()];
    const id = await held({ content: 'no memo' });
    const outcomes = await Promise.all([one, two, one].map((order) => services().bank.match(id, order.id)));
    expect(outcomes.filter(({ credited }) => credited)).toHaveLength(1);
    const paid = (await readOrder(one.id)).status === 'credited' ? one : two;
    const another = await held({ content: 'again' });
    expect(await services().bank.match(another, paid.id)).toMatchObject({ credited: false });
  });

  test.each<[string, Record<string, unknown>]>([
    ['less than a point', { transferAmount: 999 }],
    ['money that went out', { transferType: 'out' }],
    ['an amount that cannot be read', { transferAmount: null }],
  ])('cannot credit %s', async (_what, changes) => {
    const order = await newOrder();
    expect(await services().bank.match(await held(changes), order.id)).toMatchObject({ credited: false });
    expect((await readOrder(order.id)).status).toBe('pending');
  });

  test('is told when there is no such transaction or order', async () => {
    await expect(services().bank.match('nothing', 'MFACDEFHJK')).rejects.toThrow(/no bank transaction "nothing"/);
    await expect(services().bank.match(await held({}), 'MFACDEFHJK')).rejects.toThrow(/no order/);
  });
});

test('after all of that the money is right', async () => {
  expect(await services().billing.checkMoney()).toEqual([]);
});
