// Reading messages over the whole service: the list and one message. Held waits are in messages-wait.test.ts; originals,
// attachments and deletion in messages-bytes.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  deliver,
  deliverAndFind,
  type ListBody,
  listMessages,
  openMailbox,
  type Problem,
} from '../../../test/support/mailbox.ts';
import { received, remove, show } from '../../../test/support/messages.ts';
import { newId } from '../../lib/ids.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('lists asked at the same moment show each its own mailbox, from its own place and by its own limit', async () => {
  const [one, two, empty] = [await openMailbox(app), await openMailbox(app), await openMailbox(app)];
  for (const subject of ['1', '2', '3']) await deliver(app, one.address, { subject });
  const first = await listMessages(app, one.token, '?limit=1');
  await deliver(app, two.address, { subject: '4' });
  const pages = await Promise.all([
    listMessages(app, one.token, '?limit=2'),
    listMessages(app, empty.token),
    listMessages(app, one.token, `?cursor=${first.nextCursor}`),
    listMessages(app, two.token),
    listMessages(app, one.token, `?after=${first.data[0]?.id}`),
  ]);
  expect(pages.map((page) => page.data.map(({ subject }) => subject))).toEqual([['3', '2'], [], ['2', '1'], ['4'], []]);
  expect(pages.map((page) => page.nextCursor === null)).toEqual([false, true, true, true, true]);
});

describe('GET /mailboxes/me/messages', () => {
  test('an empty mailbox is an empty page', async () => {
    const { token } = await openMailbox(app);
    expect(await listMessages(app, token)).toEqual({ data: [], nextCursor: null });
  });

  test('an item has the documented members', async () => {
    const mailbox = await openMailbox(app);
    const item = await deliverAndFind(app, mailbox, { subject: 'Hello', body: 'A few words.', to: mailbox.address });
    expect(item).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      from: { address: 'sender@example.org', name: 'Sender' },
      to: [{ address: mailbox.address, name: null }],
      subject: 'Hello',
      snippet: 'A few words.',
      hasAttachments: false,
      otp: null,
      link: null,
    });
    expect(Date.parse(item.rawExpiresAt) - Date.parse(item.receivedAt)).toBe(15 * 60_000);
  });

  test('is newest first, and pages end where the list ends', async () => {
    const mailbox = await openMailbox(app);
    for (let i = 1; i <= 5; i++) await deliver(app, mailbox.address, { subject: `mail ${i}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: ListBody = await listMessages(app, mailbox.token, `?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.data.map(({ subject }) => subject));
      cursor = page.nextCursor;
      pages++;
    } while (cursor);
    expect([seen, pages]).toEqual([['mail 5', 'mail 4', 'mail 3', 'mail 2', 'mail 1'], 3]);
  });

  test('mail that comes between two pages shifts nothing', async () => {
    const mailbox = await openMailbox(app);
    for (let i = 1; i <= 4; i++) await deliver(app, mailbox.address, { subject: `mail ${i}` });
    const first = await listMessages(app, mailbox.token, '?limit=2');
    await deliver(app, mailbox.address, { subject: 'in between' });
    const second = await listMessages(app, mailbox.token, `?limit=2&cursor=${first.nextCursor}`);
    expect(second.data.map(({ subject }) => subject)).toEqual(['mail 2', 'mail 1']);
  });

  test('without limit a page has 20', async () => {
    const mailbox = await openMailbox(app);
    const { services, database } = app.assembly;
    await deliver(app, mailbox.address);
    await database.query({
      text: `insert into messages select mailbox_id, seq + n, 'msg_' || lpad(n::text, 26, '0'), received_at, size, has_attachments,
               summary, otp, link, raw_id, raw_expires_at, detail from messages, generate_series(1, 24) as n where mailbox_id = $1`,
      values: [mailbox.id],
    });
    expect(services.messages).toBeDefined();
    expect((await listMessages(app, mailbox.token)).data).toHaveLength(20);
    expect((await listMessages(app, mailbox.token, '?limit=100')).data).toHaveLength(25);
  });

  test.each(['0', '101', '-5', 'x', '1.5', '', 'true', '1&limit=2'])('limit=%s is 422', async (limit) => {
    const { token } = await openMailbox(app);
    const answer = await app.call<Problem>('GET', `/mailboxes/me/messages?limit=${limit}`, { token });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'query.limit']);
  });

  test('a cursor that was tampered with is 422 request.invalid_cursor', async () => {
    const mailbox = await openMailbox(app);
    for (let i = 0; i < 2; i++) await deliver(app, mailbox.address);
    const { nextCursor } = await listMessages(app, mailbox.token, '?limit=1');
    const changed = (nextCursor ?? '').replace(/^./, (c) => (c === 'A' ? 'B' : 'A'));
    const answer = await app.call<Problem>('GET', `/mailboxes/me/messages?cursor=${changed}`, { token: mailbox.token });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid_cursor']);
  });

  test('a cursor of another mailbox is 422 request.invalid_cursor', async () => {
    const [one, other] = [await openMailbox(app), await openMailbox(app)];
    for (let i = 0; i < 2; i++) await deliver(app, one.address);
    const { nextCursor } = await listMessages(app, one.token, '?limit=1');
    const answer = await app.call<Problem>('GET', `/mailboxes/me/messages?cursor=${nextCursor}`, {
      token: other.token,
    });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid_cursor']);
  });

  test('after shows only what is newer', async () => {
    const mailbox = await openMailbox(app);
    const first = await deliverAndFind(app, mailbox, { subject: 'seen' });
    expect((await listMessages(app, mailbox.token, `?after=${first.id}`)).data).toEqual([]);
    await deliver(app, mailbox.address, { subject: 'new' });
    expect((await listMessages(app, mailbox.token, `?after=${first.id}`)).data.map(({ subject }) => subject)).toEqual([
      'new',
    ]);
  });

  test('after still counts from a message that was deleted', async () => {
    const mailbox = await openMailbox(app);
    await deliver(app, mailbox.address, { subject: 'older' });
    const seen = await deliverAndFind(app, mailbox, { subject: 'seen' });
    await remove(app, mailbox.token, seen.id);
    await deliver(app, mailbox.address, { subject: 'new' });
    expect((await listMessages(app, mailbox.token, `?after=${seen.id}`)).data.map(({ subject }) => subject)).toEqual([
      'new',
    ]);
  });

  test.each(['abc', '1', 'mbx_01jd3kq5v8e5gt0x0w7r2m4n6p', ''])('after=%s is 422', async (after) => {
    const { token } = await openMailbox(app);
    const answer = await app.call<Problem>('GET', `/mailboxes/me/messages?after=${after}`, { token });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'query.after']);
  });

  test('without a token is 401, with an expired one 410', async () => {
    expect((await app.call('GET', '/mailboxes/me/messages')).status).toBe(401);
    const { token } = await openMailbox(app, { ttl: 60 });
    app.clock.advance(61);
    const answer = await app.call<Problem>('GET', '/mailboxes/me/messages', { token });
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
  });
});

