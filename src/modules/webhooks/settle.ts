// What follows from one attempt: delivered, tried again later, given up, or the endpoint is gone. Pure; the store records it.

import type { OutboundResult } from '../../infra/outbound-http.ts';

export type Settlement =
  | { kind: 'delivered' }
  /** `holdUntil`: the endpoint asked that nothing at all be sent before. */
  | { kind: 'retry'; error: string; at: Date; holdUntil: Date | null }
  | { kind: 'given-up'; error: string }
  | { kind: 'gone'; error: string };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds from one failure to the next attempt; after the last, no more. */
export const RETRY_DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] as const;
const RETRY_AFTER_MAX = 14 * HOUR;
/** Up to this part of the delay is added at random, so that what failed together does not come back together. */
const JITTER = 0.1;

export function settle(
  attempt: number,
  result: OutboundResult,
  now: Date,
  random: () => number = Math.random,
): Settlement {
  if (result.kind === 'response' && result.status >= 200 && result.status < 300) return { kind: 'delivered' };
  const error = result.kind === 'failure' ? result.error : errorOf(result.status);
  if (result.kind === 'response' && result.status === 410) return { kind: 'gone', error };
  const delay = RETRY_DELAYS[attempt - 1];
  if (delay === undefined) return { kind: 'given-up', error };
  const asked = result.kind === 'response' ? readRetryAfter(result.retryAfter, now) : null;
  const later = (seconds: number) => new Date(now.getTime() + Math.round(seconds * 1_000));
  // Only these two speak of the endpoint; with others the wish is about the one request.
  const holds = result.kind === 'response' && (result.status === 429 || result.status === 503);
  return {
    kind: 'retry',
    error,
    at: later(Math.max(delay, asked ?? 0) * (1 + random() * JITTER)),
    holdUntil: asked !== null && asked > 0 && holds ? later(asked) : null,
  };
}

/** Seconds or an HTTP date, as seconds from now within 14 hours; null when it is neither. */
export function readRetryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  const seconds = /^\s*\d+\s*$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), RETRY_AFTER_MAX);
}

function errorOf(status: number): string {
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}; success is 2xx`;
}
