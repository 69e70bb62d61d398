// A delivery that fails: tried again, held, given up, paused, and dropped with its endpoint.

import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { RETRY_DELAYS } from '../../src/modules/webhooks/settle.ts';
import { startTlsEndpoint } from '../support/tls-endpoint.ts';
import { webhookTest as test } from '../support/webhook-test.ts';
import { createdEvent } from '../support/webhooks.ts';

describe('a failure', () => {
  test('is tried again after 5 s with the same webhook-id and a valid signature', async ({
    run,
    owner,
    endpoint,
    arrived,
    recorded,
  }) => {
    const { id, secret } = await run.hook(owner, endpoint.url());
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

  test('ends after eight attempts', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

  test('a redirect is one, and is not followed', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
    endpoint.answer({
      kind: 'reply',
      status: 307,
      headers: { location: endpoint.url('/elsewhere') },
    });
    await run.open(owner);
    expect((await recorded(id, 1))[0]).toMatchObject({ status: 'failed', statusCode: 307 });
    expect(endpoint.requests.map((request) => request.url)).toEqual(['/hook']);
  });

  test('Retry-After of a 429 holds everything for that endpoint', async ({
    run,
    owner,
    endpoint,
    arrived,
    recorded,
  }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

  test('that hold outlasts a success that was under way', async ({ run, owner, endpoint, arrived, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

  test('an answer 410 pauses at once and drops what waits', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

  test('five days of nothing else pause the endpoint; a success in between starts the days anew', async ({
    run,
    owner,
    endpoint,
    recorded,
  }) => {
    const { id } = await run.hook(owner, endpoint.url());
    let account = owner;
    let count = 0;
    const attempt = async (status: number, days: number) => {
      run.app.clock.advance(days * 86_400);
      const { token } = await run.app.assembly.services.auth.issueToken(owner.userId);
      account = { ...owner, token };
      endpoint.answer({ kind: 'reply', status });
      await run.open(account);
      count = (await recorded(id, count + 1, account)).length;
      // Only the new event counts here; its retries would be noise.
      await run.app.assembly.database.query({ text: 'delete from webhook_pending' });
      return (await run.hooks(account))[0];
    };
    await attempt(500, 0);
    expect(await attempt(500, 3)).toMatchObject({ status: 'active' });
    expect(await attempt(204, 1)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 2)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 4.9)).toMatchObject({ status: 'active' });
    expect(await attempt(500, 0.2)).toMatchObject({ status: 'paused', pausedReason: 'failing' });
    // Resuming clears the history: the next failure is the first of new five days.
    expect(await run.change(account, id, { status: 'active' })).toMatchObject({ status: 'active', pausedReason: null });
    expect(await attempt(500, 1)).toMatchObject({ status: 'active' });
  });

  test('a name that is public when saved and private at delivery gets nothing', async ({ run, owner, recorded }) => {
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
  test('holds no sends, and events of that time are not sent later', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
    await run.change(owner, id, { status: 'paused' });
    await run.open(owner, 2);
    await run.change(owner, id, { status: 'active' });
    await run.open(owner);
    await recorded(id, 1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests).toHaveLength(1);
  });

  test('drops retries that wait', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

test('a retry goes to the new address', async ({ run, owner, endpoint, arrived, recorded }) => {
  const { id } = await run.hook(owner, endpoint.url());
  endpoint.answer({ kind: 'reply', status: 500 });
  await run.open(owner);
  await recorded(id, 1);
  await run.change(owner, id, { url: endpoint.url('/new') });
  await run.pass(60);
  await arrived(2);
  expect(endpoint.requests.map((request) => request.url)).toEqual(['/hook', '/new']);
});

test('deleting an endpoint drops what waits', async ({ run, owner, endpoint, recorded }) => {
  const { id } = await run.hook(owner, endpoint.url());
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
