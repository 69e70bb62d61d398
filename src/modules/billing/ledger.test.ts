// What the database itself refuses, whoever asks.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { BANK_ENV } from '../../../test/support/bank.ts';
import type { UserId } from '../../lib/ids.ts';

let app: TestApp;
let userId: UserId;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
  ({ userId } = await createAccount(app));
  const { billing } = app.assembly.services;
  await billing.wallet.grant(userId, 100, 'for a test');
  await billing.subscriptions.buy(userId, 'plan', 'plus', 'monthly');
  await billing.topups.create(userId, { provider: 'bank_transfer', amount: 5_000, currency: 'VND' });
});
afterAll(() => app.close());

const entry = (values: string) => `
  with w as (update wallets set balance = balance + 5, entries = entries + 1 returning user_id, balance, entries)
  insert into ledger_entries (id, user_id, position, balance_after, reference, created_at, type, amount, topup_id, subscription_id, period_start)
  select 'txn_x', user_id, entries, balance, 'x', now(), ${values} from w`;
const sub = '(select id from subscriptions)';
const top = '(select id from topup_orders)';

describe('the database refuses', () => {
  test.each<[what: string, text: string, because: RegExp]>([
    ['a negative balance', 'update wallets set balance = -1', /wallets_balance/],
    ['a balance without an entry', 'update wallets set balance = balance + 1', /does not equal its ledger/],
    [
      'an entry without the balance',
      `insert into ledger_entries (id, user_id, position, type, amount, balance_after, reference, created_at)
       select 'txn_x', user_id, 3, 'adjustment', 5, 56, 'x', now() from wallets`,
      /does not equal its ledger/,
    ],
    ['an entry that does not follow', entry(`'adjustment', 4, null, null, null`), /does not follow/],
    ['an entry that moves nothing', entry(`'adjustment', 0, null, null, null`), /amount_check/],
    ['a top-up entry without an order', entry(`'topup', 5, null, null, null`), /entries_cause/],
    ['a purchase without a subscription', entry(`'subscription', -5, null, null, null`), /entries_cause/],
    ['a renewal without a period', entry(`'renewal', -5, null, ${sub}, null`), /entries_cause/],
    ['a purchase that brings points', entry(`'subscription', 5, null, ${sub}, now()`), /entries_cause/],
    ['an adjustment that claims an order', entry(`'adjustment', 5, ${top}, null, null`), /entries_cause/],
    ['an order that does not exist', entry(`'topup', 5, 'top_x', null, null`), /topup_id.*fkey/],
    [
      'a period that is paid twice',
      entry(`'renewal', -5, null, ${sub}, (select period_start from subscriptions)`),
      /entries_period_once/,
    ],
    ['a change of history', 'update ledger_entries set amount = amount', /append-only/],
    ['an end of history', 'delete from ledger_entries', /append-only/],
    ['no history at all', 'truncate ledger_entries cascade', /append-only/],
    [
      'a second plan',
      `insert into subscriptions select 'sub_x', user_id, kind, code, interval, status, auto_renew, price, anchor,
       period_number, period_start, period_end, created_at, ended_at from subscriptions`,
      /one_plan/,
    ],
    ['a price on the free plan', `update offers set monthly = 1 where code = 'free'`, /free_is_free/],
  ])('%s', async (_what, text, because) => {
    await expect(app.assembly.database.query({ text })).rejects.toThrow(because);
    expect(await app.assembly.services.billing.checkMoney()).toEqual([]);
  });
});

test('the check of the money finds what a hand in the database broke', async () => {
  const { database, services } = app.assembly;
  await database.transaction(async (tx) => {
    await tx.query({ text: 'set local session_replication_role = replica' });
    await tx.query({ text: 'update wallets set balance = balance + 7' });
    await tx.query({ text: 'update ledger_entries set amount = amount + 1 where position = 2' });
    await tx.query({ text: 'update topup_orders set credited_at = now()' });
  });
  expect((await services.billing.checkMoney()).map(({ rule, count }) => [rule, count])).toEqual([
    ['every balance is the sum of its ledger and not negative', 1],
    ['every ledger entry follows from the one before it', 1],
    ['every top-up is credited exactly when its ledger entry is there, with those points', 1],
    ['every current period that has a price is paid', 1],
  ]);
});
