// What works once works once: twenty requests race for each code and each token.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../src/lib/totp.ts';
import { createAccount, loggedToken, resetToken, type TestAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const TIMES = 20;

async function race(call: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: TIMES }, call));
  return answers.map(({ status }) => status).sort();
}
const oneOf = (won: number, lost: number) => [won, ...Array(TIMES - 1).fill(lost)].sort();

async function begin(account: TestAccount): Promise<string> {
  const setup = await app.call<{ data: { secret: string } }>('POST', '/me/2fa/setup', { token: account.token });
  return setup.body.data.secret;
}

async function withTwoFactor() {
  const account = await createAccount(app);
  const secret = await begin(account);
  const confirmed = await app.call<{ data: { recoveryCodes: string[] } }>('POST', '/me/2fa/confirm', {
    token: account.token,
    body: { code: totpCode(secret, app.clock.now()) },
  });
  app.clock.advance(60);
  return { account, secret, recoveryCodes: confirmed.body.data.recoveryCodes };
}

const signIn =
  ({ email, password }: TestAccount, code: string) =>
  () =>
    app.call('POST', '/auth/token', { body: { email, password, code } });

test('one TOTP code signs in once', async () => {
  const { account, secret } = await withTwoFactor();
  expect(await race(signIn(account, totpCode(secret, app.clock.now())))).toEqual(oneOf(200, 401));
});

test('one recovery code signs in once', async () => {
  const { account, recoveryCodes } = await withTwoFactor();
  expect(await race(signIn(account, recoveryCodes[0] ?? ''))).toEqual(oneOf(200, 401));
});

test('one reset token sets the password once', async () => {
  const { email } = await createAccount(app);
  const token = await resetToken(app, email);
  let attempt = 0;
  const statuses = await race(() =>
    app.call('POST', '/auth/password/reset', { body: { token, password: `password ${attempt++}` } }),
  );
  expect(statuses).toEqual(oneOf(204, 410));
});

test('one sign-up link makes one account', async () => {
  const email = 'race@people.example';
  await app.call('POST', '//root/app/signup', { body: { email, password: 'long enough' } });
  const rows = await app.assembly.database.query<{ id: number }>({ text: 'select id from signups' });
  for (const { id } of rows) await app.assembly.services.auth.signup.sendMail({ id });
  const token = loggedToken(app, email, 'signup');
  const statuses = await race(() => app.call('POST', '//root/app/signup/confirm', { body: { token } }));
  expect(statuses).toEqual(oneOf(201, 410));
});

test('one code confirms an enrolment once, so that one set of recovery codes exists', async () => {
  const account = await createAccount(app);
  const code = totpCode(await begin(account), app.clock.now());
  const confirm = () => app.call('POST', '/me/2fa/confirm', { token: account.token, body: { code } });
  expect(await race(confirm)).toEqual(oneOf(200, 422));
  const status = await app.call('GET', '/me/2fa', { token: account.token });
  expect(status.body.data).toMatchObject({ recoveryCodesLeft: 10 });
});

test('one code turns two-factor off once', async () => {
  const { account, secret } = await withTwoFactor();
  const code = totpCode(secret, app.clock.now());
  const off = () => app.call('DELETE', '/me/2fa', { token: account.token, body: { code } });
  expect(await race(off)).toEqual(oneOf(204, 422));
});

test('twenty accounts for one address in different spellings are one account', async () => {
  const spellings = ['Twin@People.example', 'twin@people.example', ' TWIN@people.EXAMPLE', 'twin@people.example.'];
  let i = 0;
  const made = await Promise.all(
    Array.from({ length: TIMES }, () =>
      app.assembly.services.auth.signup.createUser({
        email: spellings[i++ % spellings.length] ?? '',
        password: 'long enough',
      }),
    ),
  );
  expect(made.filter((id) => id !== null)).toHaveLength(1);
});

test('an account that is disabled while people sign in leaves no token that works', async () => {
  const account = await createAccount(app);
  const { email, password } = account;
  const attempts = Array.from({ length: TIMES }, async (_, i) => {
    if (i === TIMES / 2) await app.assembly.services.account.disable(account.userId);
    return app.call<{ data?: { token: string } }>('POST', '/auth/token', { body: { email, password } });
  });
  for (const { status, body } of await Promise.all(attempts)) {
    expect([200, 401]).toContain(status);
    if (body.data) expect((await app.call('GET', '/me', { token: body.data.token })).status).toBe(401);
  }
});
