// Extraction filters over HTTP: every documented status, the dry run, and what real mail makes of them.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createSubscriber } from '../../../test/support/subscriber.ts';

interface FilterBody {
  id: string;
  name: string;
  scopeType: string;
  domainId: string | null;
  fromPattern: string | null;
  subjectPattern: string | null;
  extractRegex: string;
  priority: number;
  status: string;
  createdAt: string;
  updatedAt: string;
}
interface Problem {
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
}

const UNKNOWN = 'flt_01kc3s9x4tfz2v0p6m8n1q5w7e';
let app: TestApp;
let owner: TestAccount;
let count = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await createSubscriber(app, 'plus');
});

const create = (body: object, account = owner) =>
  app.call<{ data: FilterBody } & Problem>('POST', '/me/filters', {
    token: account.token,
    body: { name: 'codes', extractRegex: '\\d{6}', ...body },
  });
const change = (id: string, body: object, account = owner) =>
  app.call<{ data: FilterBody } & Problem>('PATCH', `/me/filters/${id}`, { token: account.token, body });
const remove = (id: string, account = owner) =>
  app.call<Problem>('DELETE', `/me/filters/${id}`, { token: account.token });
const list = async () =>
  (await app.call<{ data: FilterBody[] }>('GET', '/me/filters', { token: owner.token })).body.data;
const dryRun = (filter: unknown, sample: unknown) =>
  app.call<{ data: { matched: boolean; code: string | null; reason: string } } & Problem>('POST', '/me/filters/test', {
    token: owner.token,
    body: { filter, sample },
  });
const run = (mail: { from?: string; subject?: string; text: string }) =>
  app.assembly.services.filters.run(owner.userId, null, { from: 'a@b.example', subject: '', ...mail });
const addDomain = async (account: TestAccount) => {
  const body = { domain: `filters-${++count}.example` };
  return (await app.call<{ data: { id: string } }>('POST', '/me/domains', { token: account.token, body })).body.data.id;
};

