// 10,000 polls held by one service process, with the limits of open polls on and all of their places taken: what they cost it, what
// they cost others, and that nothing is left of them.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { callOn, heldPollsOn, openOn } from '../support/fleet-client.ts';
import { type OpenedMailbox, openMailbox } from '../support/mailbox.ts';
import { type CrowdMailbox, type PollCrowd, startPollCrowd } from '../support/poll-crowd.ts';
import { type Service, startService } from '../support/service.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';
import { until } from '../support/webhooks.ts';

/** As many as the limits give: 50 for an address, 5 for a mailbox. */
const ADDRESSES = Array.from({ length: 200 }, (_, i) => `203.0.113.${i}`);
const MAILBOXES_EACH = 10;
const POLLS_EACH = 5;
const POLLS = ADDRESSES.length * MAILBOXES_EACH * POLLS_EACH;
const LEAVING = ADDRESSES.slice(0, 100);
/** Longer than all of this takes: no wait may end by itself. */
const WAIT_SECONDS = 60;

const MAX_RSS = 400_000_000;
/** Of what they took from the heap. The rest is what a process that has been busy keeps: a second crowd adds nothing to it. */
const MAX_LEFT = 0.3;
const CALLS = 60;
const MAX_SLOWER = 3;

describe(`${POLLS} held polls`, () => {
  /** Opens the mailboxes in another process: what that leaves behind is not the cost of the polls. */
  let app: TestApp;
  let service: Service;
  let crowd: PollCrowd;
  let http: string;
  let smtp: number;
  const mailboxes: (CrowdMailbox & OpenedMailbox)[] = [];
  let alone: { create: number; list: number };
  let heapBefore: number;
  let heapDuring: number;

  beforeAll(async () => {
    app = await createTestApp();
    for (const ip of ADDRESSES) {
      const opened = await Promise.all(Array.from({ length: MAILBOXES_EACH }, () => openMailbox(app)));
      mailboxes.push(...opened.map((mailbox) => ({ ...mailbox, ip })));
    }
    service = startService({
      DATABASE_URL: app.databaseUrl,
      RATE_LIMIT_FACTOR: '1',
      TRUST_PROXY: '127.0.0.1',
      NODE_OPTIONS: `--import=${new URL('../support/collect-on-signal.ts', import.meta.url)}`,
    });
    ({ http, smtp } = await service.ready);
    // Told on Linux only. Node raises it as far as it may.
    const files = await metric(http, 'process_max_fds');
    if (files < POLLS + 500) throw new Error(`the service may open ${files} files; "ulimit -Hn" has to be larger`);
    crowd = startPollCrowd(http);
    await othersTakes();
    alone = await othersTakes();
    heapBefore = await heapOf(service, http);
    await crowd.hold(mailboxes, POLLS_EACH, WAIT_SECONDS);
  }, 60_000);
  afterAll(async () => {
    await crowd?.close();
    service?.kill('SIGTERM');
    await service?.exit;
    await app?.close();
  }, 30_000);

  /** Medians for somebody else who opens mailboxes and lists them, in milliseconds. */
  async function othersTakes(): Promise<{ create: number; list: number }> {
    const times = { create: [] as number[], list: [] as number[] };
    for (let i = 0; i < CALLS; i++) {
      const began = performance.now();
      const { token } = await openOn(http);
      const opened = performance.now();
      const { status } = await callOn(http, 'GET', '/mailboxes/me/messages', { token });
      expect(status).toBe(200);
      times.create.push(opened - began);
      times.list.push(performance.now() - opened);
    }
    return { create: median(times.create), list: median(times.list) };
  }
  const of = (ip: string) => mailboxes.filter((mailbox) => mailbox.ip === ip);
  /** What so many short polls on each of the mailboxes at once are answered. */
  async function pollAtOnce(chosen: readonly CrowdMailbox[], each: number): Promise<number[]> {
    const path = '/mailboxes/me/messages?wait=1';
    const polls = chosen.flatMap(({ ip, token }) =>
      Array.from({ length: each }, () => callOn(http, 'GET', path, { ip, token })),
    );
    return (await Promise.all(polls)).map(({ status }) => status);
  }

  test('fit into 400 MB for the whole process', async () => {
    expect(await crowd.look()).toEqual({ open: POLLS, answers: {} });
    expect(await metric(http, 'process_resident_memory_bytes')).toBeLessThan(MAX_RSS);
    heapDuring = await heapOf(service, http);
  });

  test('make a list and a creation of somebody else no slower than the usual noise', async () => {
    const meanwhile = await othersTakes();
    expect(meanwhile.create / alone.create).toBeLessThan(MAX_SLOWER);
    expect(meanwhile.list / alone.list).toBeLessThan(MAX_SLOWER);
    expect(await heldPollsOn(http)).toBe(POLLS);
  });

  test('leave no place for one more', async () => {
    const [first, second] = ADDRESSES as [string, string];
    expect(new Set(await pollAtOnce([...of(first), ...of(second)], 1))).toEqual(new Set([429]));
  });

  test('all end, by disconnect or with the mail, and give back their places and their memory', async () => {
    await crowd.leave(LEAVING);
    await until(
      () => heldPollsOn(http),
      (held) => held === POLLS / 2,
    );
    const staying = mailboxes.filter(({ ip }) => !LEAVING.includes(ip));
    const to = staying.map(({ address }) => address);
    expect(await sendMail(smtp, { to, raw: mailText() })).toMatch(/^250 /);
    const { answers } = await until(
      () => crowd.look(),
      ({ open }) => open === 0,
    );
    expect(answers).toEqual({ 200: POLLS / 2 });
    expect(await heldPollsOn(http)).toBe(0);

    const [left, answered] = [of(ADDRESSES[0] as string), of(ADDRESSES.at(-1) as string)];
    const again = await pollAtOnce([...left, ...answered], POLLS_EACH);
    expect(again).toEqual(Array(2 * MAILBOXES_EACH * POLLS_EACH).fill(200));
    await until(
      async () => (await heapOf(service, http)) - heapBefore,
      (left) => left < MAX_LEFT * (heapDuring - heapBefore),
    );
  });
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Without garbage. */
async function heapOf(service: Service, http: string): Promise<number> {
  service.kill('SIGUSR2');
  await sleep(50);
  return metric(http, 'nodejs_heap_size_used_bytes');
}

async function metric(http: string, name: string): Promise<number> {
  const text = await (await fetch(`${http}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}
