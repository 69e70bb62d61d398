// A message's bytes over the whole service: the original, attachments, deletion, and that no other mailbox gets at them.

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, deliverAndFind, listMessages, openMailbox, type Problem } from '../../../test/support/mailbox.ts';
import { download, raw, received, remove, show } from '../../../test/support/messages.ts';
import { newId } from '../../lib/ids.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ATTACHMENT_MAX_BYTES: '2000' });
});
afterAll(() => app.close());

const withAttachment = (disposition: string, body = 'the bytes', type = 'text/html') => ({
  headers: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b',
  body: `--b\r\n\r\nhi\r\n--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\n\r\n${body}\r\n--b--`,
});

describe('DELETE /messages/{id}', () => {
  test('is 204, then 404, and the message is out of the list', async () => {
    const mailbox = await openMailbox(app);
    const { id } = await deliverAndFind(app, mailbox);
    expect((await show(app, mailbox.token, id)).status).toBe(200);
    expect((await remove(app, mailbox.token, id)).status).toBe(204);
    const again = await remove(app, mailbox.token, id);
    expect([again.status, again.body.code]).toEqual([404, 'message.not_found']);
    expect((await show(app, mailbox.token, id)).status).toBe(404);
    expect((await raw(app, mailbox.token, id)).status).toBe(404);
    expect((await listMessages(app, mailbox.token)).data).toEqual([]);
  });

  test('takes the attachments along', async () => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=a.txt'));
    await remove(app, mailbox.token, detail.id);
    expect((await download(app, mailbox.token, detail.id, detail.attachments[0]?.id ?? '')).status).toBe(404);
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
    await remove(app, one.token, mine?.id ?? '');
    const left = await show(app, other.token, theirs?.id ?? '');
    expect(left.status).toBe(200);
    expect((await raw(app, other.token, theirs?.id ?? '')).status).toBe(200);
    const attachment = left.body.data.attachments[0]?.id ?? '';
    expect((await download(app, other.token, theirs?.id ?? '', attachment)).status).toBe(200);
  });
});

describe('GET /messages/{id}/raw', () => {
  test('is message/rfc822 as a download', async () => {
    const { mailbox, detail } = await received(app, {});
    const answer = await raw(app, mailbox.token, detail.id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('message/rfc822');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  test('size in the list is the size of the original', async () => {
    const mailbox = await openMailbox(app);
    const { id, size } = await deliverAndFind(app, mailbox);
    expect((await raw(app, mailbox.token, id)).text.length).toBe(size);
  });

  test('an unknown id is 404', async () => {
    const { token } = await openMailbox(app);
    expect((await raw(app, token, newId('message'))).status).toBe(404);
  });

  test('from rawExpiresAt on it is 410 message.raw_expired, before not', async () => {
    const mailbox = await openMailbox(app);
    const { id, rawExpiresAt } = await deliverAndFind(app, mailbox);
    app.clock.set(new Date(Date.parse(rawExpiresAt) - 500));
    expect((await raw(app, mailbox.token, id)).status).toBe(200);
    app.clock.set(new Date(rawExpiresAt));
    const answer = await raw(app, mailbox.token, id);
    expect([answer.status, answer.body.code]).toEqual([410, 'message.raw_expired']);
    expect((await show(app, mailbox.token, id)).status).toBe(200);
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
    expect((await raw(app, mailbox.token, id)).status).toBe(410);
  });

  test('mail is still taken after the clock has left every prepared slot', async () => {
    app.clock.advance(6 * 3_600);
    const mailbox = await openMailbox(app);
    const { id } = await deliverAndFind(app, mailbox);
    expect((await raw(app, mailbox.token, id)).status).toBe(200);
  });
});

describe('GET /messages/{id}/attachments/{attId}', () => {
  test('is always octet-stream, attachment, nosniff and sandboxed, whatever was declared', async () => {
    const { mailbox, detail } = await received(
      app,
      withAttachment('attachment; filename=page.html', '<script>1</script>'),
    );
    const [attachment] = detail.attachments;
    expect(attachment).toMatchObject({ filename: 'page.html', contentType: 'text/html', retained: true });
    const answer = await download(app, mailbox.token, detail.id, attachment?.id ?? '');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('<script>1</script>');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="page.html"; filename*=UTF-8''page.html`);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toBe('sandbox');
  });

  test('sha256 and size are those of the bytes', async () => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=a.txt', 'exact bytes'));
    const [attachment] = detail.attachments;
    const { text } = await download(app, mailbox.token, detail.id, attachment?.id ?? '');
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
    const { mailbox, detail } = await received(app, withAttachment(`attachment; filename=${name}`));
    const [attachment] = detail.attachments;
    const answer = await download(app, mailbox.token, detail.id, attachment?.id ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="[A-Za-z0-9._ -]+"; filename\*=UTF-8''[A-Za-z0-9%._~!-]+$/,
    );
  });

  test('above the size limit it is listed with retained false and is 404', async () => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=big.bin', 'x'.repeat(2_001)));
    const [attachment] = detail.attachments;
    expect(attachment).toMatchObject({ size: 2_001, retained: false });
    const answer = await download(app, mailbox.token, detail.id, attachment?.id ?? '');
    expect([answer.status, answer.body.code]).toEqual([404, 'attachment.not_found']);
  });

  test('exactly at the size limit it is kept', async () => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=fits.bin', 'x'.repeat(2_000)));
    expect((await download(app, mailbox.token, detail.id, detail.attachments[0]?.id ?? '')).status).toBe(200);
  });

  test('an id under another message of the same mailbox is 404', async () => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=a.txt'));
    const other = await deliverAndFind(app, mailbox, { subject: 'without' });
    const answer = await download(app, mailbox.token, other.id, detail.attachments[0]?.id ?? '');
    expect([answer.status, answer.body.code]).toEqual([404, 'attachment.not_found']);
  });

  test.each(['att_01jd3kq5v8e5gt0x0w7r2m4n6p', 'x', '__proto__', '0'])('the id %s is 404', async (id) => {
    const { mailbox, detail } = await received(app, withAttachment('attachment; filename=a.txt'));
    expect((await download(app, mailbox.token, detail.id, id)).status).toBe(404);
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
    const { mailbox: theirs, detail } = await received(app, withAttachment('attachment; filename=a.txt'));
    const { token } = await openMailbox(app);
    const suffix = path.replace('ATT', detail.attachments[0]?.id ?? '');
    const [real, random] = await Promise.all(
      [detail.id, newId('message')].map((id) => app.call<Problem>(method, `/messages/${id}${suffix}`, { token })),
    );
    expect(real?.status).toBe(404);
    expect({ ...real?.body, traceId: '' }).toEqual({ ...random?.body, traceId: '' });
    expect((await show(app, theirs.token, detail.id)).status).toBe(200);
  });

  test('as after answers exactly like a random id', async () => {
    const { detail } = await received(app, {});
    const mailbox = await openMailbox(app);
    await deliver(app, mailbox.address);
    const [real, random] = await Promise.all(
      [detail.id, newId('message')].map((id) => listMessages(app, mailbox.token, `?after=${id}`)),
    );
    expect(real?.data.length).toBe(1);
    expect(random?.data.length).toBe(0);
  });
});
