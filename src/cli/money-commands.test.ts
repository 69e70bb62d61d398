// The operator's commands about money, over the same services as the API.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { BANK_ENV, bankReport, reportToBankHook } from '../../test/support/bank.ts';
import { bankCommands } from './bank.ts';
import type { Command, Output } from './command.ts';
import { planCommands } from './plans.ts';
import { pointCommands } from './points.ts';
import { providerCommands } from './providers.ts';

let app: TestApp;
let owner: TestAccount;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
  owner = await createAccount(app);
});
afterAll(() => app.close());

async function run(
  name: string,
  args: Record<string, string> = {},
  options: Record<string, unknown> = {},
): Promise<Output> {
  const commands = [...pointCommands, ...planCommands, ...providerCommands, ...bankCommands];
  const command = commands.find((candidate) => candidate.name === name);
  const call = { args, options, rest: [], open: async () => app.assembly } as unknown as Parameters<Command['run']>[0];
  return (await command?.run(call)) as Output;
}
const billing = () => app.assembly.services.billing;

describe('points', () => {
  test('grant puts points into the ledger with the reason, and show shows them', async () => {
    const { email, userId } = owner;
    const granted = await run('points grant', { email: email.toUpperCase(), n: '120' }, { reason: 'a gift' });
    expect(granted.json).toMatchObject({ email, amount: 120, balance: 120 });
    await run('points grant', { email, n: '-20' }, { reason: 'a mistake' });
    expect(await billing().wallet.balance(userId)).toBe(100);
    const shown = await run('points show', { email });
    expect(shown.json).toMatchObject({ balance: 100, entries: [{ reference: 'a mistake' }, { reference: 'a gift' }] });
    expect(shown.text).toContain('100 points, plan free');
  });

  test.each([
    [{ n: '0' }, { reason: 'x' }, /other than 0/],
    [{ n: '1.5' }, { reason: 'x' }, /whole number/],
    [{ n: '5' }, {}, /--reason is missing/],
    [{ n: '5' }, { reason: ' ' }, /--reason is missing/],
    [{ n: '-101' }, { reason: 'x' }, /has 100 points/],
    [{ n: '5', email: 'nobody@people.example' }, { reason: 'x' }, /no account nobody@people.example/],
  ])('grant refuses %j %j', async (args, options, message) => {
    await expect(run('points grant', { email: owner.email, ...args }, options)).rejects.toThrow(message);
  });
});

describe('plans', () => {
  test('set changes what is named and leaves the rest', async () => {
    const changed = await run('plans set', { code: 'business' }, { monthly: '599', entitlement: ['domains.max=60'] });
    expect(changed.json).toMatchObject({
      prices: { monthly: 599, yearly: 4_990 },
      entitlements: { 'domains.max': 60, 'filters.max': 1_000 },
    });
    expect((await run('plans list')).text).toMatch(
      /business +Business +599 +4990 +domains.max=60 domains.catchAll=yes/,
    );
  });

  test.each([
    ['business', {}, /Say what to change/],
    ['business', { monthly: '-1' }, /whole number/],
    ['gold', { monthly: '1' }, /no plan or add-on "gold"/],
    ['free', { monthly: '1' }, /stays free/],
    ['business', { entitlement: ['x=1'] }, /not KEY=VALUE/],
  ])('set %s %j is refused', async (code, options, message) => {
    await expect(run('plans set', { code }, options)).rejects.toThrow(message);
  });
});

describe('providers', () => {
  test('set switches a gateway off and on', async () => {
    expect((await run('providers set', { code: 'bank_transfer', status: 'disabled' })).text).toContain('is disabled');
    expect((await run('providers list')).json).toMatchObject([{ status: 'disabled' }, { status: 'coming_soon' }]);
    expect((await run('providers set', { code: 'bank_transfer', status: 'active' })).text).toBe(
      'bank_transfer is active.',
    );
  });

  test.each([
    ['bnb', 'active', /not built yet/],
    ['paypal', 'active', /no provider "paypal"/],
    ['bank_transfer', 'off', /active, disabled/],
  ])('set %s %s is refused', async (code, status, message) => {
    await expect(run('providers set', { code, status })).rejects.toThrow(message);
  });
});

describe('bank', () => {
  test('unmatched lists what is held, and match credits it once', async () => {
    const order = await billing().topups.create(owner.userId, {
      provider: 'bank_transfer',
      amount: 50_000,
      currency: 'VND',
    });
    await reportToBankHook(app, bankReport({ code: order.memo, transferAmount: 40_000 }));
    await app.assembly.services.bank.reconcile();
    const { json, text } = await run('bank unmatched');
    expect(text).toContain(`${order.memo} is about 50000 VND, 40000 came`);
    const [held] = json as { id: string }[];
    const args = { transaction: held?.id ?? '', order: order.memo.toLowerCase() };
    expect((await run('bank match', args)).text).toContain('Credited 40 points');
    await expect(run('bank match', args)).rejects.toThrow(/credited already/);
    expect((await run('bank unmatched')).text).toBe('Every transfer is credited.');
  });
});
