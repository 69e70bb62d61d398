// Rate limits in memory: exact counts, separate identities, several windows. Places of open polls: poll-places.test.ts.

import { describe, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createRateLimiter, RateLimited } from './rate-limit.ts';

const limiter = (factor = 1) => createRateLimiter({ factor, redis: null, log: createLog('silent') });

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
