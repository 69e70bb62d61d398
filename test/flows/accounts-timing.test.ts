// Neither sign-in nor `forgot` tells by time whether an address has an account.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const CALLS = 200;
const TOLERANCE = 0.05;

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await createTestApp();
  account = await createAccount(app, { email: 'known@timing.example' });
});
afterAll(() => app.close());

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How far the medians of both kinds of call lie apart. They take turns, so that a busy machine slows both alike. */
async function difference(known: () => Promise<unknown>, unknown: () => Promise<unknown>, turn = 1): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < CALLS / turn; i++) {
    // Whoever comes second does not always come second.
    for (const kind of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      for (let n = 0; n < turn; n++) {
        const began = performance.now();
        await (kind === 'known' ? known() : unknown());
        times[kind].push(performance.now() - began);
      }
    }
  }
  const [a, b] = [median(times.known), median(times.unknown)];
  return Math.abs(a - b) / Math.min(a, b);
}

/** Noise passes within a few rounds; a difference in the work done stays. */
async function smallest(rounds: number, measure: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < rounds && best >= TOLERANCE; i++) best = Math.min(best, await measure());
  return best;
}

const post = (path: string, body: unknown, status: number) => async () => {
  const answer = await app.call('POST', path, { body });
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
};

test('sign-in takes as long for an unknown address as for a wrong password', { timeout: 240_000 }, async () => {
  const known = post('/auth/token', { email: account.email, password: 'wrong' }, 401);
  const unknown = post('/auth/token', { email: 'nobody@timing.example', password: 'wrong' }, 401);
  expect(await smallest(3, () => difference(known, unknown))).toBeLessThan(TOLERANCE);
});

test('forgot takes as long for an unknown address as for a known one', { timeout: 120_000 }, async () => {
  const known = post('/auth/password/forgot', { email: account.email }, 204);
  const unknown = post('/auth/password/forgot', { email: 'nobody@timing.example' }, 204);
  await difference(known, unknown);
  expect(await smallest(6, () => difference(known, unknown))).toBeLessThan(TOLERANCE);
});

test('forgot does not tell by what its worker does afterwards either', { timeout: 120_000 }, async () => {
  const worker = await app.assembly.startWorker();
  try {
    const known = post('/auth/password/forgot', { email: account.email }, 204);
    const unknown = post('/auth/password/forgot', { email: 'nobody@timing.example' }, 204);
    await difference(known, unknown);
    expect(await smallest(6, () => difference(known, unknown, 50))).toBeLessThan(TOLERANCE);
  } finally {
    await worker.stop();
  }
});
