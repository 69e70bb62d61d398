// The mailboxes group over the whole service: every documented answer, exact expiry, who gets which address.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, listMessages, type OpenedMailbox, openMailbox, type Problem } from '../../../test/support/mailbox.ts';

let app: TestApp;
/** Its clock is only ever moved ahead. */
let timed: TestApp;
beforeAll(async () => {
  app = await createTestApp({ MAIL_DOMAINS: 'mayfly.test,second.test' });
  timed = await createTestApp();
});
afterAll(() => Promise.all([app.close(), timed.close()]));

type Info = OpenedMailbox & { createdAt: string; domain: string; ttlSeconds: number };
const create = (body: unknown, options: { token?: string; ip?: string } = {}) =>
  app.call<{ data: OpenedMailbox } & Problem>('POST', '/mailboxes', { body, ...options });
const me = (token: string) => app.call<{ data: Info } & Problem>('GET', '/mailboxes/me', { token });
const extend = (token: string, body?: unknown) =>
  app.call<{ data: Info } & Problem>('POST', '/mailboxes/me/extend', {
    token,
    ...(body === undefined ? {} : { body }),
  });
const destroy = (token: string) => app.call<Problem>('DELETE', '/mailboxes/me', { token });
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
    const owned = await app.call<{ data: Info[] }>('GET', '/me/mailboxes', { token: account.token });
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

