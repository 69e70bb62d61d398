// Held requests: no wake-up is lost, a thousand are woken, shutdown returns them, and Redis carries wake-ups between processes.

import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { held } from '../../src/infra/held.ts';
import { createLog } from '../../src/infra/log.ts';
import { connectRedis } from '../../src/infra/redis.ts';
import { createLocalWakeup } from '../../src/infra/wakeup.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { MailboxId } from '../../src/lib/ids.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliver, openMailbox } from '../support/mailbox.ts';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';

test('a delivery at any moment around subscribe and look is never missed', async () => {
  const wakeup = createLocalWakeup();
  for (let round = 0; round < 5_000; round++) {
    let stored = false;
    const arrive = () => {
      stored = true;
      wakeup.publish('m', 'mail');
    };
    const turns = round % 7;
    const look = async () => {
      for (let i = 0; i < turns % 3; i++) await null;
      const seen = stored;
      // The answer of the database is on its way while the mail comes in.
      for (let i = 0; i < 2; i++) await null;
      return seen ? 'found' : null;
    };
    const waiting = held({
      wakeup,
      topic: 'm',
      waitMs: 5_000,
      endsAt: new Date(Date.now() + 60_000),
      endOf: async () => new Date(Date.now() + 60_000),
      now: () => new Date(),
      gone: new AbortController().signal,
      look,
    });
    for (let i = 0; i < turns; i++) await null;
    arrive();
    expect(await waiting).toBe('found');
  }
  expect(wakeup.waiting).toBe(0);
});

describe('held over sockets', () => {
  let app: TestApp;
  let origin: string;
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  beforeAll(async () => {
    app = await createTestApp();
    origin = await app.listen();
  });
  afterAll(async () => {
    agent.destroy();
    await app.close();
  });
  const poll = (token: string, path = '/mailboxes/me/messages?wait=50') =>
    new Promise<{ status: number; at: number }>((resolve, reject) => {
      request(`${origin}/api/v1${path}`, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
        response.resume();
        response.on('end', () => resolve({ status: response.statusCode ?? 0, at: performance.now() }));
      })
        .on('error', reject)
        .end();
    });

  test('a thousand waiters of a thousand mailboxes are woken by their own mail within a second', async () => {
    const mailboxes = await Promise.all(Array.from({ length: 100 }, () => openMailbox(app)));
    const polls = mailboxes.flatMap(({ token }) => Array.from({ length: 10 }, () => poll(token)));
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(1_000), { timeout: 15_000 });
    const [first] = mailboxes;
    await deliver(app, first?.address ?? '');
    const stored = performance.now();
    const woken = await Promise.all(polls.slice(0, 10));
    expect(Math.max(...woken.map(({ at }) => at)) - stored).toBeLessThan(1_000);
    expect(app.assembly.wakeup.waiting).toBe(990);
    for (const { address } of mailboxes.slice(1)) await deliver(app, address);
    expect(new Set((await Promise.all(polls)).map(({ status }) => status))).toEqual(new Set([200]));
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(0));
  }, 40_000);

  test('shutdown returns every held request at once, lists with 200 and codes with 404', async () => {
    const { token } = await openMailbox(app);
    const polls = [poll(token), poll(token, '/mailboxes/me/otp/latest?wait=50')];
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(2));
    const began = performance.now();
    app.assembly.wakeup.releaseAll();
    expect((await Promise.all(polls)).map(({ status }) => status)).toEqual([200, 404]);
    expect(performance.now() - began).toBeLessThan(2_000);
    expect((await poll(token)).status).toBe(200);
  });
});

if (!hasRedis && process.env['CI'] === 'true') throw new Error('CI has to have redis-server installed');
if (!hasRedis) console.warn('redis-server is not installed: wake-ups between processes are not tested');

