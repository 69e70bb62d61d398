// Sign-in and password reset over HTTP: every documented status, and what each step ends.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, loggedToken, resetToken } from '../../../test/support/accounts.ts';
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
const me = (token: string) => app.call<Problem>('GET', '/me', { token });

describe('sign-in', () => {
  test('answers 200 with a token that works for seven days', async () => {
    const { email, password, userId } = await createAccount(app);
    const answer = await post<TokenBody>('/auth/token', { email, password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        token: expect.stringMatching(/^mfu_[0-9A-Za-z]{43}$/),
        tokenType: 'Bearer',
        expiresAt: expect.any(String),
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token, expiresAt } = answer.body.data;
    const life = Date.parse(expiresAt) - app.clock.now().getTime();
    expect(Math.abs(life - 7 * 86_400_000)).toBeLessThan(5_000);
    expect((await app.call('GET', '/me', { token })).body.data).toMatchObject({ id: userId });
  });

  test('a token past its seven days answers 401', async () => {
    const other = await createTestApp();
    try {
      const { token } = await createAccount(other);
      other.clock.advance(7 * 86_400 - 5);
      expect((await other.call('GET', '/me', { token })).status).toBe(200);
      other.clock.advance(10);
      const answer = await other.call<Problem>('GET', '/me', { token });
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
    } finally {
      await other.close();
    }
  });

  test.each([
    ['capital letters', (email: string) => email.toUpperCase()],
    ['spaces around', (email: string) => `  ${email} `],
  ])('the address is found with %s', async (_name, spell) => {
    const { email, password } = await createAccount(app);
    expect((await post('/auth/token', { email: spell(email), password })).status).toBe(200);
  });

  test('unknown address, wrong password, disabled account and no address at all are one failure', async () => {
    const { email, password } = await createAccount(app);
    const disabled = await createAccount(app);
    await app.assembly.services.account.disable(disabled.userId);
    const attempts = [
      { email: 'nobody@people.example', password },
      { email, password: 'wrong' },
      { email: disabled.email, password: disabled.password },
      { email: 'not an address', password },
      { email: '', password: '' },
    ];
    for (const attempt of attempts) {
      const answer = await post('/auth/token', attempt);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_credentials']);
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'status', 'title', 'traceId', 'type']);
    }
  });

  test.each([
    {},
    { email: 'a@b.example' },
    { password: 'x' },
    { email: 1, password: 'x' },
    { email: 'x'.repeat(256), password: 'x' },
    { email: 'a@b.example', password: 'x'.repeat(201) },
    { email: 'a@b.example', password: 'x', code: 'x'.repeat(17) },
    { email: 'a@b.example', password: 'x', more: true },
  ])('answers 422 for %j', async (body) => {
    const answer = await post('/auth/token', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
  });

  test('a password hash of an earlier cost is renewed by signing in', async () => {
    const { account } = app.assembly.services;
    const { createPasswords } = await import('../../infra/password.ts');
    const passwordHash = await createPasswords({ memory: 64, passes: 1 }).hash('an old password');
    await account.create({ email: 'old@people.example', passwordHash, locale: 'en' });
    const attempt = { email: 'old@people.example', password: 'an old password' };
    expect((await post('/auth/token', attempt)).status).toBe(200);
    expect((await account.signInRecord('old@people.example'))?.passwordHash).toMatch(/m=19456,t=2/);
    expect((await post('/auth/token', attempt)).status).toBe(200);
  });

  test('a disabled account: its tokens answer 401 at once', async () => {
    const { token, userId } = await createAccount(app);
    expect((await me(token)).status).toBe(200);
    await app.assembly.services.account.disable(userId);
    const answer = await me(token);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });
});

