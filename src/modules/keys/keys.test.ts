// Developer keys over HTTP: issue, list, revoke, and when a key is valid.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ALL_SCOPES, type KeyProblem, keyCalls, type TestKey } from '../../../test/support/keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { issue, keyOf, open } = keyCalls(() => app);

const list = async (account: TestAccount): Promise<TestKey[]> =>
  (await app.call<{ data: TestKey[] }>('GET', '/me/api-keys', { token: account.token })).body.data;

describe('issue, list, revoke', () => {
  test('issue answers 201 with the key once, and the record as in the list', async () => {
    const account = await createAccount(app);
    const answer = await issue(account, { allowedCidrs: ['192.0.2.0/24'], expiresAt: '2999-01-01T00:00:00+07:00' });
    expect(answer.status).toBe(201);
    const { key, ...record } = answer.body.data;
    expect(record).toEqual({
      prefix: expect.stringMatching(/^mfk_[0-9A-Za-z]{8}$/),
      name: 'CI',
      scopes: ALL_SCOPES,
      allowedCidrs: ['192.0.2.0/24'],
      expiresAt: '2998-12-31T17:00:00.000Z',
      createdAt: expect.any(String),
      lastUsedAt: null,
      tier: 'free',
    });
    expect(key).toMatch(new RegExp(`^${record.prefix}_[0-9A-Za-z]{43}$`));
    expect(await list(account)).toEqual([record]);
  });

  test.each([
    ['GET', '/me/api-keys'],
    ['POST', '/me/api-keys'],
    ['DELETE', '/me/api-keys/mfk_12345678'],
    ['POST', '/keys/mailboxes'],
    ['GET', '/keys/mailboxes/x/messages'],
    ['GET', '/keys/mailboxes/x/otp/latest'],
  ])('%s %s answers 401 without a credential', async (method, path) => {
    const answer = await app.call<KeyProblem>(method, path, method === 'POST' ? { body: {} } : {});
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.missing']);
  });

  test.each([
    [{ name: undefined }, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: 'x'.repeat(101) }, 'body.name'],
    [{ scopes: undefined }, 'body.scopes'],
    [{ scopes: [] }, 'body.scopes'],
    [{ scopes: ['admin'] }, 'body.scopes.0'],
    [{ allowedCidrs: ['192.0.2.0/24', '10.0.0.0/33'] }, 'body.allowedCidrs.1'],
    [{ allowedCidrs: ['localhost'] }, 'body.allowedCidrs.0'],
    [{ expiresAt: 'tomorrow' }, 'body.expiresAt'],
    [{ expiresAt: '2999-01-01' }, 'body.expiresAt'],
    [{ expiresAt: '2999-01-01T00:00:00' }, 'body.expiresAt'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'body.expiresAt'],
    [{ expiresAt: '2999-13-01T00:00:00Z' }, 'body.expiresAt'],
    [{ tier: 'business' }, 'body.tier'],
  ])('issue answers 422 for %j', async (body, path) => {
    const answer = await issue(await createAccount(app), body);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    expect(answer.body.errors?.[0]?.path).toBe(path);
  });

  test('over the plan’s number of keys answers 403, and revoking one makes room', async () => {
    const account = await createAccount(app);
    const first = await issue(account);
    const over = await issue(account);
    expect([over.status, over.body.code]).toEqual([403, 'key.limit_reached']);
    const gone = await app.call('DELETE', `/me/api-keys/${first.body.data.prefix}`, { token: account.token });
    expect(gone.status).toBe(204);
    expect((await issue(account)).status).toBe(201);
  });

  test('of twenty parallel issues on a plan for one key, one succeeds', async () => {
    const account = await createAccount(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => issue(account)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(403)]);
    expect(await list(account)).toHaveLength(1);
  });

  test('the tier and the number of keys follow the plan', async () => {
    const account = await createAccount(app);
    await app.assembly.services.billing.wallet.grant(account.userId, 1_000, 'test');
    await app.assembly.services.billing.subscriptions.buy(account.userId, 'plan', 'plus', 'monthly');
    for (let i = 0; i < 5; i++) expect((await issue(account)).body.data).toMatchObject({ tier: 'plus' });
    expect((await issue(account)).status).toBe(403);
  });

  test('revoke answers 404 for unknown prefixes and for those of other accounts', async () => {
    const [mine, other] = [await createAccount(app), await createAccount(app)];
    const key = await keyOf(other);
    for (const prefix of [key.slice(0, 12), 'mfk_00000000', 'x']) {
      const answer = await app.call<KeyProblem>('DELETE', `/me/api-keys/${prefix}`, { token: mine.token });
      expect([answer.status, answer.body.code]).toEqual([404, 'key.not_found']);
    }
    expect((await open(key)).status).toBe(201);
  });

  test('a list shows nobody else’s keys', async () => {
    const [mine, other] = [await createAccount(app), await createAccount(app)];
    await keyOf(other);
    expect(await list(mine)).toEqual([]);
  });
});

