// Alerts in, chat messages out: authorised → 200 whatever happens, and never a storm.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { alertMessage } from './alert-message.ts';
import { createAlertService } from './alerts.ts';

interface Received {
  path: string;
  body: Record<string, unknown>;
}
const received: Received[] = [];
let behaviour: 'take' | 'refuse' | 'hang' = 'take';
let chat: Server;
let app: TestApp;
const SECRET = 'alert-secret-1';

beforeAll(async () => {
  chat = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: JSON.parse(await readAll(request)) });
    if (behaviour === 'hang') return;
    response.writeHead(behaviour === 'take' ? 200 : 500).end('ok');
  });
  await new Promise<void>((listening) => chat.listen(0, '127.0.0.1', listening));
  const { port } = chat.address() as AddressInfo;
  app = await createTestApp({
    ALERT_SECRET: SECRET,
    ALERT_CHAT_URL: `http://127.0.0.1:${port}/bot123:SECRET/sendMessage?chat_id=-42`,
  });
});
afterAll(async () => {
  await app.close();
  chat.closeAllConnections();
  chat.close();
});
beforeEach(() => {
  received.length = 0;
  behaviour = 'take';
});

let serial = 0;
const alertBody = () => ({
  version: '4',
  receiver: 'mayfly',
  status: 'firing',
  commonLabels: { alertname: `MailDeferred${serial++}`, severity: 'warning' },
  alerts: [{ status: 'firing', labels: { instance: 'mx1:8080' }, annotations: { summary: 'Mail is deferred' } }],
});
const post = (body: unknown, options: { token?: string; headers?: Record<string, string> } = {}) =>
  app.call<{ data: { forwarded: boolean }; code: string }>('POST', '/integrations/alerts', {
    token: SECRET,
    body,
    ...options,
  });

describe('POST /integrations/alerts', () => {
  test('one readable message goes to the chat', async () => {
    const body = alertBody();
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([200, { data: { forwarded: true } }]);
    expect(received).toHaveLength(1);
    expect(received[0]?.body).toMatchObject({
      chat_id: '-42',
      text: `🔥 Firing: ${body.commonLabels.alertname} (warning)\n• Mail is deferred [mx1:8080]`,
    });
  });

  test.each([
    ['no secret', { headers: { authorization: '' } }],
    ['a wrong secret', { token: 'alert-secret-2' }],
    ['a user token', { token: 'mfu_x' }],
    ['another scheme', { headers: { authorization: `Apikey ${SECRET}` } }],
  ])('%s is 401 and nothing leaves', async (_name, options) => {
    const answer = await post(alertBody(), options);
    expect(answer.status).toBe(401);
    expect(received).toHaveLength(0);
  });

  test.each(['refuse', 'hang'] as const)('a chat that would %s is still 200, within seconds', async (how) => {
    behaviour = how;
    const began = performance.now();
    const answer = await post(alertBody());
    expect([answer.status, answer.body]).toEqual([200, { data: { forwarded: false } }]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test.each([
    ['an empty object', {}],
    ['wrong types', { status: 7, commonLabels: [], alerts: 'x' }],
    ['null', 'null'],
    ['what is not JSON', '{"a":'],
    ['a member named __proto__', '{"__proto__": {"x": 1}}'],
  ])('%s is 200 all the same', async (_name, body) => {
    expect((await post(body)).status).toBe(200);
  });

  test('no body at all is 200', async () => {
    const answer = await app.call('POST', '/integrations/alerts', { token: SECRET });
    expect(answer.status).toBe(200);
  });

  test('the chat address, which holds its secret, is in no log line', async () => {
    behaviour = 'refuse';
    await post(alertBody());
    expect(app.logLines.join('')).not.toContain('SECRET');
  });
});

describe('floods', () => {
  test('a repeat within a minute is sent once', async () => {
    const body = alertBody();
    expect((await post(body)).body.data.forwarded).toBe(true);
    expect((await post(body)).body.data.forwarded).toBe(false);
    app.clock.advance(61);
    expect((await post(body)).body.data.forwarded).toBe(true);
  });

  test('a minute has so many messages and one line for the rest', async () => {
    const sent: string[] = [];
    const began = Date.now();
    // The minute of this service is nearly over, so that its end comes within the test.
    let now = began;
    const service = createAlertService({
      chat: { send: async (text) => sent.push(text) > 0 },
      clock: { now: () => new Date(now) },
      perMinute: 3,
    });
    await service.forward(alertBody());
    now = began + 59_950;
    const answers = await Promise.all(Array.from({ length: 9 }, () => service.forward(alertBody())));
    expect(answers.filter(Boolean)).toHaveLength(2);
    await expect.poll(() => sent.at(-1)).toContain('7 more');
    expect(sent).toHaveLength(4);
  });
});

describe('the message', () => {
  test('is short, whatever came', () => {
    const alerts = Array.from({ length: 5_000 }, (_, i) => ({ annotations: { summary: `${i} ${'x'.repeat(5_000)}` } }));
    const text = alertMessage({ status: 'resolved', commonLabels: { alertname: 'A' }, alerts });
    expect(text.length).toBeLessThan(4_000);
    expect(text).toContain('✅ Resolved: A');
    expect(text).toContain('and 4990 more');
  });

  test('keeps to one line for each alert', () => {
    const text = alertMessage({ alerts: [{ annotations: { summary: 'a\r\nb\u202ec' } }] });
    expect(text.split('\n')).toHaveLength(2);
  });
});
