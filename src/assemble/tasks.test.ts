// What runs in the background: every task that has a schedule exists, and no table grows with the days.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { buildTasks } from './tasks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('counts of mails a day are forgotten after a week', async () => {
  const { database, tasks } = app.assembly;
  const { userId } = await createAccount(app);
  const day = (ago: number) => new Date(app.clock.now().getTime() - ago * 86_400_000).toISOString().slice(0, 10);
  await database.query({
    text: 'insert into mail_usage (owner_id, day, count) select $1, unnest($2::date[]), 1',
    values: [userId, [day(0), day(6), day(8), day(400)]],
  });
  await tasks['mailboxes.forget-usage']?.({});
  const kept = await database.query<{ day: string }>({
    text: 'select day from mail_usage where owner_id = $1 order by day desc',
    values: [userId],
  });
  expect(kept.map((row) => row.day)).toEqual([day(0), day(6)]);
});

test('a step of housekeeping that fails is reported and keeps no other from its turn', async () => {
  const done: string[] = [];
  const step =
    (name: string, fails = false) =>
    async () => {
      done.push(name);
      if (fails) throw new Error(`${name} failed`);
      return false;
    };
  const services = {
    inboundLog: { trim: step('log') },
    sender: {},
    modules: {
      auth: { removeExpired: step('tokens') },
      messages: { turnRawSlots: step('originals', true) },
      mailboxes: { expireSome: step('mailboxes', true) },
      session: { expireSome: step('sessions') },
      billing: {},
      bank: {},
      domains: {},
      webhooks: {},
    },
  } as unknown as Parameters<typeof buildTasks>[0];
  const { tasks } = buildTasks(services, app.clock);
  await expect(tasks['housekeeping']?.({})).rejects.toThrow('originals failed; mailboxes failed');
  expect(done).toEqual(['originals', 'mailboxes', 'sessions', 'tokens', 'log']);
});

test('whatever has a schedule is a task', () => {
  const uncalled: unknown = new Proxy(() => {}, { get: () => uncalled });
  const { tasks, cron } = buildTasks(uncalled as Parameters<typeof buildTasks>[0], app.clock);
  expect(cron.filter(({ task }) => tasks[task] === undefined)).toEqual([]);
});
