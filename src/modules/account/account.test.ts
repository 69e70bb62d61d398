// The account group over HTTP: every documented status, and the rules of the second factor.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { totpCode } from '../../lib/totp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Problem = { code: string; errors?: { path: string }[] };
interface Setup {
  data: { secret: string; uri: string; qr: string; expiresAt: string };
}

const codeNow = (secret: string) => totpCode(secret, app.clock.now());
const signIn = (account: TestAccount, code?: string) =>
  app.call<{ data: { token: string } } & Problem>('POST', '/auth/token', {
    body: { email: account.email, password: account.password, ...(code === undefined ? {} : { code }) },
  });

async function begin(account: TestAccount): Promise<string> {
  const answer = await app.call<Setup>('POST', '/me/2fa/setup', { token: account.token });
  expect(answer.status).toBe(200);
  return answer.body.data.secret;
}

async function enable(account: TestAccount): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await begin(account);
  const answer = await app.call<{ data: { recoveryCodes: string[] } }>('POST', '/me/2fa/confirm', {
    token: account.token,
    body: { code: codeNow(secret) },
  });
  expect(answer.status).toBe(200);
  app.clock.advance(60);
  return { secret, recoveryCodes: answer.body.data.recoveryCodes };
}

test('GET /me answers 200 with the account and its plan', async () => {
  const account = await createAccount(app, { locale: 'vi' });
  const answer = await app.call('GET', '/me', { token: account.token });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    data: {
      id: account.userId,
      email: account.email,
      locale: 'vi',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      twoFactor: { enabled: false },
      plan: { code: 'free', name: 'Free' },
    },
  });
});

test.each([
  ['GET', '/me'],
  ['PATCH', '/me'],
  ['GET', '/me/2fa'],
  ['DELETE', '/me/2fa'],
  ['POST', '/me/2fa/setup'],
  ['POST', '/me/2fa/confirm'],
])('%s %s answers 401 without a token', async (method, path) => {
  const answer = await app.call<Problem>(method, path, { body: {} });
  expect([answer.status, answer.body.code]).toEqual([401, 'auth.missing']);
});

test.each([
  ['vi', 'vi'],
  ['PT-br', 'pt-BR'],
  ['zh-hant-tw', 'zh-Hant-TW'],
])('PATCH /me takes the language tag %s and keeps it as %s', async (given, kept) => {
  const { token } = await createAccount(app);
  const answer = await app.call<{ data: { locale: string } }>('PATCH', '/me', { token, body: { locale: given } });
  expect([answer.status, answer.body.data.locale]).toEqual([200, kept]);
  const again = await app.call<{ data: { locale: string } }>('GET', '/me', { token });
  expect(again.body.data.locale).toBe(kept);
});

test('PATCH /me with nothing to change answers 200', async () => {
  const { token } = await createAccount(app, { locale: 'vi' });
  const answer = await app.call<{ data: { locale: string } }>('PATCH', '/me', { token, body: {} });
  expect([answer.status, answer.body.data.locale]).toEqual([200, 'vi']);
});

test.each(['', 'x', 'english!', 'en_US', 'abcdefghijk', 7, null])(
  'PATCH /me answers 422 for the locale %j',
  async (locale) => {
    const { token } = await createAccount(app);
    const answer = await app.call<Problem>('PATCH', '/me', { token, body: { locale } });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    expect(answer.body.errors?.[0]?.path).toBe('body.locale');
  },
);

test('PATCH /me answers 422 for what it does not know', async () => {
  const { token } = await createAccount(app);
  const answer = await app.call<Problem>('PATCH', '/me', { token, body: { email: 'eve@example.com' } });
  expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
});

test('setup answers secret, URI, QR code and a window of ten minutes', async () => {
  const { token, email } = await createAccount(app);
  const { status, body } = await app.call<Setup>('POST', '/me/2fa/setup', { token });
  expect(status).toBe(200);
  expect(body.data.uri).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(body.data.uri)).toContain(email);
  expect(body.data.uri).toContain(body.data.secret);
  expect(body.data.qr).toMatch(/^<svg [\s\S]*<\/svg>$/);
  const window = Date.parse(body.data.expiresAt) - app.clock.now().getTime();
  expect(window).toBeGreaterThan(595_000);
  expect(window).toBeLessThanOrEqual(600_000);
});