describe('creating', () => {
  test('fills in what is left out', async () => {
    const answer = await create({});
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^flt_/),
      name: 'codes',
      scopeType: 'all',
      domainId: null,
      fromPattern: null,
      subjectPattern: null,
      extractRegex: '\\d{6}',
      priority: 100,
      status: 'active',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await list()).toEqual([answer.body.data]);
  });

  test('keeps what is given', async () => {
    const domainId = await addDomain(owner);
    const given = {
      name: 'n'.repeat(100),
      scopeType: 'domain',
      domainId,
      fromPattern: '*@bank.example',
      subjectPattern: 'code?',
      extractRegex: '(?P<code>\\d+)',
      priority: 9999,
      status: 'disabled',
    };
    expect((await create(given)).body.data).toMatchObject(given);
  });

  test('a domainId alone makes it the domain’s', async () => {
    const domainId = await addDomain(owner);
    expect((await create({ domainId })).body.data).toMatchObject({ scopeType: 'domain', domainId });
  });

  test.each([
    ['no name', { name: undefined }, 'body.name'],
    ['a long name', { name: 'n'.repeat(101) }, 'body.name'],
    ['no expression', { extractRegex: undefined }, 'body.extractRegex'],
    ['a long expression', { extractRegex: 'x'.repeat(513) }, 'body.extractRegex'],
    ['a long pattern', { fromPattern: 'x'.repeat(256) }, 'body.fromPattern'],
    ['priority 0', { priority: 0 }, 'body.priority'],
    ['priority 10000', { priority: 10_000 }, 'body.priority'],
    ['priority 1.5', { priority: 1.5 }, 'body.priority'],
    ['an unknown status', { status: 'off' }, 'body.status'],
    ['an unknown scope', { scopeType: 'mailbox' }, 'body.scopeType'],
    ['an unknown member', { colour: 'red' }, 'body.colour'],
    ['scope domain without a domain', { scopeType: 'domain' }, 'body.domainId'],
    ['scope all with a domain', { scopeType: 'all', domainId: 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e' }, 'body.domainId'],
    ['an unknown domain', { domainId: 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e' }, 'body.domainId'],
    ['no domain id at all', { domainId: 'nonsense' }, 'body.domainId'],
  ])('%s is 422', async (_name, body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    expect(answer.body.errors.map((error) => error.path)).toContain(path);
  });

  test('another account’s domain is 422 like an unknown one', async () => {
    const domainId = await addDomain(await createSubscriber(app, 'plus'));
    expect((await create({ domainId })).body.errors).toEqual([
      { path: 'body.domainId', message: 'is not a domain of this account' },
    ]);
  });

  test.each(['(', 'a(?=b)', '(a)\\1', '(?<!a)b', '[z-a]', 'a{1001}', '(?P<code>a)(?P<code>b)'])(
    'what RE2 refuses is 422 with the reason: %s',
    async (extractRegex) => {
      const answer = await create({ extractRegex });
      expect([answer.status, answer.body.code]).toEqual([422, 'filter.invalid_regex']);
      expect(answer.body.detail).toMatch(/\w/);
    },
  );

  test('over filters.max is 422, also when requests race', async () => {
    const free = await createAccount(app);
    // Connections that are open already make them meet.
    await Promise.all(Array.from({ length: 16 }, list));
    const answers = await Promise.all(Array.from({ length: 16 }, () => create({}, free)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(new Set(answers.filter((answer) => answer.status !== 201).map((answer) => answer.body.code))).toEqual(
      new Set(['filter.limit_reached']),
    );
  });
});

describe('changing', () => {
  test('changes what is given and leaves the rest', async () => {
    const { data } = (await create({ fromPattern: 'bank', subjectPattern: 'code' })).body;
    app.clock.advance(10);
    const answer = await change(data.id, { fromPattern: null, priority: 5, status: 'disabled' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      ...data,
      fromPattern: null,
      priority: 5,
      status: 'disabled',
      updatedAt: expect.any(String),
    });
    expect(answer.body.data.updatedAt > data.updatedAt).toBe(true);
  });

  test.each([
    [{ extractRegex: '(' }, 'filter.invalid_regex'],
    [{ priority: 0 }, 'request.validation'],
    [{ name: '' }, 'request.validation'],
    [{ status: 'gone' }, 'request.validation'],
    [{ scopeType: 'all' }, 'request.validation'],
  ])('%j is 422', async (body, code) => {
    const { data } = (await create({})).body;
    const answer = await change(data.id, body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });

  test('an unknown id, and one of another account, is 404 for change and delete', async () => {
    const { data } = (await create({})).body;
    const other = await createAccount(app);
    for (const id of [data.id, UNKNOWN, 'nonsense']) {
      const answers = [await change(id, { priority: 1 }, other), await remove(id, other)];
      expect(answers.map((answer) => [answer.status, answer.body.code])).toEqual([
        [404, 'filter.not_found'],
        [404, 'filter.not_found'],
      ]);
    }
    expect(await list()).toEqual([data]);
  });
});

describe('the dry run', () => {
  const sample = { from: 'No-Reply@Bank.example', subject: 'Your code', text: 'It is AB-1234.' };

  test.each([
    [{ extractRegex: '[A-Z]{2}-\\d{4}' }, true, 'AB-1234'],
    [{ extractRegex: 'is (\\w+)', fromPattern: '*@bank.example', subjectPattern: 'CODE' }, true, 'AB'],
    [{ extractRegex: 'is (\\w+)-(?P<code>\\d+)', fromPattern: null }, true, '1234'],
    [{ extractRegex: '.', fromPattern: 'shop' }, false, null],
    [{ extractRegex: '.', subjectPattern: 'newsletter*' }, false, null],
    [{ extractRegex: '\\d{9}' }, false, null],
  ])('%j: %s, %s', async (filter, matched, code) => {
    const answer = await dryRun(filter, sample);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ matched, code, reason: expect.stringMatching(/\w/) });
  });

  test('takes the sender as a header has it', async () => {
    const answer = await dryRun(
      { extractRegex: '\\d+', fromPattern: '*@bank.example' },
      { ...sample, from: 'The Bank <no-reply@bank.example>' },
    );
    expect(answer.body.data.matched).toBe(true);
  });

  test('saves nothing', async () => {
    await dryRun({ extractRegex: '.' }, sample);
    expect(await list()).toEqual([]);
  });

  test.each([
    [{ filter: { extractRegex: '.' } }, 'request.validation'],
    [{ sample }, 'request.validation'],
    [{ filter: {}, sample }, 'request.validation'],
    [{ filter: { extractRegex: '(' }, sample }, 'filter.invalid_regex'],
    [{ filter: { extractRegex: '.' }, sample: { ...sample, text: 5 } }, 'request.validation'],
  ])('%j is 422', async (body, code) => {
    const answer = await app.call<Problem>('POST', '/me/filters/test', { token: owner.token, body });
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});

describe('on real mail', () => {
  test('says what the dry run says', async () => {
    const filter = { fromPattern: '*@bank.example', extractRegex: 'code (\\w+)' };
    const mail = { from: 'x@bank.example', subject: 'hello', text: 'code ABC' };
    const { data } = (await create(filter)).body;
    expect(await run(mail)).toEqual({ code: 'ABC', filterId: data.id });
    expect((await dryRun(filter, mail)).body.data.code).toBe('ABC');
  });

  test('goes by priority, then by age', async () => {
    const late = (await create({ priority: 50, extractRegex: 'c' })).body.data;
    const first = (await create({ priority: 10, extractRegex: 'a' })).body.data;
    await create({ priority: 50, extractRegex: 'c' });
    expect((await run({ text: 'abc' }))?.filterId).toBe(first.id);
    expect((await run({ text: 'bc' }))?.filterId).toBe(late.id);
  });

  test('a change is in effect for the next mail', async () => {
    expect(await run({ text: '111111' })).toBeNull();
    const { data } = (await create({})).body;
    expect(await run({ text: '111111' })).toMatchObject({ code: '111111' });
    await change(data.id, { extractRegex: '\\d{3}' });
    expect(await run({ text: '111111' })).toMatchObject({ code: '111' });
    await change(data.id, { status: 'disabled' });
    expect(await run({ text: '111111' })).toBeNull();
    await change(data.id, { status: 'active' });
    expect(await run({ text: '111111' })).toMatchObject({ code: '111' });
    await remove(data.id);
    expect(await run({ text: '111111' })).toBeNull();
  });

  test('another account’s filters do not run', async () => {
    await create({}, await createAccount(app));
    expect(await run({ text: '111111' })).toBeNull();
  });

  test('filters of a domain go with it', async () => {
    const domainId = await addDomain(owner);
    await create({ domainId });
    await app.call('DELETE', `/me/domains/${domainId}`, { token: owner.token });
    expect(await list()).toEqual([]);
  });
});

test('every call wants a user token', async () => {
  for (const [method, path] of [
    ['GET', '/me/filters'],
    ['POST', '/me/filters'],
    ['POST', '/me/filters/test'],
    ['PATCH', `/me/filters/${UNKNOWN}`],
    ['DELETE', `/me/filters/${UNKNOWN}`],
  ] as const) {
    expect((await app.call(method, path)).status).toBe(401);
  }
});
