// The bank's callback: every documented answer, recorded once, and nobody else gets in. What becomes of it is in
// bank-reconciliation.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../test/support/app.ts';
import {
  BANK_ENV,
  BANK_KEY,
  type BankTest,
  bankReport,
  reportToBankHook,
  startBankTest,
} from '../../../test/support/bank.ts';

let run: BankTest;
beforeAll(async () => {
  run = await startBankTest();
});
afterAll(() => run.app.close());

describe('POST /integrations/bank/webhook', () => {
  test('records and answers what SePay expects, and credits nothing itself', async () => {
    const order = await run.newOrder();
    const answer = await reportToBankHook(run.app, bankReport({ code: order.memo }));
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    expect((await run.readOrder(order.id)).status).toBe('pending');
  });

  test('records a transaction once, though it comes a hundred times at once', async () => {
    const order = await run.newOrder();
    const before = await run.transactions();
    const report = bankReport({ code: order.memo });
    const answers = await Promise.all(Array.from({ length: 100 }, () => reportToBankHook(run.app, report)));
    expect(answers.every(({ status, body }) => status === 200 && body.success)).toBe(true);
    expect(await run.transactions()).toBe(before + 1);
  });

  test('takes a form too', async () => {
    const order = await run.newOrder();
    const form = new URLSearchParams({
      id: 'F-1',
      content: `ck ${order.memo}`,
      transferType: 'in',
      transferAmount: '200000',
    });
    const answer = await reportToBankHook(run.app, form.toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    await run.services.bank.reconcile();
    expect((await run.readOrder(order.id)).status).toBe('credited');
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
    expect((await reportToBankHook(run.app, report)).status).toBe(200);
    await run.services.bank.reconcile();
    expect(await run.heldReason(report['id'])).toBeDefined();
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
    const before = await run.transactions();
    expect((await reportToBankHook(run.app, body)).status).toBe(status);
    expect(await run.transactions()).toBe(before);
  });

  test.each([
    ['id=1&id=2', 400],
    ['id=1&content=%00', 400],
    ['content=x', 422],
  ])('refuses the form %s', async (body, status) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await reportToBankHook(run.app, body, { headers })).status).toBe(status);
  });

  test('takes forms nowhere else', async () => {
    const answer = await run.app.call('POST', '/me/addons', {
      token: run.owner.token,
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
    const before = await run.transactions();
    const answer = await run.app.call('POST', '/integrations/bank/webhook', { headers, body: bankReport() });
    expect(answer.status).toBe(401);
    expect(await run.transactions()).toBe(before);
  });

  test('history cannot be changed', async () => {
    await reportToBankHook(run.app, bankReport());
    for (const text of ['update bank_transactions set amount = 1', 'delete from bank_transactions']) {
      await expect(run.app.assembly.database.query({ text })).rejects.toThrow(/append-only/);
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

test('after all of that the money is right', async () => {
  expect(await run.services.billing.checkMoney()).toEqual([]);
});