test('two-factor goes from off over pending to on, and the status tells each', async () => {
  const account = await createAccount(app);
  const status = async () => (await app.call('GET', '/me/2fa', { token: account.token })).body.data as unknown;
  const off = { enabled: false, enabledAt: null, pendingUntil: null, recoveryCodesLeft: 0 };
  expect(await status()).toEqual(off);
  const secret = await begin(account);
  expect(await status()).toEqual({ ...off, pendingUntil: expect.any(String) });
  await app.call('POST', '/me/2fa/confirm', { token: account.token, body: { code: codeNow(secret) } });
  expect(await status()).toEqual({
    enabled: true,
    enabledAt: expect.any(String),
    pendingUntil: null,
    recoveryCodesLeft: 10,
  });
});

test('a pending enrolment changes nothing about signing in', async () => {
  const account = await createAccount(app);
  await begin(account);
  expect((await signIn(account)).status).toBe(200);
});

test('setup answers 409 when two-factor is on', async () => {
  const account = await createAccount(app);
  await enable(account);
  const answer = await app.call<Problem>('POST', '/me/2fa/setup', { token: account.token });
  expect([answer.status, answer.body.code]).toEqual([409, 'twofactor.already_enabled']);
});

test('setup begun again ends the secret before', async () => {
  const account = await createAccount(app);
  const first = await begin(account);
  await begin(account);
  const answer = await app.call<Problem>('POST', '/me/2fa/confirm', {
    token: account.token,
    body: { code: codeNow(first) },
  });
  expect([answer.status, answer.body.code]).toEqual([422, 'twofactor.invalid_code']);
});

test('confirm answers 422 for a wrong code and for an enrolment past its window', async () => {
  const account = await createAccount(app);
  const secret = await begin(account);
  const confirm = (code: string) =>
    app.call<Problem>('POST', '/me/2fa/confirm', { token: account.token, body: { code } });
  const wrong = String((Number(codeNow(secret)) + 1) % 1_000_000).padStart(6, '0');
  expect((await confirm(wrong)).body.code).toBe('twofactor.invalid_code');
  app.clock.advance(601);
  const late = await confirm(codeNow(secret));
  expect([late.status, late.body.code]).toEqual([422, 'twofactor.invalid_code']);
});

test('confirm answers 422 when nothing is pending, also because it is on already', async () => {
  const account = await createAccount(app);
  const confirm = (code: string) =>
    app.call<Problem>('POST', '/me/2fa/confirm', { token: account.token, body: { code } });
  expect((await confirm('123456')).status).toBe(422);
  const { secret } = await enable(account);
  expect((await confirm(codeNow(secret))).status).toBe(422);
});

test.each([{}, { code: 123456 }, { code: 'x'.repeat(17) }, { code: '123456', more: 1 }])(
  'confirm and turning off answer 422 for the body %j',
  async (body) => {
    const { token } = await createAccount(app);
    const confirm = await app.call<Problem>('POST', '/me/2fa/confirm', { token, body });
    const off = await app.call<Problem>('DELETE', '/me/2fa', { token, body });
    expect([confirm.status, confirm.body.code]).toEqual([422, 'request.validation']);
    expect([off.status, off.body.code]).toEqual([422, 'request.validation']);
  },
);

test('confirm answers ten different recovery codes that fit into `code`', async () => {
  const { recoveryCodes } = await enable(await createAccount(app));
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[2-9a-z]{4}-[2-9a-z]{4}-[2-9a-z]{4}$/);
});

