// Registration over HTTP: every documented status, and what a link is worth.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, loggedToken } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Problem = { code: string; traceId: string; errors?: { path: string }[] };
interface TokenBody {
  data: { token: string; tokenType: string; expiresAt: string };
}

const post = <T = Problem>(path: string, body: unknown, on = app, ip?: string) =>
  on.call<T>('POST', path, { body, ...(ip === undefined ? {} : { ip }) });

const signup = (email: string, more: object = {}, on = app) =>
  post<{ data: { status: string } } & Problem>('//root/app/signup', { email, password: 'long enough', ...more }, on);
const confirm = (token: string, on = app) => post<TokenBody & Problem>('//root/app/signup/confirm', { token }, on);
/** Runs the jobs that wait for the address, as the worker would. */
async function sendMails(email: string, on = app): Promise<void> {
  const rows = await on.assembly.database.query<{ id: number }>({
    text: 'select id from signups where email = $1 and hash is null order by id',
    values: [email],
  });
  for (const { id } of rows) await on.assembly.services.auth.signup.sendMail({ id });
}
async function signupToken(email: string, more: object = {}): Promise<string> {
  expect((await signup(email, more)).status).toBe(202);
  await sendMails(email);
  const token = loggedToken(app, email, 'signup');
  if (token === null) throw new Error('no link was logged');
  return token;
}

test('a sign-up becomes an account when its link is followed, and not before', async () => {
  const token = await signupToken('new@people.example', { locale: 'VI-vn' });
  const attempt = { email: 'new@people.example', password: 'long enough' };
  expect((await post('/auth/token', attempt)).status).toBe(401);
  const answer = await confirm(token);
  expect(answer.status).toBe(201);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body.data).toEqual({
    token: expect.stringMatching(/^mfu_/),
    tokenType: 'Bearer',
    expiresAt: expect.any(String),
  });
  const account = await app.call('GET', '/me', { token: answer.body.data.token });
  expect(account.body.data).toMatchObject({ email: 'new@people.example', locale: 'vi-VN' });
  expect((await post('/auth/token', attempt)).status).toBe(200);
  const again = await confirm(token);
  expect([again.status, again.body.code]).toEqual([410, 'signup.token_gone']);
});

test('an address that has an account gets the same answer, and its owner a mail that says so', async () => {
  const { email } = await createAccount(app);
  const [known, unknown] = [await signup(email.toUpperCase()), await signup('fresh@people.example')];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await sendMails(email);
  expect(loggedToken(app, email, 'signup')).toBeNull();
  expect(app.logLines.some((line) => line.includes(email) && line.includes('has an account'))).toBe(true);
  expect(
    await app.assembly.database.query({ text: 'select 1 from signups where email = $1', values: [email] }),
  ).toEqual([]);
});

test('a stranger’s later sign-up does not change what the first link confirms', async () => {
  const first = await signupToken('contested@people.example', { password: 'chosen by me' });
  const second = await signupToken('contested@people.example', { password: 'chosen by eve' });
  expect((await confirm(first)).status).toBe(201);
  expect((await confirm(second)).status).toBe(410);
  const attempt = (password: string) => post('/auth/token', { email: 'contested@people.example', password });
  expect((await attempt('chosen by eve')).status).toBe(401);
  expect((await attempt('chosen by me')).status).toBe(200);
});

test('a sign-up link ends after a day', async () => {
  const other = await createTestApp();
  try {
    await signup('late@people.example', {}, other);
    await sendMails('late@people.example', other);
    other.clock.advance(86_401);
    const answer = await confirm(loggedToken(other, 'late@people.example', 'signup') ?? '', other);
    expect([answer.status, answer.body.code]).toEqual([410, 'signup.token_gone']);
  } finally {
    await other.close();
  }
});

test('a confirmation that lost the race to another account answers 410', async () => {
  const token = await signupToken('race@people.example');
  await createAccount(app, { email: 'race@people.example' });
  expect((await confirm(token)).status).toBe(410);
});

test('SIGNUP=closed answers 403 to both steps', async () => {
  const closed = await createTestApp({ SIGNUP: 'closed' });
  try {
    const answers = [await signup('new@people.example', {}, closed), await confirm('x'.repeat(43), closed)];
    for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([403, 'signup.closed']);
  } finally {
    await closed.close();
  }
});

test.each([
  {},
  { email: 'no address', password: 'long enough' },
  { email: 'a@b.example', password: 'seven77' },
  { email: 'a@b.example', password: 'x'.repeat(201) },
  { email: 'a@b.example', password: 'long enough', locale: 'e' },
  { email: 'a@b.example', password: 'long enough', admin: true },
])('answers 422 for %j', async (body) => {
  const answer = await post('//root/app/signup', body);
  expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
});

test('confirm answers 422 for a token that cannot be one', async () => {
  expect((await confirm('short')).status).toBe(422);
});
