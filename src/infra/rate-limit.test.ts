// Rate limits in memory: exact counts, separate identities, several windows, places of open polls.

import { describe, expect, test } from 'vitest';
import { createRateLimiter, POLL_LIMITS, RateLimited } from './rate-limit.ts';

const limiter = (factor = 1) => createRateLimiter({ factor, redis: null });

describe('consume', () => {
  test('hands out exactly the limit, also to a crowd at once', async () => {
    const rates = limiter();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => rates.consume('mailbox.create.ip', 'a')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  });

  test('what is refused says when to come again', async () => {
    const rates = limiter();
    for (let i = 0; i < 10; i++) await rates.consume('mailbox.create.ip', 'a');
    const refused = await rates.consume('mailbox.create.ip', 'a').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimited);
    expect((refused as RateLimited).retryAfter).toBeGreaterThan(0);
    expect((refused as RateLimited).retryAfter).toBeLessThanOrEqual(60);
  });

  test('tells what is left', async () => {
    const rates = limiter();
    expect(await rates.consume('mailbox.read', 'a')).toMatchObject({ limit: 120, remaining: 119 });
  });

  test('identities and rules are counted apart', async () => {
    const rates = limiter();
    for (let i = 0; i < 10; i++) await rates.consume('mailbox.create.ip', 'a');
    await expect(rates.consume('mailbox.create.ip', 'b')).resolves.toBeTruthy();
    await expect(rates.consume('session.ip', 'a')).resolves.toBeTruthy();
  });

  test('the factor multiplies', async () => {
    expect(await limiter(3).consume('mailbox.create.ip', 'a')).toMatchObject({ limit: 30 });
    expect(await limiter(0.01).consume('mailbox.create.ip', 'a')).toMatchObject({ limit: 1 });
  });

  test('factor 0 turns limits off', async () => {
    const rates = limiter(0);
    for (let i = 0; i < 1_000; i++) expect(await rates.consume('mailbox.create.ip', 'a')).toBeNull();
  });
});

describe('holdPoll', () => {
  test('gives so many places to a mailbox and takes them back', () => {
    const rates = limiter();
    const places = Array.from({ length: POLL_LIMITS.mailbox }, (_, i) => rates.holdPoll('m', `ip${i}`));
    expect(() => rates.holdPoll('m', 'another')).toThrow(RateLimited);
    places[0]?.();
    expect(() => rates.holdPoll('m', 'another')).not.toThrow();
  });

  test('a place given back twice is one place', () => {
    const rates = limiter();
    const places = Array.from({ length: POLL_LIMITS.mailbox }, () => rates.holdPoll('m', 'ip'));
    places[0]?.();
    places[0]?.();
    rates.holdPoll('m', 'ip');
    expect(() => rates.holdPoll('m', 'ip')).toThrow(RateLimited);
  });

  test('a mailbox loses no place to an address that has none left', () => {
    const rates = limiter();
    for (let i = 0; i < POLL_LIMITS.ip; i++) rates.holdPoll(`m${i}`, 'ip');
    for (let i = 0; i < 20; i++) expect(() => rates.holdPoll('m', 'ip')).toThrow(RateLimited);
    for (let i = 0; i < POLL_LIMITS.mailbox; i++) rates.holdPoll('m', 'elsewhere');
  });
});
