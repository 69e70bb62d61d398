// The messages group over the whole service: list, detail, delete, raw, attachments, and who may see what.
// Held waits are in messages-wait.test.ts.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  deliver,
  deliverAndFind,
  type ListBody,
  listMessages,
  type OpenedMailbox,
  openMailbox,
  type Problem,
} from '../../../test/support/mailbox.ts';
import { newId } from '../../lib/ids.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ATTACHMENT_MAX_BYTES: '2000' });
});
afterAll(() => app.close());

interface Attachment {
  id: string;
  filename: string | null;
  contentType: string;
  size: number;
  disposition: string;
  contentId: string | null;
  sha256: string;
  retained: boolean;
}
interface Detail {
  id: string;
  text: string | null;
  html: string | null;
  snippet: string;
  attachments: Attachment[];
  blockedRemote: number;
  headers: { name: string; value: string }[];
  auth: Record<string, string>;
  timing: Record<string, string>;
  messageId: string | null;
}
const show = (token: string, id: string) => app.call<{ data: Detail } & Problem>('GET', `/messages/${id}`, { token });
const raw = (token: string, id: string) => app.call<Problem>('GET', `/messages/${id}/raw`, { token });
const remove = (token: string, id: string) => app.call<Problem>('DELETE', `/messages/${id}`, { token });
const download = (token: string, id: string, attachment: string) =>
  app.call<Problem>('GET', `/messages/${id}/attachments/${attachment}`, { token });

async function received(
  mail: Parameters<typeof deliverAndFind>[2],
): Promise<{ mailbox: OpenedMailbox; detail: Detail }> {
  const mailbox = await openMailbox(app);
  const { id } = await deliverAndFind(app, mailbox, mail);
  return { mailbox, detail: (await show(mailbox.token, id)).body.data };
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const withAttachment = (disposition: string, body = 'the bytes', type = 'text/html') => ({
  headers: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
  body: `--b\r\n\r\nhi\r\n--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n--b--`,
});

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
    await remove(mailbox.token, seen.id);
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
    const { detail } = await received({ body: 'Plain words.' });
    expect([detail.text?.trim(), detail.html]).toEqual(['Plain words.', null]);
  });

  test('HTML-only mail has a usable text', async () => {
    const { detail } = await received({
      headers: 'Content-Type: text/html; charset=utf-8',
      body: '<h1>Welcome</h1><p>Your table is <b>ready</b>.</p>',
    });
    expect(detail.text).toContain('Welcome');
    expect(detail.text).toContain('Your table is ready.');
    expect(detail.html).toContain('Welcome');
  });

  test('html is sanitized and blocked remote content is counted', async () => {
    const { detail } = await received({
      headers: 'Content-Type: text/html',
      body: '<p onclick="x()">hi<script>alert(1)</script><img src="https://tracker.example/p.gif"></p>',
    });
    expect(detail.html).not.toMatch(/script|onclick|tracker\.example/);
    expect(detail.blockedRemote).toBe(1);
  });

  test('a cid image is shown as a data URI', async () => {
    const { detail } = await received({
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
    const { detail } = await received({});
    const { connectedAt = '', receivedAt = '', storedAt = '' } = detail.timing;
    expect([connectedAt, receivedAt, storedAt].every((time) => !Number.isNaN(Date.parse(time)))).toBe(true);
    expect([connectedAt, receivedAt, storedAt].toSorted()).toEqual([connectedAt, receivedAt, storedAt]);
  });

  test('without MAIL_AUTH the results are none', async () => {
    expect((await received({})).detail.auth).toEqual({ spf: 'none', dkim: 'none', dmarc: 'none' });
  });

  test('an unknown id is 404 message.not_found', async () => {
    const { token } = await openMailbox(app);
    const answer = await show(token, newId('message'));
    expect([answer.status, answer.body.code]).toEqual([404, 'message.not_found']);
  });

  test.each(['x', 'msg_', 'msg_%00', '..%2f..', 'ü'])('the odd id %s is 4xx and not more', async (id) => {
    const { token } = await openMailbox(app);
    const { status } = await show(token, id);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });

  test('a token of an expired mailbox is 410', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const { id } = await deliverAndFind(app, mailbox);
    app.clock.advance(61);
    expect((await show(mailbox.token, id)).status).toBe(410);
  });
});

