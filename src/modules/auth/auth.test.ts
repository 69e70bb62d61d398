// Sign-in, password reset and registration over HTTP: every documented status, limits, and what each step ends.

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

describe('limits', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => limited.close());

  async function statuses(count: number, call: (i: number) => Promise<{ status: number }>): Promise<number[]> {
    const seen: number[] = [];
    for (let i = 0; i < count; i++) seen.push((await call(i)).status);
    return seen;
  }

  test('one address may try twenty times in a quarter of an hour', async () => {
    const seen = await statuses(21, (i) =>
      post('/auth/token', { email: `p${i}@people.example`, password: 'x' }, limited, '198.51.100.1'),
    );
    expect(seen).toEqual([...Array(20).fill(401), 429]);
  });

  test.each([
    ['known', true],
    ['unknown', false],
  ])('an account may be tried ten times, whoever tries: %s address', async (name, known) => {
    const email = `${name}@limits.example`;
    if (known) await createAccount(limited, { email });
    const seen = await statuses(11, (i) =>
      post('/auth/token', { email: i % 2 ? email : email.toUpperCase(), password: 'x' }, limited, `198.51.101.${i}`),
    );
    expect(seen).toEqual([...Array(10).fill(401), 429]);
  });

  test('a 429 says when to come back', async () => {
    const attempt = () =>
      post('/auth/token', { email: 'later@limits.example', password: 'x' }, limited, '198.51.100.9');
    await statuses(10, attempt);
    const answer = await attempt();
    expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800);
    expect(answer.headers['ratelimit-remaining']).toBe('0');
  });

  test('an X-Forwarded-For from a stranger gives no new allowance', async () => {
    const seen = await statuses(21, (i) =>
      limited.call('POST', '/auth/token', {
        body: { email: `f${i}@people.example`, password: 'x' },
        ip: '198.51.100.2',
        headers: { 'x-forwarded-for': `203.0.113.${i}` },
      }),
    );
    expect(seen.at(-1)).toBe(429);
  });

  test('mail to one address may be asked for three times an hour, known or not, from anywhere', async () => {
    for (const email of ['known-mail@limits.example', 'unknown-mail@limits.example']) {
      if (email.startsWith('known')) await createAccount(limited, { email });
      const seen = await statuses(4, (i) => post('/auth/password/forgot', { email }, limited, `198.51.102.${i}`));
      expect(seen).toEqual([204, 204, 204, 429]);
    }
  });

  test('one address may ask for ten mails an hour, sign-ups included', async () => {
    const seen = await statuses(11, (i) =>
      i % 2
        ? post('/auth/password/forgot', { email: `m${i}@limits.example` }, limited, '198.51.100.3')
        : post(
            '//root/app/signup',
            { email: `m${i}@limits.example`, password: 'x'.repeat(8) },
            limited,
            '198.51.100.3',
          ),
    );
    expect(seen.slice(0, 10).every((status) => status === 204 || status === 202)).toBe(true);
    expect(seen[10]).toBe(429);
  });

  test('password reset is limited like everything else', async () => {
    const body = { token: 'x'.repeat(43), password: 'long enough' };
    const seen = await Promise.all(
      Array.from({ length: 301 }, () => post('/auth/password/reset', body, limited, '198.51.100.4')),
    );
    expect(seen.filter(({ status }) => status === 410)).toHaveLength(300);
    expect(seen.filter(({ status }) => status === 429)).toHaveLength(1);
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

describe('registration', () => {
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
});