describe('GET /mailboxes/me', () => {
  test('shows the mailbox with its remaining life and a token that works', async () => {
    const mailbox = await openMailbox(app, { ttl: 600 });
    const answer = await me(mailbox.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: mailbox.id, address: mailbox.address, domain: 'mayfly.test' });
    expect(answer.body.data.ttlSeconds).toBeGreaterThanOrEqual(598);
    expect(answer.body.data.ttlSeconds).toBeLessThanOrEqual(600);
    expect((await me(answer.body.data.token)).status).toBe(200);
  });

  test('without a credential is 401 auth.missing', async () => {
    const answer = await app.call<Problem>('GET', '/mailboxes/me');
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.missing']);
  });

  test('a token with one character changed is 401 auth.invalid_token', async () => {
    const { token } = await openMailbox(app);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const answer = await me(token.slice(0, -1) + last);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('another kind of credential is 401 auth.wrong_credential and names the kind that is wanted', async () => {
    const { token } = await createAccount(app);
    const answer = await me(token);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.wrong_credential']);
    expect(answer.body.detail).toContain('mfm_');
  });

  test('an hour lasts 3,600 s to the millisecond: alive just before, 410 from its end on', async () => {
    const mailbox = await openMailbox(timed, { ttl: 3_600 });
    const end = Date.parse(mailbox.expiresAt);
    timed.clock.set(new Date(end - 400));
    expect((await timed.call('GET', '/mailboxes/me', { token: mailbox.token })).status).toBe(200);
    timed.clock.set(new Date(end));
    const answer = await timed.call<Problem>('GET', '/mailboxes/me', { token: mailbox.token });
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
    while (await timed.assembly.services.mailboxes.expireSome());
    const later = await timed.call<Problem>('GET', '/mailboxes/me', { token: mailbox.token });
    expect([later.status, later.body.code]).toEqual([410, 'mailbox.expired']);
  });
});

describe('DELETE /mailboxes/me', () => {
  test('is 204, and the token is 401 from then on', async () => {
    const { token } = await openMailbox(app);
    const answer = await destroy(token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const after = await me(token);
    expect([after.status, after.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('a second time is 401', async () => {
    const { token } = await openMailbox(app);
    await destroy(token);
    expect((await destroy(token)).status).toBe(401);
  });

  test('takes messages and attachments out of the database', async () => {
    const { address, token, id } = await openMailbox(app);
    await deliver(app, address, {
      headers: 'Content-Type: multipart/mixed; boundary=b',
      body: '--b\r\n\r\nhi\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\nbytes\r\n--b--',
    });
    await destroy(token);
    const rows = await app.assembly.database.query<{ n: number }>({
      text: `select (select count(*) from messages where mailbox_id = $1)
                  + (select count(*) from attachments where mailbox_id = $1) as n`,
      values: [id],
    });
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('frees the address at once', async () => {
    const { token } = await openMailbox(app, { localPart: 'again' });
    await destroy(token);
    expect((await create({ localPart: 'again' })).status).toBe(201);
  });
});

describe('POST /mailboxes/me/extend', () => {
  test('re-issues the token with the new end; the old one still works', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const answer = await extend(mailbox.token, { ttl: 7_200 });
    expect(answer.status).toBe(200);
    expect(Math.round(secondsUntil(answer.body.data.expiresAt))).toBe(7_200);
    expect(answer.body.data.token).not.toBe(mailbox.token);
    expect((await me(answer.body.data.token)).status).toBe(200);
    expect((await me(mailbox.token)).status).toBe(200);
  });

  test('without a body adds the default life from now', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const answer = await extend(mailbox.token);
    expect(Math.round(secondsUntil(answer.body.data.expiresAt))).toBe(3_600);
  });

  test('never shortens', async () => {
    const mailbox = await openMailbox(app, { ttl: 7_200 });
    const answer = await extend(mailbox.token, { ttl: 60 });
    expect([answer.status, answer.body.data.expiresAt]).toEqual([200, mailbox.expiresAt]);
  });

  test('beyond the longest life is 403 mailbox.extend_limit', async () => {
    const { token } = await openMailbox(app);
    const answer = await extend(token, { ttl: 86_401 });
    expect([answer.status, answer.body.code]).toEqual([403, 'mailbox.extend_limit']);
  });

  test('below 60 s is 422', async () => {
    const { token } = await openMailbox(app);
    expect((await extend(token, { ttl: 59 })).status).toBe(422);
  });

  test('an expired mailbox stays expired: 410', async () => {
    const { token } = await openMailbox(timed, { ttl: 60 });
    timed.clock.advance(61);
    const answer = await timed.call<Problem>('POST', '/mailboxes/me/extend', { token });
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
  });

  test('the old token ends at its own end while the mailbox lives on', async () => {
    const { token } = await openMailbox(timed, { ttl: 60 });
    const longer = await timed.call<{ data: Info }>('POST', '/mailboxes/me/extend', { token, body: { ttl: 600 } });
    timed.clock.advance(61);
    expect((await timed.call('GET', '/mailboxes/me', { token })).status).toBe(401);
    expect((await timed.call('GET', '/mailboxes/me', { token: longer.body.data.token })).status).toBe(200);
  });
});

describe('an address after its mailbox expired', () => {
  test.each([
    ['reborn-early', 'before clean-up', false],
    ['reborn-late', 'after clean-up', true],
  ])('such as %s is free again %s, and the old token never sees the new mail', async (localPart, _, cleaned) => {
    const old = await openMailbox(timed, { localPart, ttl: 60 });
    await deliver(timed, old.address, { subject: 'for the old one' });
    timed.clock.advance(61);
    if (cleaned) while (await timed.assembly.services.mailboxes.expireSome());
    const next = await openMailbox(timed, { localPart });
    await deliver(timed, next.address, { subject: 'for the new one' });
    expect((await timed.call('GET', '/mailboxes/me/messages', { token: old.token })).status).toBe(410);
    expect((await listMessages(timed, next.token)).data.map(({ subject }) => subject)).toEqual(['for the new one']);
  });

  test('takes no mail while nobody has it', async () => {
    const { address } = await openMailbox(timed, { ttl: 60 });
    await deliver(timed, address);
    timed.clock.advance(61);
    await expect(deliver(timed, address)).rejects.toThrow('550');
  });
});

describe('GET /me/mailboxes', () => {
  test('lists newest first, in pages, each with a token that works', async () => {
    const { token } = await createAccount(app);
    const opened: string[] = [];
    for (let i = 0; i < 5; i++) opened.unshift((await openMailbox(app, {}, token)).id);
    type Page = { data: Info[]; nextCursor: string | null };
    const first = await app.call<Page>('GET', '/me/mailboxes?limit=3', { token });
    const second = await app.call<Page>('GET', `/me/mailboxes?limit=3&cursor=${first.body.nextCursor}`, { token });
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(opened);
    expect(second.body.nextCursor).toBeNull();
    expect((await me(first.body.data[0]?.token ?? '')).status).toBe(200);
  });

  test('shows nobody else’s mailboxes', async () => {
    const [one, other] = [await createAccount(app), await createAccount(app)];
    await openMailbox(app, {}, one.token);
    const answer = await app.call<{ data: Info[] }>('GET', '/me/mailboxes', { token: other.token });
    expect(answer.body.data).toEqual([]);
  });

  test('a mailbox token is 401 auth.wrong_credential', async () => {
    const { token } = await openMailbox(app);
    const answer = await app.call<Problem>('GET', '/me/mailboxes', { token });
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.wrong_credential']);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'cursor=abc'])('%s is 422', async (query) => {
    const { token } = await createAccount(app);
    expect((await app.call('GET', `/me/mailboxes?${query}`, { token })).status).toBe(422);
  });

  test('a cursor of one account is worth nothing to another', async () => {
    const [one, other] = [await createAccount(app), await createAccount(app)];
    for (let i = 0; i < 2; i++) await openMailbox(app, {}, one.token);
    const theirs = await openMailbox(app, {}, other.token);
    const page = await app.call<{ nextCursor: string }>('GET', '/me/mailboxes?limit=1', { token: one.token });
    const answer = await app.call<{ data: Info[] }>('GET', `/me/mailboxes?cursor=${page.body.nextCursor}`, {
      token: other.token,
    });
    // Never another account's rows, whatever the position means.
    expect((answer.body.data ?? []).every(({ id }) => id === theirs.id)).toBe(true);
  });
});
