// A mail over SMTP becomes signed events at the owner's endpoint.

import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';
import { startTlsEndpoint, type TlsEndpoint } from '../support/tls-endpoint.ts';
import { startWebhookTest, until, type WebhookTest } from '../support/webhooks.ts';

let run: WebhookTest;
let endpoint: TlsEndpoint;
let smtp: number;

beforeAll(async () => {
  run = await startWebhookTest();
  endpoint = await startTlsEndpoint();
  smtp = await run.app.smtpPort();
});
beforeEach(() => {
  endpoint.requests.length = 0;
});
afterAll(async () => {
  await run.close();
  await endpoint.close();
});

interface Mailbox {
  id: string;
  address: string;
}

test('message.received and otp.received carry what a receiver needs and no body', async () => {
  const owner = await run.account();
  const events = ['message.received', 'otp.received'];
  const { secret } = await run.hook(owner, endpoint.url(), { events });
  const { body } = await run.app.call<{ data: Mailbox }>('POST', '/mailboxes', { token: owner.token, body: {} });
  const { id, address } = body.data;
  const raw = mailText({
    from: 'Shop <no-reply@shop.example>',
    subject: 'Sign in',
    body: 'Your verification code is 482913.\r\nSecret words that stay here.\r\nhttps://shop.example/verify?token=abc',
  });
  expect(await sendMail(smtp, { to: address, raw })).toMatch(/^250/);
  await until(
    () => endpoint.requests.length,
    (count) => count === 2,
  );
  const payloads = endpoint.requests
    .map((request) => new StandardWebhook(secret).verify(request.body, request.headers as Record<string, string>))
    .map((payload) => payload as { type: string; data: Record<string, unknown> })
    .sort((a, b) => a.type.localeCompare(b.type));
  const from = { address: 'no-reply@shop.example', name: 'Shop' };
  expect(payloads).toMatchObject([
    { type: 'message.received', data: { mailboxId: id, address, from, subject: 'Sign in', otp: '482913' } },
    { type: 'otp.received', data: { mailboxId: id, address, from, code: '482913', source: 'builtin', filterId: null } },
  ]);
  expect(payloads[0]?.data['messageId']).toBe(payloads[1]?.data['messageId']);
  expect(endpoint.requests.some((request) => request.body.includes('Secret words'))).toBe(false);
});

test('a mail whose texts are endless is stored, and its event stays below 20 kB', async () => {
  const owner = await run.account();
  await run.hook(owner, endpoint.url(), { events: ['message.received'] });
  const { body } = await run.app.call<{ data: Mailbox }>('POST', '/mailboxes', { token: owner.token, body: {} });
  const raw = mailText({ subject: Array.from({ length: 400 }, () => '漢'.repeat(20)).join('\r\n ') });
  expect(await sendMail(smtp, { to: body.data.address, raw })).toMatch(/^250/);
  const [request] = await until(
    () => endpoint.requests,
    (requests) => requests.length === 1,
  );
  expect(Buffer.byteLength(request?.body ?? '')).toBeLessThan(20_000);
});

test('mailbox.expired leaves when a mailbox ends by itself', async () => {
  const owner = await run.account();
  await run.hook(owner, endpoint.url(), { events: ['mailbox.expired'] });
  const { body } = await run.app.call<{ data: Mailbox }>('POST', '/mailboxes', {
    token: owner.token,
    body: { ttl: 60 },
  });
  run.app.clock.advance(120);
  await run.app.assembly.services.mailboxes.expireSome();
  const [request] = await until(
    () => endpoint.requests,
    (requests) => requests.length === 1,
  );
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    type: 'mailbox.expired',
    data: { mailboxId: body.data.id, address: body.data.address },
  });
});

test('mail to mailboxes of nobody, or of an account without endpoints, costs no delivery', async () => {
  const other = await createAccount(run.app);
  for (const token of [undefined, other.token]) {
    const { body } = await run.app.call<{ data: Mailbox }>('POST', '/mailboxes', {
      ...(token === undefined ? {} : { token }),
      body: {},
    });
    expect(await sendMail(smtp, { to: body.data.address, raw: mailText() })).toMatch(/^250/);
  }
  const rows = await run.app.assembly.database.query({ text: 'select from webhook_pending' });
  expect(rows).toHaveLength(0);
});