describe('GET /messages/{id}', () => {
  test('text-only mail has html null', async () => {
    const { detail } = await received(app, { body: 'Plain words.' });
    expect([detail.text?.trim(), detail.html]).toEqual(['Plain words.', null]);
  });

  test('HTML-only mail has a usable text', async () => {
    const { detail } = await received(app, {
      headers: 'Content-Type: text/html; charset=utf-8',
      body: '<h1>Welcome</h1><p>Your table is <b>ready</b>.</p>',
    });
    expect(detail.text).toContain('Welcome');
    expect(detail.text).toContain('Your table is ready.');
    expect(detail.html).toContain('Welcome');
  });

  test('html is sanitized and blocked remote content is counted', async () => {
    const { detail } = await received(app, {
      headers: 'Content-Type: text/html',
      body: '<p onclick="x()">hi<script>alert(1)</script><img src="https://tracker.example/p.gif"></p>',
    });
    expect(detail.html).not.toMatch(/script|onclick|tracker\.example/);
    expect(detail.blockedRemote).toBe(1);
  });

  test('a cid image is shown as a data URI', async () => {
    const { detail } = await received(app, {
      headers: 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b',
      body: [
        '--b\r\nContent-Type: text/html\r\n\r\n<p>Logo: <img src="cid:logo@x"></p>',
        `--b\r\nContent-Type: image/png\r\nContent-ID: <logo@x>\r\nContent-Transfer-Encoding: base64\r\n\r\n${PNG}`,
        '--b--',
      ].join('\r\n'),
    });
    expect(detail.html).toContain(`src="data:image/png;base64,${PNG}"`);
    expect(detail.blockedRemote).toBe(0);
  });

  test('tells when it was connected, received and stored', async () => {
    const { detail } = await received(app, {});
    const { connectedAt = '', receivedAt = '', storedAt = '' } = detail.timing;
    expect([connectedAt, receivedAt, storedAt].every((time) => !Number.isNaN(Date.parse(time)))).toBe(true);
    expect([connectedAt, receivedAt, storedAt].toSorted()).toEqual([connectedAt, receivedAt, storedAt]);
  });

  test('without MAIL_AUTH the results are none', async () => {
    expect((await received(app, {})).detail.auth).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });

  test('an unknown id is 404 message.not_found', async () => {
    const { token } = await openMailbox(app);
    const answer = await show(app, token, newId('message'));
    expect([answer.status, answer.body.code]).toEqual([404, 'message.not_found']);
  });

  test.each(['x', 'msg_', 'msg_%00', '..%2f..', 'ü'])('the odd id %s is 4xx and not more', async (id) => {
    const { token } = await openMailbox(app);
    const { status } = await show(app, token, id);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('a token of an expired mailbox is 410', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const { id } = await deliverAndFind(app, mailbox);
    app.clock.advance(61);
    expect((await show(app, mailbox.token, id)).status).toBe(410);
  });
});
