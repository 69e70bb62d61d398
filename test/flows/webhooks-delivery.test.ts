// From an event to the endpoint: who gets it, signed and recorded. What becomes of a delivery that fails is in
// webhooks-failure.test.ts.

import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect } from 'vitest';
import { domainCalls } from '../support/domains.ts';
import { openMailbox } from '../support/mailbox.ts';
import { webhookTest as test } from '../support/webhook-test.ts';
import { createdEvent, until } from '../support/webhooks.ts';

describe('a delivery', () => {
  test('verifies with the public Standard Webhooks library', async ({ run, owner, endpoint, arrived }) => {
    const { secret } = await run.hook(owner, endpoint.url());
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

  test('goes to endpoints that asked for the event, and to nobody else', async ({ run, owner, endpoint, arrived }) => {
    const stranger = await run.account();
    await run.hook(stranger, endpoint.url('/stranger'));
    await run.hook(owner, endpoint.url('/other-event'), { events: ['otp.received'] });
    await run.hook(owner, endpoint.url('/a'));
    await run.hook(owner, endpoint.url('/b'), { events: ['otp.received', 'mailbox.created'] });
    await run.open(owner);
    await arrived(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(endpoint.requests.map((request) => request.url).sort()).toEqual(['/a', '/b']);
    expect(new Set(endpoint.requests.map((request) => request.headers['webhook-id'])).size).toBe(1);
  });

  test('of a domain goes to endpoints of that domain and of all', async ({ run, owner, endpoint, recorded }) => {
    const body = { domain: 'of-webhooks.example' };
    const domain = await run.app.call<{ data: { id: string } }>('POST', '/me/domains', { token: owner.token, body });
    const domainId = domain.body.data.id;
    const bound = await run.hook(owner, endpoint.url('/domain'), { domainId });
    const { id } = await run.hook(owner, endpoint.url('/all'));
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

  test('of a mailbox that ended goes to the endpoint of its domain', async ({ run, owner, endpoint, arrived }) => {
    const { id: domainId, domain } = await domainCalls(run.app, run.names).verified(owner);
    await run.hook(owner, endpoint.url(), { domainId, events: ['mailbox.expired'] });
    const mailbox = await openMailbox(run.app, { domain, ttl: 60 }, owner.token);
    run.app.clock.advance(61);
    await run.app.assembly.services.mailboxes.expireSome();
    const [request] = await arrived(1);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({ data: { mailboxId: mailbox.id } });
  });

  test('does not leave when the transaction that caused it fails', async ({ run, owner, endpoint, arrived }) => {
    await run.hook(owner, endpoint.url());
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

  test('is recorded', async ({ run, owner, endpoint, recorded }) => {
    const { id } = await run.hook(owner, endpoint.url());
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

  test('of domain.verified leaves when a domain is verified', async ({ run, owner, endpoint, arrived }) => {
    await run.hook(owner, endpoint.url(), { events: ['domain.verified', 'domain.suspended'] });
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

test('deliveries are a ring of the last 100 attempts, newest first', async ({ run, owner, endpoint, arrived }) => {
  const { id } = await run.hook(owner, endpoint.url());
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
