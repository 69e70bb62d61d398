// Neither sign-in nor `forgot` tells by time whether an address has an account.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Assembly, assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/infra/log.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const CALLS = 200;
const TOLERANCE = 0.05;
const KNOWN = 'known@timing.example';
const UNKNOWN = 'nobody@timing.example';

let database: TestDatabase;
let assembly: Assembly;
beforeAll(async () => {
  database = await createTestDatabase();
  assembly = await assemble({
    config: readConfig({ RATE_LIMIT_FACTOR: '0', ROLES: 'http,worker' }),
    databaseUrl: database.url,
    log: createLog('silent'),
    clock: systemClock,
    // A tenth of the usual cost: the same code in less time, and what else differs weighs ten times as much.
    passwordCost: { memory: 4_096, passes: 1 },
  });
  await assembly.services.auth.signup.createUser({ email: KNOWN, password: 'long enough' });
});
afterAll(async () => {
  await assembly.http?.close();
  await assembly.close();
  await database.drop();
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** How far the medians of both kinds of call lie apart. They take turns, so that a busy machine slows both alike. */
async function difference(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < CALLS; i++) {
    // Whoever comes second does not always come second.
    for (const kind of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const began = performance.now();
      await (kind === 'known' ? known() : unknown());
      times[kind].push(performance.now() - began);
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
  const answer = await assembly.http?.inject({ method: 'POST', url: `/api/v1${path}`, payload: body as object });
  if (answer?.statusCode !== status) throw new Error(`${path} answered ${answer?.statusCode}`);
};
const signIn = (email: string) => post('/auth/token', { email, password: 'wrong password' }, 401);
const forgot = (email: string) => post('/auth/password/forgot', { email }, 204);

test('sign-in takes as long for an unknown address as for a wrong password', { timeout: 240_000 }, async () => {
  expect(await smallest(5, () => difference(signIn(KNOWN), signIn(UNKNOWN)))).toBeLessThan(TOLERANCE);
});

test('forgot takes as long for an unknown address as for a known one', { timeout: 120_000 }, async () => {
  await difference(forgot(KNOWN), forgot(UNKNOWN));
  expect(await smallest(6, () => difference(forgot(KNOWN), forgot(UNKNOWN)))).toBeLessThan(TOLERANCE);
});
