// The limits of sign-in, of mail requests and of password reset, by address and by account.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => app.close());

const post = (path: string, body: unknown, ip: string) => app.call<{ code: string }>('POST', path, { body, ip });

async function statuses(count: number, call: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await call(i)).status);
  return seen;
}

test('one address may try twenty times in a quarter of an hour', async () => {
  const seen = await statuses(21, (i) =>
    post('/auth/token', { email: `p${i}@people.example`, password: 'x' }, '198.51.100.1'),
  );
  expect(seen).toEqual([...Array(20).fill(401), 429]);
});

test.each([
  ['known', true],
  ['unknown', false],
])('an account may be tried ten times, whoever tries: %s address', async (name, known) => {
  const email = `${name}@limits.example`;
  if (known) await createAccount(app, { email });
  const seen = await statuses(11, (i) =>
    post('/auth/token', { email: i % 2 ? email : email.toUpperCase(), password: 'x' }, `198.51.101.${i}`),
  );
  expect(seen).toEqual([...Array(10).fill(401), 429]);
});

test('a 429 says when to come back', async () => {
  const attempt = () => post('/auth/token', { email: 'later@limits.example', password: 'x' }, '198.51.100.9');
  await statuses(10, attempt);
  const answer = await attempt();
  expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
  expect(answer.headers['ratelimit-remaining']).toBe('0');
});

test('an X-Forwarded-For from a stranger gives no new allowance', async () => {
  const seen = await statuses(21, (i) =>
    app.call('POST', '/auth/token', {
      body: { email: `f${i}@people.example`, password: 'x' },
      ip: '198.51.100.2',
      headers: { 'x-forwarded-for': `203.0.113.${i}` },
    }),
  );
  expect(seen.at(-1)).toBe(429);
});

test('mail to one address may be asked for three times an hour, known or not, from anywhere', async () => {
  for (const email of ['known-mail@limits.example', 'unknown-mail@limits.example']) {
    if (email.startsWith('known')) await createAccount(app, { email });
    const seen = await statuses(4, (i) => post('/auth/password/forgot', { email }, `198.51.102.${i}`));
    expect(seen).toEqual([204, 204, 204, 429]);
  }
});

test('one address may ask for ten mails an hour, sign-ups included', async () => {
  const seen = await statuses(11, (i) =>
    i % 2
      ? post('/auth/password/forgot', { email: `m${i}@limits.example` }, '198.51.100.3')
      : post('//root/app/signup', { email: `m${i}@limits.example`, password: 'x'.repeat(8) }, '198.51.100.3'),
  );
  expect(seen.slice(0, 10).every((status) => status === 204 || status === 202)).toBe(true);
  expect(seen[10]).toBe(429);
});

test('password reset is limited like everything else', async () => {
  const body = { token: 'x'.repeat(43), password: 'long enough' };
  const seen = await Promise.all(Array.from({ length: 301 }, () => post('/auth/password/reset', body, '198.51.100.4')));
  expect(seen.filter(({ status }) => status === 410)).toHaveLength(300);
  expect(seen.filter(({ status }) => status === 429)).toHaveLength(1);
});
