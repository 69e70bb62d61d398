// Random lives of accounts: grants, purchases, add-ons, renewals over clock jumps, top-ups, repeated callbacks, operators
// and crashes, several at once. After every round the books are checked. PROPERTY_RUNS=500 makes it a long run.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '../../src/lib/ids.ts';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { BANK_ENV, bankReport, reportToBankHook } from '../support/bank.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 20);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(BANK_ENV);
  await installFaults();
});
afterAll(() => app.close());

const billing = () => app.assembly.services.billing;
const bank = () => app.assembly.services.bank;
const sql = <Row>(text: string, values: unknown[] = []) => app.assembly.database.query<Row>({ text, values });

// Places inside the transactions where a statement can be made to fail, or the connection to die.
const PLACES = [
  ['before', 'insert', 'subscriptions'],
  ['before', 'update', 'subscriptions'],
  ['before', 'update', 'wallets'],
  ['before', 'insert', 'ledger_entries'],
  ['after', 'insert', 'ledger_entries'],
  ['before', 'update', 'topup_orders'],
  ['before', 'insert', 'bank_settlements'],
  ['before', 'update', 'bank_settlements'],
  ['commit', 'insert', 'ledger_entries'],
] as const;
const placeName = ([when, event, table]: (typeof PLACES)[number]) => `${when}_${event}_${table}`;

async function installFaults(): Promise<void> {
  await sql('create table armed_fault (place text, kind text)');
  await sql(`create function fault() returns trigger language plpgsql as $$
    declare armed text;
    begin
      select kind into armed from armed_fault where place = tg_argv[0];
      if armed = 'error' then raise exception 'injected'; end if;
      if armed = 'crash' then perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5); end if;
      return new;
    end $$`);
  for (const place of PLACES) {
    const [when, event, table] = place;
    const kind = when === 'commit' ? 'constraint trigger' : 'trigger';
    const moment = when === 'commit' ? `after ${event}` : `${when} ${event}`;
    const late = when === 'commit' ? 'deferrable initially deferred' : '';
    await sql(
      `create ${kind} a_${placeName(place)} ${moment} on ${table} ${late} for each row execute function fault('${placeName(place)}')`,
    );
  }
}

interface World {
  readonly users: readonly UserId[];
  readonly orders: { id: string; memo: string; amount: number }[];
  readonly reports: Record<string, unknown>[];
  /** What was acknowledged: it must be there, and nothing else. */
  granted: number;
  bought: number;
  readonly recorded: Set<string>;
}

type Step = (world: World) => Promise<unknown>;

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)];
const userOf = (world: World, n: number) => pick(world.users, n) as UserId;
const interval = fc.constantFrom('monthly' as const, 'yearly' as const);
const index = fc.nat(30);

const grant = fc.tuple(index, fc.integer({ min: -300, max: 2_000 })).map(
  ([n, points]): Step =>
    async (world) => {
      if (points === 0) return;
      await billing().wallet.grant(userOf(world, n), points, 'property');
      world.granted += points;
    },
);
const buy = fc
  .tuple(index, fc.constantFrom('free', 'plus', 'pro', 'business', 'filters.plus50', 'mail.plus10k'), interval)
  .map(
    ([n, code, every]): Step =>
      async (world) => {
        await billing().subscriptions.buy(userOf(world, n), code.includes('.') ? 'addon' : 'plan', code, every);
        if (code !== 'free') world.bought++;
      },
  );
const stop = index.map(
  (n): Step =>
    (world) =>
      billing().subscriptions.stop(userOf(world, n)),
);
const look = index.map(
  (n): Step =>
    (world) =>
      billing().planOf(userOf(world, n)),
);
const jump = fc.integer({ min: -20, max: 70 }).map(
  (days): Step =>
    async () =>
      app.clock.advance(days * 86_400),
);
const settle = fc.constant<Step>(() => billing().settleEndedPeriods());
const order = fc.tuple(index, fc.integer({ min: 1, max: 500 })).map(
  ([n, thousands]): Step =>
    async (world) => {
      const request = { provider: 'bank_transfer', amount: thousands * 1_000 + 500, currency: 'VND' };
      world.orders.push(await billing().topups.create(userOf(world, n), request));
    },
);
const report = fc.tuple(index, fc.constantFrom(0, 0, 0, -1_000, 7)).map(
  ([n, off]): Step =>
    async (world) => {
      const paid = pick(world.orders, n);
      const body = bankReport({
        content: `ck ${paid?.memo ?? 'x'} cam on`,
        transferAmount: (paid?.amount ?? 5_000) + off,
      });
      world.reports.push(body);
      await record(world, body);
    },
);
const repeat = index.map(
  (n): Step =>
    async (world) => {
      const body = pick(world.reports, n);
      if (body) await record(world, body);
    },
);
const reconcile = fc.constant<Step>(() => bank().reconcile());
const match = fc.tuple(index, index).map(
  ([n, m]): Step =>
    async (world) => {
      const transaction = pick(await bank().unmatched(), n);
      const chosen = pick(world.orders, m);
      if (transaction && chosen) await bank().match(transaction.id, chosen.id);
    },
);

