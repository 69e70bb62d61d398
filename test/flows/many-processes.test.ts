// Three processes with different roles on one PostgreSQL and one Redis are as right as one: what is counted, paid, woken and
// done in the background. Kills and restarts are in many-processes-kill.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/infra/db/migrate.ts';
import { createLog } from '../../src/infra/log.ts';
import { createPasswords } from '../../src/infra/password.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { BANK_ENV, BANK_KEY, bankReport } from '../support/bank.ts';
import { databaseUrl } from '../support/database.ts';
import { type Fleet, startFleet, startRedis } from '../support/fleet.ts';
import { callOn, heldPollsOn, openOn, subjectsOn } from '../support/fleet-client.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';
import { startTlsEndpoint, type TlsEndpoint, testCaFile } from '../support/tls-endpoint.ts';
import { until } from '../support/webhooks.ts';

const ANONYMOUS_CAP = 40;
const redis = await startRedis();
if (!redis) console.warn('many-processes: redis-server is not installed; skipped');

describe.skipIf(!redis)('three processes', () => {
  let fleet: Fleet;
  let endpoint: TlsEndpoint;
  /** HTTP origins of all three, SMTP ports of two. */
  let http: [string, string, string];
  let smtp: [number, number];

  beforeAll(async () => {
    endpoint = await startTlsEndpoint();
    fleet = await startFleet({
      redis: redis as NonNullable<typeof redis>,
      roles: ['http,smtp', 'http,smtp,worker', 'http,worker'],
      env: {
        ...BANK_ENV,
        RATE_LIMIT_FACTOR: '1',
        TRUST_PROXY: '127.0.0.1',
        ANON_DAILY_MAIL_CAP: String(ANONYMOUS_CAP),
        WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
        NODE_EXTRA_CA_CERTS: testCaFile,
      },
    });
    const members = await Promise.all([0, 1, 2].map((number) => fleet.member(number)));
    http = members.map((member) => member.http ?? '') as [string, string, string];
    smtp = members.flatMap((member) => member.smtp ?? []) as [number, number];
    await fleet.console.database.query({
      text: `create table runs (job_id bigint, task text, run_at timestamptz, attempt int)`,
    });
    // graphile-worker counts an attempt when a worker takes a job: from this on every execution is written down.
    await fleet.console.database.query({
      text: `create function note_run() returns trigger language plpgsql as $$ begin
               if new.attempts > old.attempts then
                 insert into runs select new.id, t.identifier, new.run_at, new.attempts from graphile_worker._private_tasks t where t.id = new.task_id;
               end if; return new; end $$`,
    });
    await fleet.console.database.query({
      text: 'create trigger note_run after update on graphile_worker._private_jobs for each row execute function note_run()',
    });
  }, 60_000);
  afterAll(async () => {
    await fleet?.stop();
    await redis?.stop();
    await endpoint?.close();
  }, 30_000);

  const sql = <Row>(text: string, values: unknown[] = []) => fleet.console.database.query<Row>({ text, values });
  const origin = (i: number) => http[i % 3] as string;
  const port = (i: number) => smtp[i % 2] as number;
  const parallel = <T>(count: number, work: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(i)));
  const tally = (values: readonly (string | number)[]) =>
    Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));

  let people = 0;
  let hash: Promise<string> | undefined;
  async function account(points = 0): Promise<{ userId: UserId; token: string }> {
    const { account: accounts, auth, billing } = fleet.console.services;
    hash ??= createPasswords().hash('correct horse battery staple');
    const email = `person-${++people}@people.example`;
    const userId = (await accounts.create({ email, passwordHash: await hash, locale: 'en' })) as UserId;
    if (points > 0) await billing.wallet.grant(userId, points, 'for a test');
    return { userId, token: (await auth.issueToken(userId)).token };
  }
  const money = async () => expect(await fleet.console.services.billing.checkMoney()).toEqual([]);

  test('started in the same moment on an empty database, they share one schema, one key and one list of domains', async () => {
    const { token } = await openOn(http[0]);
    for (const at of http) expect((await callOn(at, 'GET', '/mailboxes/me', { token })).status).toBe(200);
    expect(await sql('select key from settings')).toHaveLength(1);
    expect(await sql('select domain from public_domains')).toEqual([{ domain: 'mayfly.test' }]);
    for (const at of http) expect((await callOn(at, 'GET', '/readyz')).status).toBe(200);
  });

  test('five times over: three starts at once on an empty database all succeed', async () => {
    const services = await Promise.all(
      Array.from({ length: 5 }, async (_, round) => {
        const name = `empty_${round}`;
        await sql(`create database ${name}`);
        const url = databaseUrl(fleet.databaseUrl, name);
        return parallel(3, async () => {
          await migrate(url);
          const config = readConfig({ ROLES: 'worker' });
          return assemble({ config, databaseUrl: url, log: createLog('silent'), clock: systemClock });
        });
      }),
    );
    await Promise.all(services.flat().map((service) => service.close()));
  }, 60_000);

  test('a mail taken by one process wakes a poll held by another within a second', async () => {
    const times: number[] = [];
    for (let i = 0; i < 6; i++) {
      const { address, token } = await openOn(origin(i));
      // The poll is held by a process that does not take the mail.
      const at = i % 2 === 0 ? http[1] : http[2];
      const held = callOn<{ data: { subject: string }[] }>(at, 'GET', '/mailboxes/me/messages?wait=20', { token }).then(
        (answer) => ({ answer, came: performance.now() }),
      );
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(await sendMail(smtp[0], { to: address, raw: mailText({ subject: `wake ${i}` }) })).toMatch(/^250 /);
      const stored = performance.now();
      const { answer, came } = await held;
      expect(answer.body.data.map(({ subject }) => subject)).toEqual([`wake ${i}`]);
      times.push(Math.max(0, came - stored));
    }
    expect(times.filter((time) => time > 1_000)).toEqual([]);
  });

  test('a mailbox destroyed through one process ends the poll held by another', async () => {
    const { token } = await openOn(http[0]);
    const held = callOn(http[1], 'GET', '/mailboxes/me/messages?wait=20', { token });
    await new Promise((resolve) => setTimeout(resolve, 150));
    const asked = performance.now();
    await callOn(http[2], 'DELETE', '/mailboxes/me', { token });
    expect((await held).status).toBe(401);
    expect(performance.now() - asked).toBeLessThan(2_000);
  });

  test('an address opened anew through one process is not refused by another that knew the old mailbox', async () => {
    const old = await openOn(http[1], undefined, { localPart: 'again' });
    expect(await sendMail(smtp[0], { to: old.address, raw: mailText() })).toMatch(/^250 /);
    await callOn(http[1], 'DELETE', '/mailboxes/me', { token: old.token });
    const renewed = await openOn(http[1], undefined, { localPart: 'again' });
    const first = await sendMail(smtp[0], { to: renewed.address, raw: mailText({ subject: 'to the new one' }) });
    expect(first).toMatch(/^(250|451) /);
    if (first.startsWith('451')) {
      expect(await sendMail(smtp[0], { to: renewed.address, raw: mailText({ subject: 'to the new one' }) })).toMatch(
        /^250 /,
      );
    }
    expect(await subjectsOn(http[2], renewed.token)).toEqual(['to the new one']);
  });

  test('rate limits are counted over all processes together', async () => {
    const answers = await parallel(30, (i) =>
      callOn(origin(i), 'POST', '/mailboxes', { ip: '203.0.113.77', body: {} }),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 10, 429: 20 });
  });

  test('open polls are counted over all processes together, and a disconnect frees their places for all', async () => {
    const { token } = await openOn(http[0]);
    const poll = (at: string, wait: number, signal?: AbortSignal) =>
      callOn(at, 'GET', `/mailboxes/me/messages?wait=${wait}`, { token, ...(signal ? { signal } : {}) });
    const client = new AbortController();
    // Three on one process and two on another are all that a mailbox may hold.
    const held = parallel(5, (i) => poll(http[i % 2] as string, 50, client.signal)).catch((error: Error) => error.name);
    await until(
      () => Promise.all(http.map(heldPollsOn)),
      ([one, two]) => one === 3 && two === 2,
    );
    for (const at of http) expect((await poll(at, 1)).status).toBe(429);
    client.abort();
    expect(await held).toBe('AbortError');
    const free = (at: string) =>
      until(
        () => poll(at, 1),
        ({ status }) => status === 200,
        3_000,
      );
    await Promise.all(http.map(free));
  });

  test('the daily cap of a mailbox is exact over all processes together', async () => {
    const { address, token } = await openOn(http[0]);
    const replies = await parallel(ANONYMOUS_CAP * 2, (i) => sendMail(port(i), { to: address, raw: mailText() }));
    expect(tally(replies.map((reply) => reply.slice(0, 3)))).toEqual({ 250: ANONYMOUS_CAP, 452: ANONYMOUS_CAP });
    expect(await subjectsOn(http[1], token)).toHaveLength(ANONYMOUS_CAP);
  }, 30_000);

  test('the daily cap of an account is exact over all processes and all of its mailboxes together', async () => {
    const { userId, token } = await account();
    const boxes = await Promise.all([0, 1, 2].map((i) => openOn(origin(i), token)));
    await sql(`insert into mail_usage (owner_id, day, count) values ($1, (now() at time zone 'utc')::date, 490)`, [
      userId,
    ]);
    const replies = await parallel(60, (i) => sendMail(port(i), { to: boxes[i % 3]?.address ?? '', raw: mailText() }));
    expect(tally(replies.map((reply) => reply.slice(0, 3)))).toEqual({ 250: 10, 452: 50 });
  }, 30_000);

  test('fifty purchases at once to all processes with points for one: one 201, the rest 402', async () => {
    const { userId, token } = await account(149);
    const body = { planCode: 'pro', interval: 'monthly' };
    const answers = await parallel(50, (i) => callOn(origin(i), 'POST', '/me/subscription', { token, body }));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 402: 49 });
    expect(await fleet.console.services.billing.wallet.balance(userId)).toBe(0);
    await money();
  }, 30_000);

  test('one bank callback a hundred times to all processes: 100 × 200, one record, one credit', async () => {
    const { userId } = await account();
    const { topups, wallet } = fleet.console.services.billing;
    const { memo } = await topups.create(userId, { provider: 'bank_transfer', amount: 50_000, currency: 'VND' });
    const body = bankReport({ content: memo, transferAmount: 50_000 });
    const authorization = `Apikey ${BANK_KEY}`;
    const answers = await parallel(100, (i) =>
      callOn(origin(i), 'POST', '/integrations/bank/webhook', { authorization, body }),
    );
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 100 });
    await until(
      () => wallet.balance(userId),
      (balance) => balance > 0,
    );
    expect(await wallet.balance(userId)).toBe(50);
    expect(await sql('select from bank_transactions')).toHaveLength(1);
    await money();
  }, 30_000);

  test('an ended period is renewed once, whichever processes come upon it', async () => {
    const { userId, token } = await account(500);
    fleet.clock.advance(-32 * 86_400);
    await fleet.console.services.billing.subscriptions.buy(userId, 'plan', 'plus', 'monthly');
    fleet.clock.advance(32 * 86_400);
    await sql(`select graphile_worker.add_job('billing.settle', '{}') from generate_series(1, 8)`);
    const reads = await parallel(12, (i) => callOn(origin(i), 'GET', '/me/subscription', { token }));
    expect(tally(reads.map(({ status }) => status))).toEqual({ 200: 12 });
    const renewals = await sql(`select from ledger_entries where user_id = $1 and type = 'renewal'`, [userId]);
    expect(renewals).toHaveLength(1);
    expect(await fleet.console.services.billing.wallet.balance(userId)).toBe(500 - 2 * 49);
    await money();
  });

  test('each event reaches a webhook once while two workers send', async () => {
    const { token } = await account(499);
    await callOn(http[0], 'POST', '/me/subscription', { token, body: { planCode: 'business', interval: 'monthly' } });
    const { address } = await openOn(http[0], token);
    const hook = { url: endpoint.url(), events: ['message.received'] };
    expect((await callOn(http[2], 'POST', '/me/webhooks', { token, body: hook })).status).toBe(201);
    // Other processes hear of a new endpoint within a second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const replies = await parallel(40, (i) =>
      sendMail(port(i), { to: address, raw: mailText({ subject: `hook ${i}` }) }),
    );
    expect(tally(replies.map((reply) => reply.slice(0, 3)))).toEqual({ 250: 40 });
    await until(
      () => sql('select from webhook_pending'),
      (pending) => pending.length === 0,
    );
    const subjects = endpoint.requests.map(
      ({ body }) => (JSON.parse(body) as { data: { subject: string } }).data.subject,
    );
    expect(subjects.sort()).toEqual(Array.from({ length: 40 }, (_, i) => `hook ${i}`).sort());
  }, 30_000);

  test('a scheduled job runs once for each tick, whatever number of workers there is', async () => {
    const ticks = () =>
      sql<{ task: string; runs: number }>(
        `select task, count(*) as runs from runs where task in ('housekeeping', 'domains.recheck', 'webhooks.sweep')
         group by task, run_at`,
      );
    const seen = await until(ticks, (rows) => rows.length >= 3, 70_000);
    expect(seen.filter(({ runs }) => runs !== 1)).toEqual([]);
  }, 80_000);
});
