// Opening mailboxes over the whole service: every documented answer, who gets which address, and how many.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { type OpenedMailbox, openMailbox, type Problem } from '../../../test/support/mailbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ MAIL_DOMAINS: 'mayfly.test,second.test' });
});
afterAll(() => app.close());

const create = (body: unknown, options: { token?: string; ip?: string } = {}) =>
  app.call<{ data: OpenedMailbox } & Problem>('POST', '/mailboxes', { body, ...options });
const secondsUntil = (time: string) => (Date.parse(time) - app.clock.now().getTime()) / 1_000;

describe('GET /domains', () => {
  test('lists the open public domains in the order of the setting', async () => {
    const answer = await app.call<{ data: unknown }>('GET', '/domains');
    expect([answer.status, answer.body]).toEqual([
      200,
      { data: [{ domain: 'mayfly.test' }, { domain: 'second.test' }] },
    ]);
  });
});

describe('POST /mailboxes', () => {
  test('answers exactly id, address, token and expiresAt', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body)).toEqual(['data']);
    expect(Object.keys(answer.body.data).sort()).toEqual(['address', 'expiresAt', 'id', 'token']);
    expect(answer.body.data.id).toMatch(/^mbx_[0-9a-hjkmnp-tv-z]{26}$/);
    expect(answer.body.data.token).toMatch(/^mfm_/);
  });

  test('needs no body and no content type', async () => {
    expect((await app.call('POST', '/mailboxes')).status).toBe(201);
  });

  test('a generated local part keeps the rule and lies on the first domain', async () => {
    const { address } = await openMailbox(app);
    expect(address).toMatch(/^[a-z0-9][a-z0-9._-]{0,63}@mayfly\.test$/);
  });

  test('the chosen local part, domain and ttl are kept', async () => {
    const { address, expiresAt } = await openMailbox(app, { localPart: 'chosen.one', domain: 'second.test', ttl: 60 });
    expect(address).toBe('chosen.one@second.test');
    expect(Math.round(secondsUntil(expiresAt))).toBe(60);
  });

  test('the domain may be written in upper case', async () => {
    expect((await openMailbox(app, { domain: 'SECOND.test' })).address).toMatch(/@second\.test$/);
  });

  test('an anonymous mailbox lives an hour by default', async () => {
    expect(Math.round(secondsUntil((await openMailbox(app)).expiresAt))).toBe(3_600);
  });

  test('a local part that lives is 409 mailbox.local_part_taken', async () => {
    await openMailbox(app, { localPart: 'taken' });
    const answer = await create({ localPart: 'taken' });
    expect([answer.status, answer.body.code]).toEqual([409, 'mailbox.local_part_taken']);
  });

  test('the same local part is free on another domain', async () => {
    await openMailbox(app, { localPart: 'both' });
    expect((await create({ localPart: 'both', domain: 'second.test' })).status).toBe(201);
  });

  test('of 100 parallel creations of one local part one is 201 and the rest are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => create({ localPart: 'race' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 99 }, () => 409)]);
  });

  test.each([
    ['', 'empty'],
    ['-first', 'begins with a hyphen'],
    ['.first', 'begins with a dot'],
    ['Upper', 'upper case'],
    ['a b', 'a blank'],
    ['a+b', 'a plus'],
    ['a@b', 'an at sign'],
    ['ü', 'not ASCII'],
    ['a\n', 'a line feed'],
    ['a'.repeat(65), '65 characters'],
  ])('local part %j is 422: %s', async (localPart) => {
    const answer = await create({ localPart });
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
      422,
      'request.validation',
      'body.localPart',
    ]);
  });

  test('a local part of 64 characters is taken', async () => {
    expect((await create({ localPart: 'a'.repeat(64) })).status).toBe(201);
  });

  test.each([59, 0, -1, 60.5, 86_401, 1e300, '600', null, true])('ttl %j is 422', async (ttl) => {
    const answer = await create({ ttl });
    expect([answer.status, answer.body.code, answer.body.errors?.[0]?.path]).toEqual([
      422,
      'request.validation',
      'body.ttl',
    ]);
  });

  test('an anonymous mailbox may live a day', async () => {
    expect((await create({ ttl: 86_400 })).status).toBe(201);
  });

  test('an unknown member is 422 and is named', async () => {
    const answer = await create({ localpart: 'typo' });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'body.localpart']);
  });

  test.each(['[]', '"text"', '7', 'true'])('the body %s is 422', async (body) => {
    expect((await create(body)).status).toBe(422);
  });

  test('a domain that is not open is 422 mailbox.domain_unavailable', async () => {
    const answer = await create({ domain: 'elsewhere.test' });
    expect([answer.status, answer.body.code]).toEqual([422, 'mailbox.domain_unavailable']);
  });

  test.each(['mfu_nothing', 'mfg_nothing', 'garbage', 'mfm_nothing', 'mfk_nothing'])(
    'the credential %s is 401 although the call is public',
    async (token) => {
      expect((await create({}, { token })).status).toBe(401);
    },
  );

  test('with a user token the mailbox belongs to the account and lives a day', async () => {
    const account = await createAccount(app);
    const mailbox = await openMailbox(app, {}, account.token);
    expect(Math.round(secondsUntil(mailbox.expiresAt))).toBe(86_400);
    const owned = await app.call<{ data: OpenedMailbox[] }>('GET', '/me/mailboxes', { token: account.token });
    expect(owned.body.data.map(({ id }) => id)).toEqual([mailbox.id]);
  });

  test('a free account may have ten mailboxes at once, also when more are asked for in parallel', async () => {
    const { token } = await createAccount(app);
    const answers = await Promise.all(Array.from({ length: 25 }, () => create({}, { token })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'mailbox.limit_reached')).toHaveLength(15);
  });
});