describe('password reset', () => {
  test('forgot answers 204 for known and unknown addresses alike', async () => {
    const { email } = await createAccount(app);
    for (const address of [email, 'nobody@people.example', `  ${email.toUpperCase()} `]) {
      const answer = await post('/auth/password/forgot', { email: address });
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
  });

  test('a known and an unknown address leave the same work behind: one job, and not at once', async () => {
    const { email } = await createAccount(app);
    // A mail written while the next answer is made would tell by that answer's time who is known.
    for (const address of [email, 'someone@people.example']) {
      for (let i = 0; i < 5; i++) await post('/auth/password/forgot', { email: address });
      const jobs = await app.assembly.database.query<{ waits: number }>({
        text: `select extract(epoch from run_at - updated_at)::float8 as waits from graphile_worker.jobs where key = $1`,
        values: [`reset:${address}`],
      });
      expect(jobs).toHaveLength(1);
      expect(jobs[0]?.waits).toBeGreaterThan(0.5);
    }
  });

  test.each([{}, { email: 3 }, { email: 'no address' }, { email: 'x'.repeat(256) }, { email: 'a@b.example', x: 1 }])(
    'forgot answers 422 for %j',
    async (body) => {
      const answer = await post('/auth/password/forgot', body);
      expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    },
  );

  test('a reset sets the password, once, and ends every token of the account', async () => {
    const { email, password, token } = await createAccount(app);
    const other = await createAccount(app);
    const reset = { token: await resetToken(app, email), password: 'a new and better one' };
    expect((await post('/auth/password/reset', reset)).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await me(other.token)).status).toBe(200);
    expect((await post('/auth/token', { email, password })).status).toBe(401);
    expect((await post('/auth/token', { email, password: reset.password })).status).toBe(200);
    const again = await post('/auth/password/reset', reset);
    expect([again.status, again.body.code]).toEqual([410, 'auth.reset_token_gone']);
  });

  test('a reset leaves two-factor alone', async () => {
    const { email, token } = await createAccount(app);
    const { totpCode } = await import('../../lib/totp.ts');
    const setup = await app.call<{ data: { secret: string } }>('POST', '/me/2fa/setup', { token });
    const code = totpCode(setup.body.data.secret, app.clock.now());
    await app.call('POST', '/me/2fa/confirm', { token, body: { code } });
    await post('/auth/password/reset', { token: await resetToken(app, email), password: 'a new and better one' });
    const answer = await post('/auth/token', { email, password: 'a new and better one' });
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.totp_required']);
  });

  test('a reset token ends after thirty minutes', async () => {
    const other = await createTestApp();
    try {
      const { email } = await createAccount(other);
      const reset = { token: await resetToken(other, email), password: 'long enough' };
      other.clock.advance(30 * 60 + 1);
      const answer = await post('/auth/password/reset', reset, other);
      expect([answer.status, answer.body.code]).toEqual([410, 'auth.reset_token_gone']);
    } finally {
      await other.close();
    }
  });

  test('a newer reset token ends the one before', async () => {
    const { email } = await createAccount(app);
    const first = await resetToken(app, email);
    const second = await resetToken(app, email);
    expect((await post('/auth/password/reset', { token: first, password: 'long enough' })).status).toBe(410);
    expect((await post('/auth/password/reset', { token: second, password: 'long enough' })).status).toBe(204);
  });

  test('a disabled account gets no mail, and a link from before is gone', async () => {
    const { email, userId } = await createAccount(app);
    const token = await resetToken(app, email);
    await app.assembly.services.account.disable(userId);
    await app.assembly.services.auth.reset.sendMail({ email });
    expect(loggedToken(app, email, 'reset')).toBe(token);
    expect((await post('/auth/password/reset', { token, password: 'long enough' })).status).toBe(410);
  });

  test('an unknown token answers 410', async () => {
    const answer = await post('/auth/password/reset', { token: 'x'.repeat(32), password: 'long enough' });
    expect([answer.status, answer.body.code]).toEqual([410, 'auth.reset_token_gone']);
  });

  test.each([
    {},
    { token: 'x'.repeat(31), password: 'long enough' },
    { token: 'x'.repeat(129), password: 'long enough' },
    { token: 'x'.repeat(43), password: 'seven77' },
    { token: 'x'.repeat(43), password: 'x'.repeat(201) },
    { token: 'x'.repeat(43), password: 'long enough', more: 1 },
  ])('reset answers 422 for %j', async (body) => {
    const answer = await post('/auth/password/reset', body);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
  });

  test('what is past its time is removed from the database', async () => {
    const other = await createTestApp();
    try {
      const { email } = await createAccount(other);
      await resetToken(other, email);
      await post('//root/app/signup', { email: 'waiting@people.example', password: 'long enough' }, other);
      other.clock.advance(8 * 86_400);
      await other.assembly.services.auth.removeExpired();
      for (const name of ['user_tokens', 'password_resets', 'signups']) {
        expect(await other.assembly.database.query({ text: `select 1 from ${name}` })).toEqual([]);
      }
    } finally {
      await other.close();
    }
  });
});