describe('DELETE /messages/{id}', () => {
  test('is 204, then 404, and the message is out of the list', async () => {
    const mailbox = await openMailbox(app);
    const { id } = await deliverAndFind(app, mailbox);
    expect((await show(mailbox.token, id)).status).toBe(200);
    expect((await remove(mailbox.token, id)).status).toBe(204);
    const again = await remove(mailbox.token, id);
    expect([again.status, again.body.code]).toEqual([404, 'message.not_found']);
    expect((await show(mailbox.token, id)).status).toBe(404);
    expect((await raw(mailbox.token, id)).status).toBe(404);
    expect((await listMessages(app, mailbox.token)).data).toEqual([]);
  });

  test('takes the attachments along', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=a.txt'));
    await remove(mailbox.token, detail.id);
    expect((await download(mailbox.token, detail.id, detail.attachments[0]?.id ?? '')).status).toBe(404);
    const rows = await app.assembly.database.query({
      text: 'select id from attachments where message_id = $1',
      values: [detail.id],
    });
    expect(rows).toEqual([]);
  });

  test('one recipient’s deletion leaves the other’s copy alone', async () => {
    const [one, other] = [await openMailbox(app), await openMailbox(app)];
    await deliver(app, [one.address, other.address], withAttachment('attachment; filename=a.txt'));
    const [mine] = (await listMessages(app, one.token)).data;
    const [theirs] = (await listMessages(app, other.token)).data;
    await remove(one.token, mine?.id ?? '');
    const left = await show(other.token, theirs?.id ?? '');
    expect(left.status).toBe(200);
    expect((await raw(other.token, theirs?.id ?? '')).status).toBe(200);
    const attachment = left.body.data.attachments[0]?.id ?? '';
    expect((await download(other.token, theirs?.id ?? '', attachment)).status).toBe(200);
  });
});

