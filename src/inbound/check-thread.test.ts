// The thread for signed mails when it goes wrong: nobody waits for ever, and it is given no more than it can do.

import { afterEach, expect, test } from 'vitest';
import { type CheckThread, createCheckThread } from './check-thread.ts';

const options = {
  authserv: 'mx.mayfly.test',
  dns: { servers: ['127.0.0.1:9'], timeoutMs: 100 },
  dnsBudgetMs: 100,
  timeLimitMs: 400,
};
const program = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
const submission = { ip: '192.0.2.1', helo: 'a.example', sender: 'a@a.example', from: 'a@a.example' };
const mail = Buffer.from('From: a@a.example\r\n\r\nhello\r\n');
let thread: CheckThread;
afterEach(() => thread.close());

test('a mail that keeps the thread is given up, and so is the thread', async () => {
  thread = createCheckThread(options, { program: program('while (true);') });
  const began = performance.now();
  await expect(thread.check(mail, submission)).rejects.toThrow('could not check');
  await expect(thread.check(mail, submission)).rejects.toThrow('could not check');
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a thread that breaks tells everybody who waits for it', async () => {
  thread = createCheckThread(options, { program: program('throw new Error("broken")') });
  const all = await Promise.allSettled([thread.check(mail, submission), thread.check(mail, submission)]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('large mails, and more than it can do in time, are not for the thread', async () => {
  thread = createCheckThread(
    { ...options, timeLimitMs: 60_000 },
    {
      program: program(
        "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {}); parentPort.postMessage('ready');",
      ),
    },
  );
  while (!thread.hasRoom(100)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect([thread.hasRoom(64 * 1024), thread.hasRoom(64 * 1024 + 1)]).toEqual([true, false]);
  const waiting = Array.from({ length: 256 }, () => thread.check(mail, submission));
  expect(thread.hasRoom(100)).toBe(false);
  const ended = Promise.allSettled(waiting);
  await thread.close();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
});
