// Password hashes: format, cost, and a rush of sign-ins that waits by itself.

import { readFile } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { createPasswords } from './password.ts';

const cheap = createPasswords({ memory: 64, passes: 1 });

test('a password matches its own hash only', async () => {
  const hash = await cheap.hash('correct horse');
  expect(await cheap.verify('correct horse', hash)).toBe(true);
  expect(await cheap.verify('Correct horse', hash)).toBe(false);
});

test('the hash is a PHC string that names its cost, with a salt of its own', async () => {
  const [a, b] = await Promise.all([cheap.hash('same'), cheap.hash('same')]);
  expect(a).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(a).not.toBe(b);
});

test('an accent typed in two ways is one password', async () => {
  expect(await cheap.verify('cafe\u0301', await cheap.hash('caf\u00e9'))).toBe(true);
});

test('nobody and an unreadable hash never match', async () => {
  expect(await cheap.verify('anything', null)).toBe(false);
  expect(await cheap.verify('anything', 'anything')).toBe(false);
});

test('a hash of another cost still works and is known to be outdated', async () => {
  const hash = await cheap.hash('correct horse');
  const later = createPasswords({ memory: 128, passes: 1 });
  expect(await later.verify('correct horse', hash)).toBe(true);
  expect([later.isOutdated(hash), cheap.isOutdated(hash)]).toEqual([true, false]);
});

test('a rush of sign-ins holds up neither the event loop nor files and names', { timeout: 60_000 }, async () => {
  const passwords = createPasswords();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const rush = Promise.all(Array.from({ length: 50 }, () => passwords.verify('wrong', null)));
  // Files are read in the same threads that hash.
  await readFile(new URL(import.meta.url));
  const fileTook = performance.now() - began;
  await rush;
  const rushTook = performance.now() - began;
  delay.disable();
  expect(fileTook).toBeLessThan(rushTook / 4);
  expect(delay.percentile(50) / 1e6).toBeLessThan(rushTook / 4);
});

test('more than can be served soon are refused rather than queued without end', async () => {
  const passwords = createPasswords();
  const outcomes = await Promise.allSettled(Array.from({ length: 400 }, () => passwords.verify('wrong', LIGHT_HASH)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBe(400 - 258);
  expect(refused[0]).toMatchObject({ reason: { code: 'service.unavailable' } });
});

// A stored hash carries its own cost, so that the queue can be filled without hours of hashing.
const LIGHT_HASH = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