describe('GET /messages/{id}/raw', () => {
  test('is message/rfc822 as a download', async () => {
    const { mailbox, detail } = await received({});
    const answer = await raw(mailbox.token, detail.id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('message/rfc822');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  test('size in the list is the size of the original', async () => {
    const mailbox = await openMailbox(app);
    const { id, size } = await deliverAndFind(app, mailbox);
    expect((await raw(mailbox.token, id)).text.length).toBe(size);
  });

  test('an unknown id is 404', async () => {
    const { token } = await openMailbox(app);
    expect((await raw(token, newId('message'))).status).toBe(404);
  });

  test('from rawExpiresAt on it is 410 message.raw_expired, before not', async () => {
    const mailbox = await openMailbox(app);
    const { id, rawExpiresAt } = await deliverAndFind(app, mailbox);
    app.clock.set(new Date(Date.parse(rawExpiresAt) - 500));
    expect((await raw(mailbox.token, id)).status).toBe(200);
    app.clock.set(new Date(rawExpiresAt));
    const answer = await raw(mailbox.token, id);
    expect([answer.status, answer.body.code]).toEqual([410, 'message.raw_expired']);
    expect((await show(mailbox.token, id)).status).toBe(200);
  });

  test('after its time the bytes are gone from the database too, and it stays 410', async () => {
    const mailbox = await openMailbox(app, { ttl: 7_200 });
    const { id } = await deliverAndFind(app, mailbox, { body: 'a needle in the originals' });
    const kept = async () =>
      app.assembly.database.query({
        text: 'select id from raw_originals where position($1::bytea in bytes) > 0',
        values: [Buffer.from('a needle in the originals')],
      });
    expect(await kept()).toHaveLength(1);
    app.clock.advance(26 * 60);
    await app.assembly.services.messages.turnRawSlots();
    expect(await kept()).toEqual([]);
    expect((await raw(mailbox.token, id)).status).toBe(410);
  });

  test('mail is still taken after the clock has left every prepared slot', async () => {
    app.clock.advance(6 * 3_600);
    const mailbox = await openMailbox(app);
    const { id } = await deliverAndFind(app, mailbox);
    expect((await raw(mailbox.token, id)).status).toBe(200);
  });
});

describe('GET /messages/{id}/attachments/{attId}', () => {
  test('is always octet-stream, attachment, nosniff and sandboxed, whatever was declared', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=page.html', '<script>1</script>'));
    const [attachment] = detail.attachments;
    expect(attachment).toMatchObject({ filename: 'page.html', contentType: 'text/html', retained: true });
    const answer = await download(mailbox.token, detail.id, attachment?.id ?? '');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('<script>1</script>');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="page.html"; filename*=UTF-8''page.html`);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toBe('sandbox');
  });

  test('sha256 and size are those of the bytes', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=a.txt', 'exact bytes'));
    const [attachment] = detail.attachments;
    const { text } = await download(mailbox.token, detail.id, attachment?.id ?? '');
    expect(attachment?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
    expect(attachment?.size).toBe(text.length);
  });

  test.each([
    ['a quote and a line break', '"a\\"b\\\r\n c.txt"'],
    ['a path', '"../../etc/passwd"'],
    ['header text', '"a.txt; filename=evil.exe"'],
    ['encoded line breaks', "x; filename*=UTF-8''a%0d%0aSet-Cookie%3a%20x%3d1"],
    ['right-to-left override', "x; filename*=UTF-8''report%E2%80%AEfdp.exe"],
    ['a very long name', `"${'n'.repeat(900)}.txt"`],
    ['Vietnamese', "x; filename*=UTF-8''h%C3%B3a%20%C4%91%C6%A1n.pdf"],
  ])('a file name with %s cannot break the header', async (_, name) => {
    const { mailbox, detail } = await received(withAttachment(`attachment; filename=${name}`));
    const [attachment] = detail.attachments;
    const answer = await download(mailbox.token, detail.id, attachment?.id ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
    );
  });

  test('above the size limit it is listed with retained false and is 404', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=big.bin', 'x'.repeat(2_001)));
    const [attachment] = detail.attachments;
    expect(attachment).toMatchObject({ size: 2_001, retained: false });
    const answer = await download(mailbox.token, detail.id, attachment?.id ?? '');
    expect([answer.status, answer.body.code]).toEqual([404, 'attachment.not_found']);
  });

  test('exactly at the size limit it is kept', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=fits.bin', 'x'.repeat(2_000)));
    expect((await download(mailbox.token, detail.id, detail.attachments[0]?.id ?? '')).status).toBe(200);
  });

  test('an id under another message of the same mailbox is 404', async () => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=a.txt'));
    const other = await deliverAndFind(app, mailbox, { subject: 'without' });
    const answer = await download(mailbox.token, other.id, detail.attachments[0]?.id ?? '');
    expect([answer.status, answer.body.code]).toEqual([404, 'attachment.not_found']);
  });

  test.each(['att_01jd3kq5v8e5gt0x0w7r2m4n6p', 'x', '__proto__', '0'])('the id %s is 404', async (id) => {
    const { mailbox, detail } = await received(withAttachment('attachment; filename=a.txt'));
    expect((await download(mailbox.token, detail.id, id)).status).toBe(404);
  });
});

describe('another mailbox’s message', () => {
  const operations = [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/raw'],
    ['GET', '/attachments/ATT'],
  ] as const;
  test.each(operations)('%s /messages/{id}%s answers exactly like a random id', async (method, path) => {
    const { mailbox: theirs, detail } = await received(withAttachment('attachment; filename=a.txt'));
    const { token } = await openMailbox(app);
    const suffix = path.replace('ATT', detail.attachments[0]?.id ?? '');
    const [real, random] = await Promise.all(
      [detail.id, newId('message')].map((id) => app.call<Problem>(method, `/messages/${id}${suffix}`, { token })),
    );
    expect(real?.status).toBe(404);
    expect({ ...real?.body, traceId: '' }).toEqual({ ...random?.body, traceId: '' });
    expect((await show(theirs.token, detail.id)).status).toBe(200);
  });

  test('as after answers exactly like a random id', async () => {
    const { detail } = await received({});
    const mailbox = await openMailbox(app);
    await deliver(app, mailbox.address);
    const [real, random] = await Promise.all(
      [detail.id, newId('message')].map((id) => listMessages(app, mailbox.token, `?after=${id}`)),
    );
    expect(real?.data.length).toBe(1);
    expect(random?.data.length).toBe(0);
  });
});
