// Reading small mails on the thread: the same reading, whatever the way, and never a lost mail.

import { afterEach, expect, test } from 'vitest';
import { type BatchReader, createBatchReader } from './read-batch.ts';
import { type ReadMail, readNow } from './read-now.ts';

const PROGRAM = new URL('./read-batch-worker.ts', import.meta.url);
const context = { recipients: ['someone@mayfly.test'] };
const mail = (n: number) =>
  Buffer.from(
    `From: Shop <shop@example.org>\r\nSubject: Mail ${n}\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n\r\nYour code is ${482_000 + n}.\r\n--b\r\nContent-Type: application/octet-stream; name="a"\r\n\r\nbytes ${n}\r\n--b--\r\n`,
  );

async function whenReady(batches: BatchReader): Promise<void> {
  while ((await batches.read(mail(0), context)) === null) await new Promise((resolve) => setTimeout(resolve, 10));
}

let reader: BatchReader | null = null;
afterEach(() => reader?.close());

test('a mail read on the thread is the mail read here, attachments included', async () => {
  const batches = createBatchReader(PROGRAM);
  reader = batches;
  await whenReady(batches);
  const raws = Array.from({ length: 100 }, (_, n) => mail(n));
  const read = await Promise.all(raws.map((raw) => batches.read(raw, context)));
  expect(read.map((one) => one?.otp.code)).toEqual(raws.map((_, n) => String(482_000 + n)));
  const plain = (mail: ReadMail | null | undefined) => ({
    ...mail,
    attachments: mail?.attachments.map((part) => ({ ...part, content: Buffer.from(part.content).toString('hex') })),
  });
  const last = raws.length - 1;
  expect(plain(read[last])).toEqual(plain(readNow(raws[last] as Buffer, context)));
});

test('no mail waits for the thread to load', async () => {
  const batches = createBatchReader(new URL('data:text/javascript,setTimeout(() => {}, 60_000)'));
  reader = batches;
  expect(await batches.read(mail(1), context)).toBeNull();
});

test('a thread that breaks at work hands its mails back', async () => {
  const program = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { throw new Error('broken'); });
    parentPort.postMessage('ready');`;
  const batches = createBatchReader(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  reader = batches;
  // Which of its reads meets the thread at work is not known here: none of them may be left without an answer.
  for (let i = 0; i < 20; i++) {
    expect(await Promise.all([batches.read(mail(1), context), batches.read(mail(2), context)])).toEqual([null, null]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test('a thread that breaks at its start hands its mails back instead of losing them', async () => {
  const batches = createBatchReader(new URL('data:text/javascript,throw new Error("broken")'));
  reader = batches;
  expect(await Promise.all([batches.read(mail(1), context), batches.read(mail(2), context)])).toEqual([null, null]);
});

test('only a rush of mails takes the detour', async () => {
  const batches = createBatchReader(PROGRAM);
  reader = batches;
  expect(batches.isBusy()).toBe(false);
  expect(Array.from({ length: 30 }, () => batches.isBusy()).at(-1)).toBe(true);
});