async function record(world: World, body: Record<string, unknown>): Promise<void> {
  const { status } = await reportToBankHook(app, body);
  if (status === 200) world.recorded.add(String(body['id']));
}

const step = fc.oneof(grant, buy, buy, buy, stop, look, jump, settle, settle, order, report, repeat, reconcile, match);
const fault = fc.option(
  fc.record({ place: fc.constantFrom(...PLACES).map(placeName), kind: fc.constantFrom('error', 'crash') }),
  {
    freq: 2,
  },
);
const rounds = fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 5 }), fault }), {
  minLength: 5,
  maxLength: 20,
});

test('whatever happens in whatever order, the money is right', { timeout: 60_000 + RUNS * 5_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (life) => {
      app.clock.set(new Date('2026-01-31T12:00:00Z'));
      const users = [(await createAccount(app)).userId, (await createAccount(app)).userId];
      const world: World = { users, orders: [], reports: [], granted: 0, bought: 0, recorded: new Set() };
      for (const userId of users) await billing().wallet.grant(userId, 500, 'to begin with');
      world.granted = 1_000;
      for (const { steps, fault } of life) {
        if (fault) await sql('insert into armed_fault values ($1, $2)', [fault.place, fault.kind]);
        await Promise.allSettled(steps.map((act) => act(world)));
        await sql('delete from armed_fault');
        await checkBooks(world);
      }
      // What crashed on its way is caught up with.
      await billing().settleEndedPeriods();
      await bank().reconcile();
      await checkBooks(world);
      expect(await sql(`select from bank_settlements where state = 'waiting'`)).toEqual([]);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // Or else nothing was tried.
  const kinds = await sql<{ type: string }>('select type from ledger_entries group by type having count(*) >= 10');
  expect(kinds.map(({ type }) => type).sort()).toEqual(['addon', 'adjustment', 'renewal', 'subscription', 'topup']);
});

async function checkBooks(world: World): Promise<void> {
  expect(await billing().checkMoney()).toEqual([]);
  const [totals] = await sql<{ granted: number; bought: number }>(
    `select coalesce(sum(amount) filter (where type = 'adjustment'), 0)::bigint as granted,
            count(*) filter (where type in ('subscription', 'addon')) as bought
     from ledger_entries where user_id = any($1)`,
    [world.users],
  );
  expect(totals).toEqual({ granted: world.granted, bought: world.bought });
  const creditedTwice = `select topup_id from ledger_entries where topup_id is not null group by topup_id having count(*) > 1
    union all select topup_id from bank_settlements where topup_id is not null group by topup_id having count(*) > 1
    union all select s.transaction_id from bank_settlements s left join ledger_entries e using (topup_id)
              where s.state = 'credited' and e.id is null
    union all select e.topup_id from ledger_entries e left join bank_settlements s using (topup_id)
              where e.type = 'topup' and s.state is distinct from 'credited'`;
  expect(await sql(creditedTwice)).toEqual([]);
  // Paid periods of one subscription never overlap: the shortest month has 28 days, the shortest year 365.
  const overlapping = `select subscription_id from (
      select e.subscription_id, s.interval, e.period_start - lag(e.period_start) over (partition by e.subscription_id order by e.position) as apart
      from ledger_entries e join subscriptions s on s.id = e.subscription_id
    ) paid where apart < case interval when 'monthly' then interval '28 days' else interval '365 days' end`;
  expect(await sql(overlapping)).toEqual([]);
  const ids = [...world.recorded];
  const [stored] = await sql<{ n: number }>('select count(*) as n from bank_transactions where provider_id = any($1)', [
    ids,
  ]);
  expect(stored?.n).toBe(ids.length);
}
