// What one peer can cost: slow and many connections, floods of bytes. What a mailbox takes is in smtp-caps.test.ts.

import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { listMessages, openMailbox } from '../support/mailbox.ts';
import { mailText, sendMail, sendOn } from '../support/smtp-client.ts';
import { smtpConnections } from '../support/smtp-connections.ts';

const { clients, open, inData, leaveAll } = smtpConnections();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** V8 sweeps buffers beside the program: what one collection finds is returned after a moment, so it is asked twice. */
const bytesInUse = async () => {
  collectGarbage();
  await sleep(50);
  collectGarbage();
  await sleep(50);
  return process.memoryUsage().arrayBuffers;
};

describe('connections', () => {
  let app: TestApp;
  let port: number;
  beforeAll(async () => {
    app = await createTestApp({}, undefined, { maxPerAddress: 3, transactionMs: 1_500, idleMs: 5_000 });
    port = await app.smtpPort();
  });
  afterAll(async () => {
    leaveAll();
    await app.close();
  });

  test('number N+1 of one address is 421; when one leaves there is room again', async () => {
    for (let i = 0; i < 3; i++) await open(port);
    const refused = await open(port, false);
    expect(await refused.reply()).toMatch(/^421 /);
    await refused.closed();
    await clients[0]?.quit();
    await sleep(50);
    const next = await open(port, false);
    expect(await next.reply()).toMatch(/^220 /);
    leaveAll();
    await sleep(50);
  });

  test('a byte now and then is not progress: 421 after the time for one mail', async () => {
    const { address, token } = await openMailbox(app);
    const client = await inData(port, address);
    const began = performance.now();
    const drip = setInterval(() => client.write('x'), 100);
    expect(await client.reply()).toMatch(/^421 /);
    clearInterval(drip);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect((await listMessages(app, token)).data).toEqual([]);
    leaveAll();
    await sleep(50);
  });

  test('a connection that keeps sending mail outlives the time for one', async () => {
    const { address } = await openMailbox(app);
    const client = await open(port);
    for (let i = 0; i < 5; i++) {
      expect(await sendOn(client, { to: address, raw: mailText() })).toMatch(/^250 /);
      await sleep(500);
    }
    await client.quit();
  });

  test('a silent connection is told 421', async () => {
    const quick = await createTestApp({}, undefined, { idleMs: 300 });
    try {
      const client = await open(await quick.smtpPort());
      expect(await client.reply()).toMatch(/^421 /);
      await client.closed();
    } finally {
      await quick.close();
    }
  });
});

describe('bytes', () => {
  test('58 MB above the limit are read and forgotten: 552, flat memory', async () => {
    const app = await createTestApp({ SMTP_MAX_BYTES: '100000' });
    try {
      const { address } = await openMailbox(app);
      // The first mail loads what reading needs; that is not what is measured.
      await sendMail(await app.smtpPort(), { to: address, raw: mailText() });
      const client = await inData(await app.smtpPort(), address);
      const block = Buffer.from(`${'x'.repeat(998)}\r\n`.repeat(64));
      const before = await bytesInUse();
      let peak = 0;
      for (let i = 0; i < 900; i++) {
        if (!client.socket.write(block)) await new Promise((resolve) => client.socket.once('drain', resolve));
        if (i % 150 === 149) peak = Math.max(peak, await bytesInUse());
      }
      client.write('\r\n.\r\n');
      expect(await client.reply()).toMatch(/^552 /);
      expect(peak - before).toBeLessThan(10_000_000);
      expect(await sendOn(client, { to: address, raw: mailText() })).toMatch(/^250 /);
    } finally {
      leaveAll();
      await app.close();
    }
  }, 30_000);

  test('mails that are too much together are deferred with 451, and room comes back', async () => {
    const app = await createTestApp({}, undefined, { maxHeldBytes: 300_000 });
    try {
      const { address, token } = await openMailbox(app);
      const port = await app.smtpPort();
      const half = `Subject: large\r\n\r\n${`${'x'.repeat(76)}\r\n`.repeat(2_500)}`;
      const [one, two] = [await inData(port, address), await inData(port, address)];
      one.write(half);
      two.write(half);
      await sleep(100);
      one.write('.\r\n');
      two.write('.\r\n');
      const replies = [await one.reply(), await two.reply()].map((reply) => reply.slice(0, 3)).sort();
      expect(replies).toEqual(['250', '451']);
      expect(await sendMail(port, { to: address, raw: half })).toMatch(/^250 /);
      expect((await listMessages(app, token)).data).toHaveLength(2);
    } finally {
      leaveAll();
      await app.close();
    }
  });

  test('two million dots at line beginnings cost seconds, not minutes', async () => {
    const app = await createTestApp();
    try {
      const { address } = await openMailbox(app);
      const client = await inData(await app.smtpPort(), address);
      const began = performance.now();
      client.write(Buffer.from(`Subject: dots\r\n\r\n${'..\r\n'.repeat(2_000_000)}.\r\n`));
      expect(await client.reply()).toMatch(/^250 /);
      expect(performance.now() - began).toBeLessThan(12_000);
    } finally {
      leaveAll();
      await app.close();
    }
  });
});
