// Rate limits by identity: memory in one process, Redis across several, behind one interface. The table is data.

import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../lib/errors.ts';
import type { Log } from './log.ts';
import { createPollPlaces } from './poll-places.ts';
import type { Redis } from './redis.ts';

interface Window {
  readonly limit: number;
  readonly seconds: number;
}

const RATE_LIMITS = {
  'mailbox.create.ip': [
    { limit: 10, seconds: 60 },
    { limit: 60, seconds: 3_600 },
  ],
  'mailbox.create.free': [{ limit: 60, seconds: 60 }],
  'mailbox.create.paid': [{ limit: 600, seconds: 60 }],
  'mailbox.read': [{ limit: 120, seconds: 60 }],
  'session.ip': [{ limit: 20, seconds: 3_600 }],
  'signin.ip': [{ limit: 20, seconds: 900 }],
  'signin.account': [{ limit: 10, seconds: 900 }],
  'mail-request.ip': [{ limit: 10, seconds: 3_600 }],
  'mail-request.address': [{ limit: 3, seconds: 3_600 }],
  default: [{ limit: 300, seconds: 60 }],
} as const satisfies Record<string, readonly Window[]>;

export type RateRule = keyof typeof RATE_LIMITS;

export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Takes one from the identity's allowance; throws 429 rate.limited when it is used up. Null when limits are off. */
  consume(rule: RateRule, identity: string): Promise<RateState | null>;
  /** Holds a place among the open long-polls, for so long at most, until it is released by the answer; throws 429 when all are taken. */
  holdPoll(mailbox: string, ip: string, waitMs: number): Promise<() => void>;
}

export class RateLimited extends AppError {
  readonly state: RateState;
  constructor(state: RateState) {
    super('rate.limited', `Try again in ${state.resetSeconds} s.`, { retryAfter: state.resetSeconds });
    this.state = state;
  }
}

export function createRateLimiter(options: { factor: number; redis: Redis | null; log: Log }): RateLimiter {
  const { factor, redis } = options;
  const rules = new Map(
    (Object.entries(RATE_LIMITS) as [RateRule, readonly Window[]][]).map(([rule, windows]) => [
      rule,
      windows.map((window) => counter(rule, window, factor, redis)),
    ]),
  );
  const polls = createPollPlaces(options);

  return {
    async consume(rule, identity) {
      if (factor === 0) return null;
      let tightest: RateState | null = null;
      for (const { limiter, limit } of rules.get(rule) ?? []) {
        const state = await take(limiter, limit, identity);
        if (tightest === null || state.remaining < tightest.remaining) tightest = state;
      }
      return tightest;
    },
    async holdPoll(mailbox, ip, waitMs) {
      const place = await polls.hold(mailbox, ip, waitMs);
      if ('full' in place) throw new RateLimited({ limit: place.full, remaining: 0, resetSeconds: 1 });
      return place.release;
    },
  };
}

type Counter = RateLimiterMemory | RateLimiterRedis;

function counter(rule: RateRule, window: Window, factor: number, redis: Redis | null) {
  const limit = Math.max(1, Math.floor(window.limit * factor));
  const settings = { keyPrefix: `mayfly:${rule}:${window.seconds}`, points: limit, duration: window.seconds };
  const memory = new RateLimiterMemory(settings);
  // With Redis away every process counts for itself: looser, and nobody is locked out.
  const limiter: Counter = redis
    ? new RateLimiterRedis({ ...settings, storeClient: redis, insuranceLimiter: memory, useRedisPackage: false })
    : memory;
  return { limiter, limit };
}

async function take(limiter: Counter, limit: number, identity: string): Promise<RateState> {
  try {
    return stateOf(await limiter.consume(identity), limit);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw new RateLimited(stateOf(refused, limit));
    throw refused;
  }
}

function stateOf(result: RateLimiterRes, limit: number): RateState {
  return {
    limit,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1_000)),
  };
}
