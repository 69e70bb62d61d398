// A mail to many recipients is written once and shown to each: its weight on the disk does not multiply.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { sendMail } from '../support/smtp-client.ts';

interface Opened {
  address: string;
  token: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ATTACHMENT = Buffer.alloc(300_000, 'seven is the number ');

const open = async () => (await app.call<{ data: Opened }>('POST', '/mailboxes')).body.data;

async function firstMessage({ token }: Opened) {
  const list = await app.call<{ data: { id: string }[] }>('GET', '/mailboxes/me/messages', { token });
  const id = list.body.data[0]?.id ?? '';
  const { data } = (
    await app.call<{ data: { text: string; attachments: { id: string }[] } }>('GET', `/messages/${id}`, { token })
  ).body;
  return { id, text: data.text, attachment: `/messages/${id}/attachments/${data.attachments[0]?.id}` };
}

async function sharedRows(): Promise<number> {
  const rows = await app.assembly.database.query<{ n: number }>({ text: 'select count(*) as n from shared_contents' });
  return rows[0]?.n ?? -1;
}

test('copies share what is large, and the last one takes it along', async () => {
  const boxes = await Promise.all(Array.from({ length: 5 }, open));
  const raw = [
    'Subject: For all of you',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    '',
    'A line of text for everyone.\r\n'.repeat(400),
    '--b',
    'Content-Type: application/pdf; name="a.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    ATTACHMENT.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--b--',
    '',
  ].join('\r\n');
  const reply = await sendMail(await app.smtpPort(), { to: boxes.map((box) => box.address), raw });
  expect(reply).toMatch(/^250 /);
  expect(await sharedRows()).toBe(2);

  const [first, second, ...others] = boxes as [Opened, Opened, ...Opened[]];
  const mine = await firstMessage(first);
  expect(mine.text).toContain('A line of text for everyone.');
  await app.call('DELETE', `/messages/${mine.id}`, { token: first.token });
  for (const box of others) await app.call('DELETE', '/mailboxes/me', { token: box.token });

  const left = await firstMessage(second);
  expect(left.text).toContain('A line of text for everyone.');
  const download = await app.call('GET', left.attachment, { token: second.token });
  expect(download.text).toBe(ATTACHMENT.toString());

  await app.call('DELETE', '/mailboxes/me', { token: second.token });
  expect(await sharedRows()).toBe(0);
});

test('a mail to one recipient is kept with it alone', async () => {
  const box = await open();
  await sendMail(await app.smtpPort(), {
    to: box.address,
    raw: `Subject: x\r\n\r\n${'Just for you.\r\n'.repeat(600)}`,
  });
  expect((await firstMessage(box)).text).toContain('Just for you.');
  expect(await sharedRows()).toBe(0);
});
