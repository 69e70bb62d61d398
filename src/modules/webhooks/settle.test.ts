// What follows from an attempt: the schedule of retries, Retry-After, and when it is over.

import { describe, expect, test } from 'vitest';
import type { OutboundResult } from '../../infra/outbound-http.ts';
import { RETRY_DELAYS, readRetryAfter, settle } from './settle.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const answer = (status: number, retryAfter?: string): OutboundResult => ({
  kind: 'response',
  status,
  durationMs: 1,
  ...(retryAfter === undefined ? {} : { retryAfter }),
});
const seconds = (at: Date) => (at.getTime() - NOW.getTime()) / 1_000;

function retryOf(attempt: number, result: OutboundResult, random = 0) {
  const settlement = settle(attempt, result, NOW, () => random);
  if (settlement.kind !== 'retry') throw new Error(settlement.kind);
  return { after: seconds(settlement.at), hold: settlement.holdUntil && seconds(settlement.holdUntil) };
}

test.each([200, 201, 204, 299])('%i is success', (status) => {
  expect(settle(1, answer(status), NOW)).toEqual({ kind: 'delivered' });
});

test.each([100, 199, 300, 301, 307, 400, 401, 404, 429, 500, 503])('%i is tried again', (status) => {
  expect(settle(1, answer(status), NOW).kind).toBe('retry');
});

test('410 means gone, at whichever attempt', () => {
  expect(settle(1, answer(410), NOW).kind).toBe('gone');
  expect(settle(8, answer(410), NOW).kind).toBe('gone');
});

test('no answer is tried again', () => {
  expect(settle(1, { kind: 'failure', error: 'timed out', durationMs: 15_000 }, NOW)).toMatchObject({
    kind: 'retry',
    error: 'timed out',
  });
});

test('the schedule is 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, then no more', () => {
  const delays = RETRY_DELAYS.map((_, i) => retryOf(i + 1, answer(500)).after);
  expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400]);
  expect(settle(8, answer(500), NOW).kind).toBe('given-up');
  expect(settle(9, answer(500), NOW).kind).toBe('given-up');
});

test('jitter only ever adds, a tenth at most', () => {
  expect(retryOf(2, answer(500), 0).after).toBe(300);
  expect(retryOf(2, answer(500), 0.999_999).after).toBeCloseTo(330, 1);
});

describe('Retry-After', () => {
  test('moves the next attempt back, never forward', () => {
    expect(retryOf(1, answer(500, '120')).after).toBe(120);
    expect(retryOf(2, answer(500, '120')).after).toBe(300);
  });

  test('of 429 and 503 holds the whole endpoint', () => {
    expect(retryOf(1, answer(429, '60')).hold).toBe(60);
    expect(retryOf(1, answer(503, '60')).hold).toBe(60);
    expect(retryOf(1, answer(500, '60')).hold).toBeNull();
    expect(retryOf(1, answer(503)).hold).toBeNull();
  });

  test.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:10:00 GMT', 600],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['99999999999999999999', 50_400],
    ['Fri, 01 Mar 2030 12:00:00 GMT', 50_400],
    ['soon', null],
    ['-5x', null],
    ['', null],
  ])('%j reads as %s s', (text, expected) => {
    expect(readRetryAfter(text, NOW)).toBe(expected);
  });
});
