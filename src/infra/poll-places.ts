// Places of open long-polls, so many for a mailbox and for an address. Part of the rate limiter (rate-limit.ts).
// Each process counts its own; with Redis every open poll is also a lease there, and the leases of all processes decide.

import { randomUUID } from 'node:crypto';
import type { Log } from './log.ts';
import type { Redis } from './redis.ts';

/** Open long-polls at once. */
export const POLL_LIMITS = { mailbox: 5, ip: 50 } as const;

/** A place until release() is called, or the limit that is reached. */
export type PollPlace = { readonly release: () => void } | { readonly full: number };

interface Place {
  readonly key: string;
  readonly limit: number;
}

/** What an answer takes after its wait. A lease ends then by itself: nobody gives back those of a process that was killed. */
const LEASE_GRACE_MS = 10_000;
const PREFIX = 'mayfly:polls:';

/**
 * A place in every set or in none; answers which one is full, or 0. KEYS: the sets. ARGV: lease, its milliseconds, the limit of each set.
 * By Redis' own clock, because those of the processes may differ. The lease is removed first, so that a command which was sent again after a
 * lost connection does not count twice.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  redis.call('ZREM', key, ARGV[1])
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then return i end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('PEXPIREAT', key, redis.call('ZREVRANGE', key, 0, 0, 'WITHSCORES')[2])
end
return 0
`;

export function createPollPlaces(options: { factor: number; redis: Redis | null; log: Log }) {
  const { factor, redis, log } = options;
  const open = new Map<string, number>();
  const self = randomUUID();
  let leases = 0;
  const failed = (error: unknown) => log.debug({ err: error }, 'open polls not counted by Redis');
  const place = (kind: keyof typeof POLL_LIMITS, identity: string): Place => ({
    key: `${kind}:${identity}`,
    limit: Math.max(1, Math.floor(POLL_LIMITS[kind] * factor)),
  });

  function take(places: readonly Place[]): Place | undefined {
    const full = places.find(({ key, limit }) => (open.get(key) ?? 0) >= limit);
    if (!full) for (const { key } of places) open.set(key, (open.get(key) ?? 0) + 1);
    return full;
  }
  function giveBack(places: readonly Place[]): void {
    for (const { key } of places) {
      const left = (open.get(key) ?? 1) - 1;
      if (left === 0) open.delete(key);
      else open.set(key, left);
    }
  }

  /** With Redis away this process decides alone: looser, and nobody is locked out. */
  async function takeLease(shared: Redis, lease: string, places: readonly Place[], ms: number) {
    const keys = places.map(({ key }) => PREFIX + key);
    const limits = places.map(({ limit }) => limit);
    const full = await shared.eval(TAKE, keys.length, ...keys, lease, ms, ...limits).catch(failed);
    return places[Number(full ?? 0) - 1];
  }
  /** Also where taking it failed: the command may have arrived though its answer did not. */
  function giveLeaseBack(shared: Redis, lease: string, places: readonly Place[]): void {
    Promise.all(places.map(({ key }) => shared.zrem(PREFIX + key, lease))).catch(failed);
  }

  return {
    async hold(mailbox: string, ip: string, waitMs: number): Promise<PollPlace> {
      if (factor === 0) return { release: () => {} };
      const places = [place('mailbox', mailbox), place('ip', ip)];
      const fullHere = take(places);
      if (fullHere) return { full: fullHere.limit };
      const lease = `${self}:${++leases}`;
      const full = redis && (await takeLease(redis, lease, places, Math.ceil(waitMs) + LEASE_GRACE_MS));
      if (full) {
        giveBack(places);
        return { full: full.limit };
      }
      let held = true;
      return {
        release() {
          if (!held) return;
          held = false;
          giveBack(places);
          if (redis) giveLeaseBack(redis, lease, places);
        },
      };
    },
  };
}
