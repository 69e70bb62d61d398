// What happens at the end of a period, over months that a test lets pass in a moment.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { addJobs } from '../../infra/jobs.ts';
import type { UserId } from '../../lib/ids.ts';
import type { BillingService } from './service.ts';

let app: TestApp;
let billing: BillingService;
let userId: UserId;
beforeAll(async () => {
  app = await createTestApp();
  billing = app.assembly.services.billing;
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(new Date('2026-01-31T09:00:00Z'));
  ({ userId } = await createAccount(app));
});

const grant = (points: number) => billing.wallet.grant(userId, points, 'for a test');
const buy = (code: string, interval: 'monthly' | 'yearly' = 'monthly') =>
  billing.subscriptions.buy(userId, code.includes('.') ? 'addon' : 'plan', code, interval);
const current = () => billing.subscriptions.current(userId);
const day = (date: Date | null) => date?.toISOString().slice(0, 10);
const renewals = async () =>
  (await billing.wallet.transactions(userId, { limit: 100 })).items.filter(({ type }) => type === 'renewal');

describe('a period that ends', () => {
  test('is paid again and follows the calendar', async () => {
    await grant(49 * 3);
    const first = await buy('plus');
    expect([day(first.currentPeriodStart), day(first.currentPeriodEnd)]).toEqual(['2026-01-31', '2026-02-28']);
    app.clock.set(new Date('2026-02-28T10:00:00Z'));
    await billing.settleEndedPeriods();
    const second = await current();
    expect([day(second.currentPeriodStart), day(second.currentPeriodEnd)]).toEqual(['2026-02-28', '2026-03-31']);
    app.clock.set(new Date('2026-03-31T10:00:00Z'));
    await billing.settleEndedPeriods();
    expect(day((await current()).currentPeriodEnd)).toBe('2026-04-30');
    expect(await billing.wallet.balance(userId)).toBe(0);
    expect(await renewals()).toMatchObject([
      { amount: -49, balanceAfter: 0, reference: 'plus:monthly' },
      { amount: -49, balanceAfter: 49, reference: 'plus:monthly' },
    ]);
  });

  test('without enough points ends the plan: expired, and the account is free', async () => {
    await grant(49 + 48);
    await buy('plus');
    app.clock.set(new Date('2026-02-28T10:00:00Z'));
    await billing.settleEndedPeriods();
    expect(await current()).toMatchObject({ plan: { code: 'free' }, status: 'expired', autoRenew: false });
    expect((await billing.planOf(userId)).entitlements['filters.max']).toBe(3);
    expect(await billing.wallet.balance(userId)).toBe(48);
  });

  test('with auto-renew off ends the plan and debits nothing', async () => {
    await grant(500);
    await buy('plus');
    await billing.subscriptions.stop(userId);
    app.clock.set(new Date('2026-02-28T08:59:00Z'));
    expect((await current()).plan.code).toBe('plus');
    app.clock.set(new Date('2026-02-28T09:01:00Z'));
    expect(await current()).toMatchObject({ plan: { code: 'free' }, status: 'expired' });
    expect(await billing.wallet.balance(userId)).toBe(451);
  });

  test('is settled by the first read when the job is late', async () => {
    await grant(98);
    await buy('plus');
    app.clock.set(new Date('2026-03-01T00:00:00Z'));
    expect((await billing.planOf(userId)).code).toBe('plus');
    expect(await billing.wallet.balance(userId)).toBe(0);
    expect(day((await current()).currentPeriodEnd)).toBe('2026-03-31');
  });

  test('is settled by the background job', async () => {
    await grant(98);
    await buy('plus');
    app.clock.set(new Date('2026-03-01T00:00:00Z'));
    await addJobs(app.assembly.database, [{ task: 'billing.settle', payload: {} }]);
    const worker = await app.assembly.startWorker();
    try {
      await expect.poll(() => billing.wallet.balance(userId), { timeout: 5_000 }).toBe(0);
    } finally {
      await worker.stop();
    }
  });

  test('long ago is charged for once, from now on', async () => {
    await grant(1_000);
    await buy('plus');
    app.clock.set(new Date('2026-09-15T12:00:00Z'));
    await billing.settleEndedPeriods();
    const { currentPeriodStart, currentPeriodEnd } = await current();
    expect([day(currentPeriodStart), day(currentPeriodEnd)]).toEqual(['2026-09-15', '2026-10-15']);
    expect(await renewals()).toHaveLength(1);
  });

  test('is not paid a second time when the clock jumps back and forth', async () => {
    await grant(1_000);
    await buy('plus');
    for (const time of [
      '2026-02-28T10:00:00Z',
      '2026-02-01T00:00:00Z',
      '2026-02-28T10:00:00Z',
      '2026-03-30T00:00:00Z',
    ]) {
      app.clock.set(new Date(time));
      await billing.settleEndedPeriods();
    }
    expect(await renewals()).toHaveLength(1);
  });

  test('of an add-on ends or renews apart from the plan', async () => {
    await grant(49 + 19 + 39 + 49 + 20);
    await buy('plus');
    await buy('filters.plus50');
    await buy('domains.plus5');
    app.clock.set(new Date('2026-02-28T10:00:00Z'));
    await billing.settleEndedPeriods();
    const { plan, addons, entitlements } = await current();
    expect([plan.code, addons.map(({ code }) => code)]).toEqual(['plus', ['filters.plus50']]);
    expect(entitlements).toMatchObject({ 'filters.max': 70, 'domains.max': 1 });
    expect(await billing.wallet.balance(userId)).toBe(1);
  });

  test('costs what the catalog says on that day', async () => {
    await grant(49 + 60);
    await buy('plus');
    await billing.catalog.set('plus', { monthly: 60 });
    app.clock.set(new Date('2026-02-28T10:00:00Z'));
    await billing.settleEndedPeriods();
    await billing.catalog.set('plus', { monthly: 49 });
    expect(await billing.wallet.balance(userId)).toBe(0);
  });

  test('is debited once though ten workers settle at the same time', async () => {
    await grant(1_000);
    await buy('pro');
    await buy('mail.plus10k');
    app.clock.set(new Date('2026-02-28T10:00:00Z'));
    await Promise.all([
      ...Array.from({ length: 10 }, () => billing.settleEndedPeriods()),
      ...Array.from({ length: 10 }, () => current()),
    ]);
    expect(await renewals()).toHaveLength(2);
    expect(await billing.wallet.balance(userId)).toBe(1_000 - 2 * (149 + 49));
  });
});