describe.skipIf(!hasRedis)('two processes with Redis', () => {
  let redis: RedisServer;
  let a: TestApp;
  let b: Awaited<ReturnType<typeof assemble>>;
  beforeAll(async () => {
    redis = await startRedis();
    // Limits are on, and far away.
    a = await createTestApp({ REDIS_URL: redis.url, SECRET_KEY: 'k'.repeat(32), RATE_LIMIT_FACTOR: '100' });
    b = await assemble({
      config: readConfig({
        RATE_LIMIT_FACTOR: '0',
        MAIL_AUTH: 'off',
        REDIS_URL: redis.url,
        SECRET_KEY: 'k'.repeat(32),
      }),
      databaseUrl: a.databaseUrl,
      log: createLog('silent'),
      clock: systemClock,
    });
  });
  afterAll(async () => {
    b.wakeup.releaseAll();
    await b.http?.close();
    await b.close();
    await a.close();
    await redis.stop();
  });
  const pollB = async (token: string, wait: number) => {
    const answer = await b.http?.inject({
      url: `/api/v1/mailboxes/me/messages?wait=${wait}`,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: answer?.statusCode, data: answer?.json().data as { subject: string }[] };
  };

  test('mail taken by one wakes a request held by the other', async () => {
    const { address, token } = await openMailbox(a);
    const waiting = pollB(token, 30);
    await vi.waitFor(() => expect(b.wakeup.waiting).toBe(1));
    await sleep(100);
    const began = performance.now();
    await deliver(a, address, { subject: 'across' });
    expect((await waiting).data.map(({ subject }) => subject)).toEqual(['across']);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('mail that comes while the subscription is being made is not missed', async () => {
    for (let round = 0; round < 20; round++) {
      const { address, token } = await openMailbox(a);
      const waiting = pollB(token, 15);
      await deliver(a, address);
      const began = performance.now();
      expect((await waiting).data).toHaveLength(1);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });

  test('destruction by one ends the wait held by the other', async () => {
    const { token } = await openMailbox(a);
    const waiting = pollB(token, 30);
    await vi.waitFor(() => expect(b.wakeup.waiting).toBe(1));
    await sleep(100);
    await a.call('DELETE', '/mailboxes/me', { token });
    expect((await waiting).status).toBe(401);
  });

  test('who goes away while Redis is asked for a place leaves none taken', async () => {
    const probe = await connectRedis(redis.url, createLog('silent'));
    await vi.waitFor(() => expect(probe.status).toBe('ready'));
    const places = () => probe.keys('mayfly:polls:*');
    const opened = await openMailbox(a);
    const reader = { mailboxId: opened.id as MailboxId, expiresAt: new Date(opened.expiresAt) };
    const client = new AbortController();
    const waiting = { seconds: 30, network: '192.0.2.7', gone: client.signal };
    await probe.client('PAUSE', 400);
    const held = a.assembly.services.messages.hold(reader, waiting, async () => null);
    await sleep(100);
    client.abort();
    expect(await held).toBeNull();
    await vi.waitFor(async () => expect(await places()).toEqual([]));
    // The place was asked for: who stays has one.
    const stays = new AbortController();
    const other = a.assembly.services.messages.hold(reader, { ...waiting, gone: stays.signal }, async () => null);
    await vi.waitFor(async () => expect(await places()).toHaveLength(2));
    stays.abort();
    await other;
    await vi.waitFor(async () => expect(await places()).toEqual([]));
    probe.disconnect();
  });

  test('with Redis gone the service goes on: own waiters are woken, others end at their time', async () => {
    await redis.stop();
    const { address, token } = await openMailbox(a);
    const own = a.call<{ data: unknown[] }>('GET', '/mailboxes/me/messages?wait=15', { token });
    const elsewhere = pollB(token, 2);
    await vi.waitFor(() => expect(a.assembly.wakeup.waiting + b.wakeup.waiting).toBe(2));
    expect(await sendMail(await a.smtpPort(), { to: address, raw: mailText() })).toMatch(/^250 /);
    expect((await own).body.data).toHaveLength(1);
    const late = await elsewhere;
    expect([late.status, late.data.length <= 1]).toEqual([200, true]);
  });

  test('with Redis back wake-ups are carried again', async () => {
    redis = await startRedis(Number(new URL(redis.url).port));
    const { address, token } = await openMailbox(a);
    await vi.waitFor(
      async () => {
        const ready = await a.call<{ status: string }>('GET', '/readyz');
        expect(JSON.stringify(ready.body)).toContain('"redis"');
        const waiting = pollB(token, 3);
        await sleep(200);
        await deliver(a, address);
        expect((await waiting).data.length).toBeGreaterThan(0);
      },
      { timeout: 15_000, interval: 200 },
    );
    const next = await openMailbox(a);
    const waiting = pollB(next.token, 20);
    await vi.waitFor(() => expect(b.wakeup.waiting).toBe(1));
    await sleep(200);
    const began = performance.now();
    await deliver(a, next.address);
    expect((await waiting).data).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(5_000);
  }, 30_000);
});
