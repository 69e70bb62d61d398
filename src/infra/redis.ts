// The one importer of ioredis. Redis holds only what may be lost: wake-ups, rate counters, places of open polls.

import type { Redis } from 'ioredis';
import type { Log } from './log.ts';

export type { Redis } from 'ioredis';

/** Loaded only where REDIS_URL is set. */
export async function connectRedis(url: string, log: Log): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  let down = false;
  const redis = new Client(url, {
    // Fail fast while Redis is away: callers have a fallback, a queue of stale commands helps nobody.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    // ioredis would not catch a failure of that; wakeup-redis.ts subscribes again by itself.
    autoResubscribe: false,
  });
  redis.on('error', (error) => {
    if (!down) log.warn({ err: error }, 'Redis is away; going on without it');
    down = true;
  });
  redis.on('ready', () => {
    if (down) log.info('Redis is back');
    down = false;
  });
  return redis;
}