describe('verification', () => {
  test('a revoked key ends at once', async () => {
    const account = await createAccount(app);
    const key = await keyOf(account);
    expect((await open(key)).status).toBe(201);
    await app.call('DELETE', `/me/api-keys/${key.slice(0, 12)}`, { token: account.token });
    const answer = await open(key);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('a key of a disabled account answers 401', async () => {
    const account = await createAccount(app);
    const key = await keyOf(account);
    await app.assembly.services.account.disable(account.userId);
    const answer = await open(key);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('the right prefix with another secret answers 401', async () => {
    const key = await keyOf(await createAccount(app));
    for (const forged of [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, key.slice(0, 12), `${key}0`]) {
      const answer = await open(forged);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
    }
  });

  test('a key past its end answers 401', async () => {
    const own = await createTestApp();
    try {
      const expiresAt = new Date(own.clock.now().getTime() + 3_600_000).toISOString();
      const key = await keyOf(await createAccount(own), { expiresAt }, own);
      expect((await open(key, {}, own)).status).toBe(201);
      own.clock.advance(3_601);
      const answer = await open(key, {}, own);
      expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
    } finally {
      await own.close();
    }
  });

  test('both headers carry a key', async () => {
    const key = await keyOf(await createAccount(app));
    const byHeader = await app.call('POST', '/keys/mailboxes', { headers: { 'x-api-key': key }, body: {} });
    expect(byHeader.status).toBe(201);
    expect((await open(key)).status).toBe(201);
  });

  test.each([
    ['192.0.2.7', 201],
    ['::ffff:192.0.2.7', 201],
    ['192.0.3.7', 403],
    ['2001:db8:1::5', 201],
    ['2001:db8:2::5', 403],
    ['198.51.100.1', 201],
    ['198.51.100.2', 403],
  ])('with an allowlist, a call from %s answers %d', async (ip, status) => {
    const allowedCidrs = ['::ffff:192.0.2.0/120', '2001:db8:1::/48', '198.51.100.1'];
    const key = await keyOf(await createAccount(app), { allowedCidrs });
    const answer = await open(key, { ip });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.code).toBe('key.ip_not_allowed');
  });

  test('an X-Forwarded-For from a stranger does not get past the allowlist', async () => {
    const key = await keyOf(await createAccount(app), { allowedCidrs: ['203.0.113.0/24'] });
    const answer = await open(key, { ip: '192.0.2.1', headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect([answer.status, answer.body.code]).toEqual([403, 'key.ip_not_allowed']);
  });

  test('the last use is shown at once and written without a write per request', async () => {
    const own = await createTestApp();
    const account = await createAccount(own);
    const key = await keyOf(account, {}, own);
    const stored = async () =>
      (await own.assembly.database.query<{ at: Date | null }>({ text: 'select last_used_at as at from api_keys' }))[0]
        ?.at;
    await open(key, {}, own);
    const shown = await own.call<{ data: TestKey[] }>('GET', '/me/api-keys', { token: account.token });
    expect(Date.parse(shown.body.data[0]?.lastUsedAt ?? '')).toBeGreaterThan(own.clock.now().getTime() - 10_000);
    expect(await stored()).toBeNull();
    await own.assembly.services.keys.stop();
    expect(await stored()).toBeInstanceOf(Date);
    await own.close();
  });
});
