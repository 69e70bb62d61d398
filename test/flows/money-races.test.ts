// Money under races and kills: the wallet's lock decides, and a purchase happens whole or not at all.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { BANK_ENV, bankReport, reportToBankHook } from '../support/bank.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
});
afterAll(() => app.close());

const billing = () => app.assembly.services.billing;
const sql = <Row>(text: string) => app.assembly.database.query<Row>({ text });

describe('fifty purchases at once with points for one', () => {
  test.each([
    ['/me/subscription', { planCode: 'pro', interval: 'monthly' }, 149],
    ['/me/addons', { code: 'mail.plus10k', interval: 'monthly' }, 49],
  ])('POST %s: one 201, 49 × 402', async (path, body, price) => {
    const { userId, token } = await createAccount(app);
    await billing().wallet.grant(userId, price, 'for one');
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.call('POST', path, { token, body })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 402)).toHaveLength(49);
    expect(await billing().wallet.balance(userId)).toBe(0);
    expect(await billing().checkMoney()).toEqual([]);
  });
});

test('purchases, renewals, credits and adjustments of one wallet at once add up', async () => {
  const { userId } = await createAccount(app);
  await billing().wallet.grant(userId, 10_000, 'plenty');
  await billing().subscriptions.buy(userId, 'plan', 'plus', 'monthly');
  app.clock.advance(40 * 86_400);
  const orders = await Promise.all(
    Array.from({ length: 10 }, () =>
      billing().topups.create(userId, { provider: 'bank_transfer', amount: 10_000, currency: 'VND' }),
    ),
  );
  for (const { memo } of orders) await reportToBankHook(app, bankReport({ code: memo, transferAmount: 10_000 }));
  await Promise.all([
    ...Array.from({ length: 4 }, () => app.assembly.services.bank.reconcile()),
    ...Array.from({ length: 4 }, () => billing().settleEndedPeriods()),
    ...Array.from({ length: 10 }, () => billing().subscriptions.buy(userId, 'addon', 'filters.plus50', 'monthly')),
    ...Array.from({ length: 10 }, () => billing().wallet.grant(userId, -1, 'a fee')),
    ...Array.from({ length: 10 }, () => billing().planOf(userId)),
  ]);
  expect(await billing().wallet.balance(userId)).toBe(10_000 - 2 * 49 + 100 - 190 - 10);
  expect(await billing().checkMoney()).toEqual([]);
});

describe('kill -9 of the process that buys', () => {
  const stop = (child: ChildProcess) =>
    new Promise<void>((done) => {
      if (child.exitCode !== null || child.signalCode !== null) return done();
      child.once('exit', () => done());
      child.kill('SIGKILL');
    });

  /** Stops the purchase at a place inside its transaction for long enough to be killed there. */
  async function killedAt(trigger: string): Promise<{ balance: number; plan: string; entries: number }> {
    // The other process has no clock that a test could move.
    app.clock.set(new Date());
    const { userId } = await createAccount(app);
    await billing().wallet.grant(userId, 100, 'for a test');
    await sql(
      `create function rest() returns trigger language plpgsql as 'begin perform pg_sleep(1.5); return new; end'`,
    );
    await sql(`create ${trigger} for each row execute function rest()`);
    const script = fileURLToPath(new URL('../support/purchase-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, app.databaseUrl, userId, 'plus'], { stdio: 'ignore' });
    try {
      const resting = `select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
      await expect.poll(() => sql(resting), { timeout: 10_000, interval: 20 }).toHaveLength(1);
      await stop(child);
      expect(child.signalCode).toBe('SIGKILL');
      // The server finishes its statement and then finds nobody there.
      await expect.poll(() => sql(resting), { timeout: 10_000, interval: 20 }).toHaveLength(0);
      await sql('drop function rest() cascade');
    } finally {
      await stop(child);
    }
    return {
      balance: await billing().wallet.balance(userId),
      plan: (await billing().planOf(userId)).code,
      entries: (await billing().wallet.transactions(userId, { limit: 10 })).items.length,
    };
  }
  const neither = { balance: 100, plan: 'free', entries: 1 };
  const both = { balance: 51, plan: 'plus', entries: 2 };

  test.each([
    ['before the activation: neither', 'trigger rest before insert on subscriptions', neither],
    ['between activation and debit: neither', 'trigger rest before insert on ledger_entries', neither],
    ['after both, before the commit: neither', 'trigger rest after insert on ledger_entries', neither],
    [
      'after the commit was sent: both',
      'constraint trigger rest after insert on ledger_entries deferrable initially deferred',
      both,
    ],
  ])('%s', async (_when, trigger, outcome) => {
    expect(await killedAt(trigger)).toEqual(outcome);
    expect(await billing().checkMoney()).toEqual([]);
  });
});
