// The reconciliation after the bank's callback: credited once, and whatever does not match is held for the operator.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BankTest, bankReport, reportToBankHook, startBankTest } from '../../../test/support/bank.ts';

let run: BankTest;
beforeAll(async () => {
  run = await startBankTest();
});
afterAll(() => run.app.close());

describe('reconciliation credits', () => {
  test('an order whose memo is in code', async () => {
    const order = await run.newOrder();
    const before = await run.services.billing.wallet.balance(run.owner.userId);
    expect(await run.pay(order, { code: order.memo.toLowerCase() })).toBe('credited');
    expect(await run.services.billing.wallet.balance(run.owner.userId)).toBe(before + 200);
    const [entry] = (await run.services.billing.wallet.transactions(run.owner.userId, { limit: 1 })).items;
    expect(entry).toMatchObject({ type: 'topup', amount: 200, reference: order.id });
  });

  test('an order whose memo is somewhere in a messy content', async () => {
    const order = await run.newOrder();
    const messy = `MBVCB.99.${order.memo.slice(0, 2)} ${order.memo.slice(2, 6)}-${order.memo.slice(6)}.CT tu 001 toi 002`;
    expect(await run.pay(order, { content: messy })).toBe('credited');
  });

  test('an order that is paid late', async () => {
    const order = await run.newOrder();
    run.app.clock.advance(3 * 86_400);
    expect((await run.readOrder(order.id)).status).toBe('expired');
    expect(await run.pay(order, { code: order.memo })).toBe('credited');
  });

  test('an order once, though ten workers reconcile at the same time', async () => {
    const order = await run.newOrder();
    const before = await run.services.billing.wallet.balance(run.owner.userId);
    await reportToBankHook(run.app, bankReport({ code: order.memo }));
    await Promise.all(Array.from({ length: 10 }, () => run.services.bank.reconcile()));
    expect(await run.services.billing.wallet.balance(run.owner.userId)).toBe(before + 200);
  });

  test('by itself right after the callback', async () => {
    const order = await run.newOrder();
    const worker = await run.app.assembly.startWorker();
    try {
      await reportToBankHook(run.app, bankReport({ code: order.memo }));
      await expect.poll(async () => (await run.readOrder(order.id)).status, { timeout: 5_000 }).toBe('credited');
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
    const order = await run.newOrder();
    const report = bankReport({ code: order.memo, ...changes });
    expect(await run.pay(order, report)).toBe('pending');
    expect(await run.heldReason(report['id'])).toMatch(reason);
  });

  test('a transfer without a memo, and one with an unknown memo', async () => {
    const none = bankReport({ content: 'tien nha' });
    const unknown = bankReport({ content: 'MFACDEFHJK' });
    for (const report of [none, unknown]) await reportToBankHook(run.app, report);
    await run.services.bank.reconcile();
    expect(await run.heldReason(none['id'])).toMatch(/no memo/);
    expect(await run.heldReason(unknown['id'])).toMatch(/no order has the memo MFACDEFHJK/);
  });

  test('a second transfer on one memo', async () => {
    const order = await run.newOrder();
    await run.pay(order, { code: order.memo });
    const before = await run.services.billing.wallet.balance(run.owner.userId);
    const second = bankReport({ code: order.memo });
    await run.pay(order, second);
    expect(await run.heldReason(second['id'])).toMatch(/credited already/);
    expect(await run.services.billing.wallet.balance(run.owner.userId)).toBe(before);
  });

  test('a transfer that names two orders', async () => {
    const [one, two] = [await run.newOrder(), await run.newOrder()];
    const report = bankReport({ code: one.memo, content: two.memo });
    expect(await run.pay(one, report)).toBe('pending');
    expect(await run.heldReason(report['id'])).toMatch(/several orders/);
  });
});

describe('the operator', () => {
  const held = async (changes: Record<string, unknown>) => {
    const report = bankReport(changes);
    await reportToBankHook(run.app, report);
    await run.services.bank.reconcile();
    return String(report['id']);
  };

  test('settles a wrong amount: what came in is credited at the order’s rate', async () => {
    const order = await run.newOrder();
    const id = await held({ code: order.memo, transferAmount: 150_500 });
    const before = await run.services.billing.wallet.balance(run.owner.userId);
    expect(await run.services.bank.match(id, order.memo)).toMatchObject({ credited: true, points: 150 });
    expect(await run.services.billing.wallet.balance(run.owner.userId)).toBe(before + 150);
    expect(await run.readOrder(order.id)).toMatchObject({ status: 'credited', points: 150 });
    expect(await run.heldReason(id)).toBeUndefined();
  });

  test('cannot credit one transfer or one order twice, also not at the same time', async () => {
    const [one, two] = [await run.newOrder(), await run.newOrder()];
    const id = await held({ content: 'no memo' });
    const outcomes = await Promise.all([one, two, one].map((order) => run.services.bank.match(id, order.id)));
    expect(outcomes.filter(({ credited }) => credited)).toHaveLength(1);
    const paid = (await run.readOrder(one.id)).status === 'credited' ? one : two;
    const another = await held({ content: 'again' });
    expect(await run.services.bank.match(another, paid.id)).toMatchObject({ credited: false });
  });

  test.each<[string, Record<string, unknown>]>([
    ['less than a point', { transferAmount: 999 }],
    ['money that went out', { transferType: 'out' }],
    ['an amount that cannot be read', { transferAmount: null }],
  ])('cannot credit %s', async (_what, changes) => {
    const order = await run.newOrder();
    expect(await run.services.bank.match(await held(changes), order.id)).toMatchObject({ credited: false });
    expect((await run.readOrder(order.id)).status).toBe('pending');
  });

  test('is told when there is no such transaction or order', async () => {
    await expect(run.services.bank.match('nothing', 'MFACDEFHJK')).rejects.toThrow(/no bank transaction "nothing"/);
    await expect(run.services.bank.match(await held({}), 'MFACDEFHJK')).rejects.toThrow(/no order/);
  });
});

test('after all of that the money is right', async () => {
  expect(await run.services.billing.checkMoney()).toEqual([]);
});
