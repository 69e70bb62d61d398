// Webhook endpoints over HTTP: every documented status, and what pausing and resuming do.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { createSubscriber } from '../../../test/support/subscriber.ts';

interface WebhookBody {
  id: string;
  url: string;
  events: string[];
  domainId: string | null;
  status: string;
  pausedReason: string | null;
  createdAt: string;
  secret?: string;
}
interface Problem {
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
}

const URL_OK = 'https://hooks.customer.example/in';
const UNKNOWN = 'whk_01kc3s9x4tfz2v0p6m8n1q5w7e';
let names: DnsServer;
let app: TestApp;
let owner: TestAccount;

beforeAll(async () => {
  names = await startDnsServer();
  names.set('hooks.customer.example', 'A', ['1.1.1.1']);
  names.set('private.customer.example', 'A', ['10.0.0.1']);
  app = await createTestApp({ DNS_SERVERS: names.address });
});
afterAll(async () => {
  await app.close();
  await names.close();
});
beforeEach(async () => {
  owner = await createSubscriber(app, 'plus');
});

const create = (body: object = {}, account = owner) =>
  app.call<{ data: WebhookBody } & Problem>('POST', '/me/webhooks', {
    token: account.token,
    body: { url: URL_OK, events: ['otp.received'], ...body },
  });
const change = (id: string, body: object, account = owner) =>
  app.call<{ data: WebhookBody } & Problem>('PATCH', `/me/webhooks/${id}`, { token: account.token, body });
const remove = (id: string, account = owner) =>
  app.call<Problem>('DELETE', `/me/webhooks/${id}`, { token: account.token });
const deliveries = (id: string, account = owner) =>
  app.call<{ data: unknown[] } & Problem>('GET', `/me/webhooks/${id}/deliveries`, { token: account.token });
const list = async () =>
  (await app.call<{ data: WebhookBody[] }>('GET', '/me/webhooks', { token: owner.token })).body.data;
const addDomain = async (account: TestAccount, domain: string) =>
  (await app.call<{ data: { id: string } }>('POST', '/me/domains', { token: account.token, body: { domain } })).body
    .data.id;

describe('creating', () => {
  test('shows the secret once, and keeps it encrypted', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    const { secret = '', ...rest } = answer.body.data;
    expect(rest).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: URL_OK,
      events: ['otp.received'],
      domainId: null,
      status: 'active',
      pausedReason: null,
      createdAt: expect.any(String),
    });
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect(await list()).toEqual([rest]);
    const rows = await app.assembly.database.query<{ row: string }>({
      text: 'select webhooks::text as row from webhooks',
    });
    expect(rows.some(({ row }) => row.includes(secret.slice('whsec_'.length)))).toBe(false);
    expect(app.logLines.some((line) => line.includes(secret))).toBe(false);
  });

  test('for one domain of the account', async () => {
    const domainId = await addDomain(owner, 'for-webhooks.example');
    expect((await create({ domainId })).body.data.domainId).toBe(domainId);
  });

  test.each([
    ['no url', { url: undefined }, 'body.url'],
    ['a long url', { url: `https://hooks.customer.example/${'x'.repeat(2048)}` }, 'body.url'],
    ['no events', { events: undefined }, 'body.events'],
    ['an empty list of events', { events: [] }, 'body.events'],
    ['an unknown event', { events: ['message.sent'] }, 'body.events.0'],
    ['an event twice', { events: ['otp.received', 'otp.received'] }, 'body.events'],
    ['an unknown member', { secret: 'mine' }, 'body.secret'],
    ['an unknown domain', { domainId: 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e' }, 'body.domainId'],
  ])('%s is 422', async (_name, body, path) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    expect(answer.body.errors.map((error) => error.path)).toContain(path);
  });

  test('another account’s domain is 422', async () => {
    const domainId = await addDomain(await createSubscriber(app, 'plus'), 'of-another.example');
    expect((await create({ domainId })).body.errors[0]?.path).toBe('body.domainId');
  });

  // The whole table stands in infra/outbound-http.test.ts; these show that the API asks the guard.
  test.each([
    'not a url',
    'http://hooks.customer.example/',
    'https://hooks.customer.example:8080/',
    'https://user:pass@hooks.customer.example/',
    'https://private.customer.example/',
    'https://nowhere.customer.example/',
    'https://127.0.0.1/',
    'https://[::1]:8443/',
    'https://2130706433/',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/',
  ])('%s is 422 webhook.url_not_public with the reason', async (url) => {
    const answer = await create({ url });
    expect([answer.status, answer.body.code]).toEqual([422, 'webhook.url_not_public']);
    expect(answer.body.detail).toMatch(/\w+ \w+/);
  });

  test('over webhooks.max is 403, also when requests race', async () => {
    const free = await createAccount(app);
    // Connections that are open already make them meet.
    await Promise.all(Array.from({ length: 16 }, list));
    const answers = await Promise.all(Array.from({ length: 16 }, () => create({}, free)));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(15);
    expect(answers.find((answer) => answer.status === 403)?.body.code).toBe('webhook.limit_reached');
  });
});

describe('changing', () => {
  test('address and events', async () => {
    const { secret, ...data } = (await create()).body.data;
    expect(secret).toBeDefined();
    const body = { url: `${URL_OK}/2`, events: ['mailbox.created', 'domain.suspended'] };
    const answer = await change(data.id, body);
    expect([answer.status, answer.body.data]).toEqual([200, { ...data, ...body }]);
  });

  test('pause and resume', async () => {
    const { data } = (await create()).body;
    expect((await change(data.id, { status: 'paused' })).body.data).toMatchObject({
      status: 'paused',
      pausedReason: null,
    });
    expect((await change(data.id, { status: 'active' })).body.data).toMatchObject({ status: 'active' });
    expect((await change(data.id, {})).status).toBe(200);
  });

  test.each([
    [{ url: 'https://10.0.0.1/' }, 'webhook.url_not_public'],
    [{ events: ['nothing'] }, 'request.validation'],
    [{ status: 'gone' }, 'request.validation'],
    [{ domainId: null }, 'request.validation'],
  ])('%j is 422', async (body, code) => {
    const { data } = (await create()).body;
    const answer = await change(data.id, body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
  });
});

describe('tenancy', () => {
  test('an unknown id, and one of another account, is 404 everywhere', async () => {
    const { data } = (await create()).body;
    const other = await createAccount(app);
    for (const id of [data.id, UNKNOWN, 'nonsense']) {
      for (const answer of [
        await change(id, { status: 'paused' }, other),
        await deliveries(id, other),
        await remove(id, other),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'webhook.not_found']);
      }
    }
    expect((await list())[0]?.status).toBe('active');
  });

  test('deleting takes it away', async () => {
    const { data } = (await create()).body;
    expect((await deliveries(data.id)).body.data).toEqual([]);
    expect((await remove(data.id)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await remove(data.id)).status).toBe(404);
  });

  test('every call wants a user token', async () => {
    for (const [method, path] of [
      ['GET', '/me/webhooks'],
      ['POST', '/me/webhooks'],
      ['PATCH', `/me/webhooks/${UNKNOWN}`],
      ['DELETE', `/me/webhooks/${UNKNOWN}`],
      ['GET', `/me/webhooks/${UNKNOWN}/deliveries`],
    ] as const) {
      expect((await app.call(method, path)).status).toBe(401);
    }
  });
});