describe('rate limit of creation', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  });
  afterAll(() => limited.close());
  const ask = (options: Parameters<TestApp['call']>[2]) => limited.call<Problem>('POST', '/mailboxes', options);

  test('ten a minute by address; the eleventh is 429 with Retry-After and RateLimit headers', async () => {
    const ip = '198.51.100.1';
    for (let i = 9; i >= 0; i--) {
      const answer = await ask({ ip });
      expect([answer.status, answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']]).toEqual([
        201,
        '10',
        String(i),
      ]);
    }
    const answer = await ask({ ip });
    expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['ratelimit-remaining']).toBe('0');
    expect(Number(answer.headers['ratelimit-reset'])).toBeGreaterThan(0);
  });

  test('a guest key gives no extra quota', async () => {
    const ip = '198.51.100.2';
    for (let i = 0; i < 10; i++) await ask({ ip });
    const session = await limited.call<{ data: { key: string } }>('POST', '/session', { ip });
    expect((await ask({ ip, token: session.body.data.key })).status).toBe(429);
  });

  test('X-Forwarded-For of a stranger changes nothing', async () => {
    const ip = '198.51.100.3';
    for (let i = 0; i < 10; i++) await ask({ ip });
    expect(
      (await ask({ ip, headers: { 'x-forwarded-for': '203.0.113.77', 'x-real-ip': '203.0.113.77' } })).status,
    ).toBe(429);
  });

  test('addresses of one IPv6 /64 share a quota', async () => {
    for (let i = 0; i < 10; i++) await ask({ ip: `2001:db8:1:2::${i + 1}` });
    expect((await ask({ ip: '2001:db8:1:2:ffff::1' })).status).toBe(429);
  });

  test('another address is not affected', async () => {
    for (let i = 0; i < 11; i++) await ask({ ip: '198.51.100.4' });
    expect((await ask({ ip: '198.51.100.5' })).status).toBe(201);
  });

  test('an account creates by its own quota, whatever the address has used', async () => {
    const ip = '198.51.100.6';
    for (let i = 0; i < 11; i++) await ask({ ip });
    const { token } = await createAccount(limited);
    const answer = await ask({ ip, token });
    expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([201, '60']);
  });
});