describe('entitlements', () => {
  test('follow a purchase at once', async () => {
    await grant(1_000);
    expect((await billing.planOf(userId)).entitlements['mail.perDay']).toBe(500);
    await buy('pro');
    expect((await billing.planOf(userId)).entitlements['mail.perDay']).toBe(50_000);
    await buy('mail.plus10k');
    expect((await billing.planOf(userId)).entitlements['mail.perDay']).toBe(60_000);
    await buy('free');
    expect((await billing.planOf(userId)).entitlements['mail.perDay']).toBe(10_500);
  });

  test('follow the catalog at once', async () => {
    await billing.planOf(userId);
    await billing.catalog.set('free', { entitlements: ['mail.perDay=7'] });
    const changed = (await billing.planOf(userId)).entitlements['mail.perDay'];
    await billing.catalog.set('free', { entitlements: ['mail.perDay=500'] });
    expect(changed).toBe(7);
  });

  test('that another process changed are seen within a second', async () => {
    await billing.planOf(userId);
    await app.assembly.database.query({ text: `update offers set name = 'Gratis' where code = 'free'` });
    app.clock.advance(1.1);
    const { name } = await billing.planOf(userId);
    await app.assembly.database.query({ text: `update offers set name = 'Free' where code = 'free'` });
    expect(name).toBe('Gratis');
  });
});

describe('the catalog', () => {
  test.each([
    ['pro', { entitlements: ['filters=3'] }],
    ['pro', { entitlements: ['filters.max=many'] }],
    ['pro', { entitlements: ['domains.catchAll=1'] }],
    ['free', { monthly: 5 }],
    ['gold', { monthly: 5 }],
  ])('refuses to set %s to %j', async (code, change) => {
    await expect(billing.catalog.set(code, change)).rejects.toMatchObject({ name: 'AppError' });
  });
});

describe('the operator', () => {
  test('may take points back, though never more than there are', async () => {
    await grant(10);
    await grant(-10);
    await expect(grant(-1)).rejects.toMatchObject({ code: 'wallet.insufficient_points' });
    expect(await billing.wallet.balance(userId)).toBe(0);
  });
});
