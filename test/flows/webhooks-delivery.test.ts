// From an event to the endpoint: signed, retried, recorded, paused.

import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RETRY_DELAYS } from '../../src/modules/webhooks/settle.ts';
import type { TestAccount } from '../support/accounts.ts';
import { startTlsEndpoint, type TlsEndpoint } from '../support/tls-endpoint.ts';
import { createdEvent, startWebhookTest, until, type WebhookTest } from '../support/webhooks.ts';

let run: WebhookTest;
let endpoint: TlsEndpoint;
let owner: TestAccount;
let url: string;

beforeAll(async () => {
  run = await startWebhookTest();
  run.names.set('hooks.example.test', 'A', ['127.0.0.1']);
});
afterAll(() => run.close());
beforeEach(async () => {
  endpoint = await startTlsEndpoint();
  url = endpoint.url('hooks.example.test');
  run.app.clock.set(new Date());
  owner = await run.account();
});
afterEach(() => endpoint.close());

const arrived = (count: number, timeoutMs?: number) =>
  until(
    () => endpoint.requests,
    (requests) => requests.length >= count,
    timeoutMs,
  );
const recorded = (id: string, count: number) =>
  until(
    () => run.attempts(owner, id),
    (attempts) => attempts.length >= count,
  );

describe('a delivery', () => {
  test('verifies with the public Standard Webhooks library', async () => {
    const { secret } = await run.hook(owner, url);
    await run.open(owner);
    const [request] = await arrived(1);
    const headers = request?.headers as Record<string, string>;
    const payload = new StandardWebhook(secret).verify(request?.body ?? '', headers) as Record<string, unknown>;
    expect(payload).toEqual({
      type: 'mailbox.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        mailboxId: expect.stringMatching(/^mbx_/),
        address: expect.stringContaining('@mayfly.test'),
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    });
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': expect.stringMatching(/^evt_/) });
    expect(() => new StandardWebhook(secret).verify(`${request?.body} `, headers)).toThrow();
  });

  test('goes to endpoints that asked for the event, and to nobody else', async () => {
    const stranger = await run.account();
    await run.hook(stranger, endpoint.url('hooks.example.test', '/stranger'));
    await run.hook(owner, endpoint.url('hooks.example.test', '/other-event'), { events: ['otp.received'] });
    await run.hook(owner, endpoint.url('hooks.example.test', '/a'));
    await run.hook(owner, endpoint.url('hooks.example.test', '/b'), { events: ['otp.received', 'mailbox.created'] });
    await run.open(owner);
    await arrived(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests.map((request) => request.url).sort()).toEqual(['/a', '/b']);
    expect(new Set(endpoint.requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
  });

  test('of a domain goes to endpoints of that domain and of all', async () => {
    const body = { domain: 'of-webhooks.example' };
    const domain = await run.app.call<{ data: { id: string } }>('POST', '/me/domains', { token: owner.token, body });
    const domainId = domain.body.data.id;
    const bound = await run.hook(owner, endpoint.url('hooks.example.test', '/domain'), { domainId });
    const { id } = await run.hook(owner, endpoint.url('hooks.example.test', '/all'));
    await run.emit([createdEvent(run.app, owner)]);
    await recorded(id, 1);
    const waiting = await run.app.assembly.database.query({
      text: 'select from webhook_pending where webhook_id = $1',
      values: [bound.id],
    });
    expect([waiting, await run.attempts(owner, bound.id)]).toEqual([[], []]);
    await run.emit([createdEvent(run.app, owner, { domainId })]);
    await recorded(id, 2);
    await recorded(bound.id, 1);
  });

  test('does not leave when the transaction that caused it fails', async () => {
    await run.hook(owner, url);
    const { database, outbox } = run.app.assembly;
    const failing = database.transaction(async (tx) => {
      await outbox.record(tx, [createdEvent(run.app, owner)]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await run.open(owner);
    await arrived(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(1);
  });

  test('is recorded', async () => {
    const { id } = await run.hook(owner, url);
    await run.open(owner);
    const [attempt] = await recorded(id, 1);
    expect(attempt).toEqual({
      id: expect.stringMatching(/^dlv_/),
      eventId: endpoint.requests[0]?.headers['webhook-id'],
      event: 'mailbox.created',
      attempt: 1,
      status: 'succeeded',
      statusCode: 204,
      error: null,
      durationMs: expect.any(Number),
      at: expect.any(String),
      nextAttemptAt: null,
    });
  });

  test('of domain.verified leaves when a domain is verified', async () => {
    await run.hook(owner, url, { events: ['domain.verified', 'domain.suspended'] });
    const added = await run.app.call<{ data: { id: string; records: { value: string }[] } }>('POST', '/me/domains', {
      token: owner.token,
      body: { domain: 'verified-hook.example' },
    });
    const { id, records } = added.body.data;
    run.names.set('_mayfly.verified-hook.example', 'TXT', [records[0]?.value ?? '']);
    run.names.set('verified-hook.example', 'MX', [{ exchange: 'mx.mayfly.test', priority: 10 }]);
    await run.app.call('POST', `/me/domains/${id}/verify`, { token: owner.token });
    await arrived(1);
    run.names.set('verified-hook.example', 'MX', 'nodata');
    run.app.clock.advance(3_600);
    await run.app.assembly.services.domains.recheckDue();
    await arrived(2);
    expect(endpoint.requests.map((request) => JSON.parse(request.body))).toMatchObject([
      { type: 'domain.verified', data: { domainId: id, domain: 'verified-hook.example' } },
      { type: 'domain.suspended', data: { domainId: id, reason: expect.stringContaining('MX') } },
    ]);
  });
});

describe('a failure', () => {
  test('is tried again after 5 s with the same webhook-id and a valid signature', async () => {
    const { id, secret } = await run.hook(owner, url);
    endpoint.answer(() => ({ kind: 'reply', status: endpoint.requests.length === 1 ? 500 : 204 }));
    await run.open(owner);
    const [first] = await recorded(id, 1);
    expect(first).toMatchObject({
      attempt: 1,
      status: 'failed',
      statusCode: 500,
      error: expect.stringContaining('500'),
    });
    const wait = Date.parse(first?.nextAttemptAt ?? '') - Date.parse(first?.at ?? '');
    expect(wait).toBeGreaterThanOrEqual(5_000);
    expect(wait).toBeLessThan(6_500);
    // Without any help: by the job that was added when the failure was recorded.
    const [one, two] = await arrived(2, 10_000);
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id']);
    expect(two?.body).toBe(one?.body);
    new StandardWebhook(secret).verify(two?.body ?? '', two?.headers as Record<string, string>);
    const [second] = await recorded(id, 2);
    expect(second).toMatchObject({ attempt: 2, status: 'succeeded', nextAttemptAt: null });
  });

  test('ends after eight attempts', async () => {
    const { id } = await run.hook(owner, url);
    endpoint.answer({ kind: 'reply', status: 500 });
    await run.open(owner);
    for (let attempt = 1; attempt <= 8; attempt++) {
      await recorded(id, attempt);
      await run.pass((RETRY_DELAYS[attempt - 1] ?? 86_400) * 1.11);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(8);
    expect((await run.attempts(owner, id))[0]).toMatchObject({ attempt: 8, nextAttemptAt: null });
    expect((await run.hooks(owner))[0]?.status).toBe('active');
  });

  test('a redirect is one, and is not followed', async () => {
    const { id } = await run.hook(owner, url);
    endpoint.answer({
      kind: 'reply',
      status: 307,
      headers: { location: endpoint.url('hooks.example.test', '/elsewhere') },
    });
    await run.open(owner);
    expect((await recorded(id, 1))[0]).toMatchObject({ status: 'failed', statusCode: 307 });
    expect(endpoint.requests.map((request) => request.url)).toEqual(['/hook']);
  });

  test('Retry-After of a 429 holds everything for that endpoint', async () => {
    const { id } = await run.hook(owner, url);
    endpoint.answer(() => ({
      kind: 'reply',
      status: endpoint.requests.length === 1 ? 429 : 204,
      headers: { 'retry-after': '600' },
    }));
    await run.open(owner);
    await recorded(id, 1);
    await run.open(owner);
    await run.pass(590);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(1);
    await run.pass(80);
    await arrived(3);
  });

  test('that hold outlasts a success that was under way', async () => {
    const { id } = await run.hook(owner, url);
    await run.open(owner);
    await recorded(id, 1);
    endpoint.answer((request) =>
      request.body.includes('slow@')
        ? { kind: 'reply', status: 204, delayMs: 300 }
        : { kind: 'reply', status: 503, headers: { 'retry-after': '60' } },
    );
    const at = run.app.clock.now().toISOString();
    const data = { mailboxId: 'mbx_1', createdAt: at, expiresAt: at };
    await run.emit([
      createdEvent(run.app, owner, { data: { ...data, address: 'slow@mayfly.test' } }),
      createdEvent(run.app, owner, { data: { ...data, address: 'quick@mayfly.test' } }),
    ]);
    await recorded(id, 3);
    await run.open(owner);
    await run.pass(50);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(3);
    await run.pass(20);
    await arrived(5);
  });

  test('an answer 410 pauses at once and drops what waits', async () => {
    const { id } = await run.hook(owner, url);
    endpoint.answer({ kind: 'reply', status: 500 });
    await run.open(owner);
    await recorded(id, 1);
    endpoint.answer({ kind: 'reply', status: 410 });
    await run.open(owner);
    await recorded(id, 2);
    expect((await run.hooks(owner))[0]).toMatchObject({ status: 'paused', pausedReason: 'gone' });
    expect((await run.attempts(owner, id)).map((attempt) => attempt.nextAttemptAt)).toEqual([null, null]);
    await run.open(owner);
    await run.pass(3_600);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(2);
  });

  test('five days of nothing else pause the endpoint; a success in between starts the days anew', async () => {
    const { id } = await run.hook(owner, url);
    let count = 0;
    const attempt = async (status: number, days: number) => {
      run.app.clock.advance(days * 86_400);
      const { token } = await run.app.assembly.services.auth.issueToken(owner.userId);
      owner = { ...owner, token };
      endpoint.answer({ kind: 'reply', status });
      await run.open(owner);
      count = (await recorded(id, count + 1)).length;
      // Only the new event counts here; its retries would be noise.
      await run.app.assembly.database.query({ text: 'delete from webhook_pending' });
      return (await run.hooks(owner))[0];
    };
    await attempt(500, 0);
    expect(await attempt(500, 3)).toMatchObject({ status: 'active' });
    expect(await attempt(204, 1)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 2)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 4.9)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 0.2)).toMatchObject({ status: 'paused', pausedReason: 'failing' });
    // Resuming clears the history: the next failure is the first of new five days.
    expect(await run.change(owner, id, { status: 'active' })).toMatchObject({ status: 'active', pausedReason: null });
    expect(await attempt(500, 1)).toMatchObject({ status: 'active' });
  });

  test('a name that is public when saved and private at delivery gets nothing', async () => {
    run.names.script('rebind.example.test', 'A', [['1.1.1.1'], ['127.0.0.2']]);
    const inside = await startTlsEndpoint({ host: '127.0.0.2' });
    const { id } = await run.hook(owner, 'https://rebind.example.test:8443/');
    await run.open(owner);
    expect((await recorded(id, 1))[0]).toMatchObject({
      status: 'failed',
      statusCode: null,
      error: 'the host is not at a public address',
    });
    expect(inside.connections()).toBe(0);
    await inside.close();
  });
});

describe('pausing', () => {
  test('holds no sends, and events of that time are not sent later', async () => {
    const { id } = await run.hook(owner, url);
    await run.change(owner, id, { status: 'paused' });
    await run.open(owner, 2);
    await run.change(owner, id, { status: 'active' });
    await run.open(owner);
    await recorded(id, 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(1);
  });

  test('drops retries that wait', async () => {
    const { id } = await run.hook(owner, url);
    endpoint.answer({ kind: 'reply', status: 500 });
    await run.open(owner);
    await recorded(id, 1);
    await run.change(owner, id, { status: 'paused' });
    await run.change(owner, id, { status: 'active' });
    await run.pass(3_600);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(1);
  });
});

test('a retry goes to the new address', async () => {
  const { id } = await run.hook(owner, url);
  endpoint.answer({ kind: 'reply', status: 500 });
  await run.open(owner);
  await recorded(id, 1);
  await run.change(owner, id, { url: endpoint.url('hooks.example.test', '/new') });
  await run.pass(60);
  await arrived(2);
  expect(endpoint.requests.map((request) => request.url)).toEqual(['/hook', '/new']);
});

test('deliveries are a ring of the last 100 attempts, newest first', async () => {
  const { id } = await run.hook(owner, url);
  const events = Array.from({ length: 130 }, () => createdEvent(run.app, owner));
  await run.emit(events);
  await arrived(130, 10_000);
  await run.emit([createdEvent(run.app, owner)]);
  await arrived(131);
  const newest = endpoint.requests[130]?.headers['webhook-id'];
  const attempts = await until(
    () => run.attempts(owner, id),
    (list) => list[0]?.eventId === newest,
  );
  expect(attempts).toHaveLength(100);
  expect(attempts.map((attempt) => attempt.at)).toEqual(
    attempts
      .map((attempt) => attempt.at)
      .sort()
      .reverse(),
  );
  expect(new Set(endpoint.requests.map((request) => request.headers['webhook-id'])).size).toBe(131);
});

test('deleting an endpoint drops what waits', async () => {
  const { id } = await run.hook(owner, url);
  endpoint.answer({ kind: 'reply', status: 500 });
  await run.open(owner);
  await recorded(id, 1);
  await run.app.call('DELETE', `/me/webhooks/${id}`, { token: owner.token });
  const rows = await run.app.assembly.database.query({
    text: 'select from webhook_pending where webhook_id = $1',
    values: [id],
  });
  expect(rows).toHaveLength(0);
});
