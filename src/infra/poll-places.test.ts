// Places of open polls, through the limiter as its callers use it: in one process, over several with a real Redis, and with Redis away.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasRedis, type RedisServer, startRedis } from '../../test/support/redis-server.ts';
import { createLog } from './log.ts';
import { POLL_LIMITS } from './poll-places.ts';
import { createRateLimiter, RateLimited, type RateLimiter } from './rate-limit.ts';
import { connectRedis, type Redis } from './redis.ts';

const WAIT_MS = 60_000;
const log = createLog('silent');
const limiter = (redis: Redis | null = null, factor = 1) => createRateLimiter({ factor, redis, log });
const refused = (rates: RateLimiter, mailbox: string, ip: string) =>
  expect(rates.holdPoll(mailbox, ip, WAIT_MS)).rejects.toThrow(RateLimited);
const holdMany = (rates: RateLimiter, count: number, mailbox = 'm', ip = 'ip') =>
  Promise.all(Array.from({ length: count }, () => rates.holdPoll(mailbox, ip, WAIT_MS)));
/** How many of so many at once got a place. */
async function crowd(all: readonly RateLimiter[], count: number, mailbox: (i: number) => string, ip: string) {
  const asked = Array.from({ length: count }, (_, i) => all[i % all.length]?.holdPoll(mailbox(i), ip, WAIT_MS));
  return (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled').length;
}

describe('one process', () => {
  test('gives so many places to a mailbox and takes them back', async () => {
    const rates = limiter();
    const [first] = await holdMany(rates, POLL_LIMITS.mailbox);
    await refused(rates, 'm', 'another');
    first?.();
    await rates.holdPoll('m', 'another', WAIT_MS);
  });

  test('a place given back twice is one place', async () => {
    const rates = limiter();
    const [first] = await holdMany(rates, POLL_LIMITS.mailbox);
    first?.();
    first?.();
    await rates.holdPoll('m', 'ip', WAIT_MS);
    await refused(rates, 'm', 'ip');
  });

  test('a mailbox loses no place to an address that has none left', async () => {
    const rates = limiter();
    expect(await crowd([rates], POLL_LIMITS.ip, (i) => `m${i}`, 'ip')).toBe(POLL_LIMITS.ip);
    for (let i = 0; i < 20; i++) await refused(rates, 'm', 'ip');
    await holdMany(rates, POLL_LIMITS.mailbox, 'm', 'elsewhere');
  });

  test('the factor multiplies, and 0 turns limits off', async () => {
    const rates = limiter(null, 2);
    await holdMany(rates, POLL_LIMITS.mailbox * 2);
    await refused(rates, 'm', 'ip');
    await holdMany(limiter(null, 0), 200);
  });
});

if (!hasRedis && process.env['CI'] === 'true') throw new Error('CI has to have redis-server installed');
if (!hasRedis) console.warn('redis-server is not installed: places over several processes are not tested');

describe.skipIf(!hasRedis)('several processes with one Redis', () => {
  let server: RedisServer;
  const clients: Redis[] = [];
  let a: RateLimiter;
  let b: RateLimiter;
  /** Asks Redis itself what is there. */
  let probe: Redis;
  beforeAll(async () => {
    server = await startRedis();
    for (let i = 0; i < 3; i++) clients.push(await connectRedis(server.url, log));
    await connected();
    probe = clients[2] as Redis;
  });
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server.stop();
  });
  beforeEach(async () => {
    await probe.flushall();
    a = limiter(clients[0]);
    b = limiter(clients[1]);
  });
  const connected = () =>
    vi.waitFor(() => expect(clients.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']), 10_000);
  const leases = (place: string) => probe.zcard(`mayfly:polls:${place}`);

  test('the places of a mailbox are so many over all of them, also for a crowd at once', async () => {
    expect(await crowd([a, b], 40, () => 'm', 'ip')).toBe(POLL_LIMITS.mailbox);
  });

  test('the places of an address are so many over all of them, also for a crowd at once', async () => {
    expect(await crowd([a, b], 200, (i) => `m${i}`, 'ip')).toBe(POLL_LIMITS.ip);
  });

  test('a place given back to one is free for the other', async () => {
    const [first] = await holdMany(a, POLL_LIMITS.mailbox);
    await refused(b, 'm', 'elsewhere');
    first?.();
    await vi.waitFor(async () => expect(await leases('mailbox:m')).toBe(POLL_LIMITS.mailbox - 1));
    await b.holdPoll('m', 'elsewhere', WAIT_MS);
  });

  test('who is refused keeps no place, here or there', async () => {
    await holdMany(a, POLL_LIMITS.mailbox, 'full', 'x');
    for (let i = 0; i < POLL_LIMITS.ip; i++) await refused(b, 'full', 'ip');
    expect(await leases('ip:ip')).toBe(0);
    expect(await crowd([b], POLL_LIMITS.ip, (i) => `m${i}`, 'ip')).toBe(POLL_LIMITS.ip);
  });

  test('places of a killed process are free again when the longest of their waits is over', async () => {
    const gone = limiter(clients[0]);
    for (let i = 0; i < POLL_LIMITS.mailbox; i++) await gone.holdPoll('m', 'ip', i * 1_000);
    const left = await probe.pttl('mayfly:polls:mailbox:m');
    expect(left).toBeGreaterThan((POLL_LIMITS.mailbox - 1) * 1_000);
    expect(left).toBeLessThan(30_000);
    // As if that time had passed for all but one of them.
    const [, ...ended] = await probe.zrange('mayfly:polls:mailbox:m', '0', '-1');
    for (const lease of ended) await probe.zadd('mayfly:polls:mailbox:m', '1', lease);
    expect(await crowd([b], 20, () => 'm', 'elsewhere')).toBe(POLL_LIMITS.mailbox - 1);
  });

  test('nothing stays in Redis when all are given back', async () => {
    const places = [...(await holdMany(a, 3)), ...(await holdMany(b, 2))];
    for (const release of places) release();
    await vi.waitFor(async () => expect(await probe.keys('*')).toEqual([]));
  });

  test('with Redis away each counts for itself, what it held before included; back again they count together', async () => {
    const before = await holdMany(a, 2);
    await server.stop();
    await vi.waitFor(() => expect(clients[0]?.status).not.toBe('ready'));
    const during = await holdMany(a, POLL_LIMITS.mailbox - 2);
    await refused(a, 'm', 'ip');
    await holdMany(b, POLL_LIMITS.mailbox);
    for (const release of [...before, ...during]) release();
    const again = await holdMany(a, POLL_LIMITS.mailbox);
    for (const release of again) release();

    server = await startRedis(Number(new URL(server.url).port));
    await connected();
    await sleep(20);
    expect(await crowd([a, b], 40, () => 'new', 'elsewhere')).toBe(POLL_LIMITS.mailbox);
  }, 20_000);
});