test('signing in wants a code once two-factor is on', async () => {
  const account = await createAccount(app);
  const { secret } = await enable(account);
  const without = await signIn(account);
  expect([without.status, without.body.code]).toEqual([401, 'auth.totp_required']);
  const empty = await signIn(account, '');
  expect([empty.status, empty.body.code]).toEqual([401, 'auth.totp_required']);
  expect((await signIn(account, codeNow(secret))).status).toBe(200);
});

test('a code works once: what confirmed cannot sign in, what signed in cannot sign in again', async () => {
  const account = await createAccount(app);
  const secret = await begin(account);
  const code = codeNow(secret);
  await app.call('POST', '/me/2fa/confirm', { token: account.token, body: { code } });
  expect((await signIn(account, code)).body.code).toBe('auth.invalid_credentials');
  app.clock.advance(60);
  const next = codeNow(secret);
  expect((await signIn(account, next)).status).toBe(200);
  expect((await signIn(account, next)).body.code).toBe('auth.invalid_credentials');
});

test('a wrong password with a right code does not use the code up', async () => {
  const account = await createAccount(app);
  const { secret } = await enable(account);
  const code = codeNow(secret);
  const wrong = await signIn({ ...account, password: 'something else' }, code);
  expect([wrong.status, wrong.body.code]).toEqual([401, 'auth.invalid_credentials']);
  expect((await signIn(account, code)).status).toBe(200);
});

test('a wrong code answers exactly like a wrong password', async () => {
  const account = await createAccount(app);
  await enable(account);
  const strip = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => ({ status, body: { ...body, traceId: '' } });
  const wrongCode = strip(await signIn(account, 'nope-nope-nope'));
  expect(wrongCode.status).toBe(401);
  expect(wrongCode).toEqual(strip(await signIn({ ...account, password: 'something else' })));
});

test('a recovery code signs in once, however it is typed', async () => {
  const account = await createAccount(app);
  const { recoveryCodes } = await enable(account);
  const [first = '', second = ''] = recoveryCodes;
  expect((await signIn(account, first)).status).toBe(200);
  expect((await signIn(account, first)).body.code).toBe('auth.invalid_credentials');
  expect((await signIn(account, second.replaceAll('-', '').toUpperCase())).status).toBe(200);
  const status = await app.call('GET', '/me/2fa', { token: account.token });
  expect(status.body.data).toMatchObject({ recoveryCodesLeft: 8 });
});

test('a recovery code of another account is worth nothing', async () => {
  const [one, two] = [await createAccount(app), await createAccount(app)];
  await enable(one);
  const { recoveryCodes } = await enable(two);
  expect((await signIn(one, recoveryCodes[0])).status).toBe(401);
});

test('turning off answers 204 with a current code, and 422 with a wrong one or when it is off', async () => {
  const account = await createAccount(app);
  const { secret } = await enable(account);
  const off = (code: string) => app.call<Problem>('DELETE', '/me/2fa', { token: account.token, body: { code } });
  const wrong = await off('no-code');
  expect([wrong.status, wrong.body.code]).toEqual([422, 'twofactor.invalid_code']);
  expect((await off(codeNow(secret))).status).toBe(204);
  expect((await signIn(account)).status).toBe(200);
  app.clock.advance(60);
  const again = await off(codeNow(secret));
  expect([again.status, again.body.code]).toEqual([422, 'twofactor.invalid_code']);
});

test('turning off takes a recovery code too, and the rest of them end with it', async () => {
  const account = await createAccount(app);
  const { recoveryCodes } = await enable(account);
  const answer = await app.call('DELETE', '/me/2fa', { token: account.token, body: { code: recoveryCodes[0] } });
  expect(answer.status).toBe(204);
  const renewed = await enable(account);
  expect((await signIn(account, recoveryCodes[1])).status).toBe(401);
  expect((await signIn(account, renewed.recoveryCodes[0])).status).toBe(200);
});

test('guessing codes is limited as signing in is', async () => {
  const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const { token } = await createAccount(limited);
    const guess = () => limited.call<Problem>('POST', '/me/2fa/confirm', { token, body: { code: '000000' } });
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(422);
    const answer = await guess();
    expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});
