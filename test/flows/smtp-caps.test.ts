// What a mailbox takes: the daily cap, and mailboxes that go while mail is under way.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { listMessages, openMailbox } from '../support/mailbox.ts';
import { mailText, sendMail, sendOn } from '../support/smtp-client.ts';
import { smtpConnections } from '../support/smtp-connections.ts';

const { open, inData, leaveAll } = smtpConnections();
// Whoever stays connected takes a place from the hundred that one address may have, and the last test needs all of them.
afterEach(leaveAll);

describe('the daily cap', () => {
  test('is exact under concurrency: of 100 mails over 20 connections 20 are 250 and 80 are 452', async () => {
    const app = await createTestApp({ ANON_DAILY_MAIL_CAP: '20' });
    try {
      const { address, token } = await openMailbox(app);
      const port = await app.smtpPort();
      const replies = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const client = await open(port);
          const own: string[] = [];
          for (let i = 0; i < 5; i++) {
            own.push(await sendOn(client, { to: address, raw: mailText() }));
            await client.command('RSET');
          }
          return own;
        }),
      );
      const all = replies.flat();
      expect(all.filter((reply) => reply.startsWith('250 '))).toHaveLength(20);
      expect(all.filter((reply) => /^452 4\.2\.2 /.test(reply))).toHaveLength(80);
      expect((await listMessages(app, token, '?limit=100')).data).toHaveLength(20);
    } finally {
      await app.close();
    }
  });

  test('is answered recipient by recipient, and begins anew with the UTC day', async () => {
    const app = await createTestApp({ ANON_DAILY_MAIL_CAP: '1' });
    try {
      app.clock.set(new Date('2026-11-15T23:50:00Z'));
      const [full, free] = [await openMailbox(app), await openMailbox(app)];
      const port = await app.smtpPort();
      expect(await sendMail(port, { to: full.address, raw: mailText() })).toMatch(/^250 /);
      const client = await open(port);
      await client.command('MAIL FROM:<a@example.org>');
      expect(await client.command(`RCPT TO:<${full.address}>`)).toMatch(/^452 4\.2\.2 /);
      expect(await client.command(`RCPT TO:<${free.address}>`)).toMatch(/^250 /);
      app.clock.set(new Date('2026-11-16T00:00:01Z'));
      expect(await client.command(`RCPT TO:<${full.address}>`)).toMatch(/^250 /);
    } finally {
      await app.close();
    }
  });

  test('deleting messages gives no room back', async () => {
    const app = await createTestApp({ ANON_DAILY_MAIL_CAP: '1' });
    try {
      const { address, token } = await openMailbox(app);
      const port = await app.smtpPort();
      await sendMail(port, { to: address, raw: mailText() });
      const [message] = (await listMessages(app, token)).data;
      await app.call('DELETE', `/messages/${message?.id}`, { token });
      expect(await sendMail(port, { to: address, raw: mailText() })).toMatch(/^452 /);
    } finally {
      await app.close();
    }
  });

  test('of an account counts all of its mailboxes together, exactly', async () => {
    const app = await createTestApp();
    try {
      const account = await createAccount(app);
      const boxes = [await openMailbox(app, {}, account.token), await openMailbox(app, {}, account.token)];
      await app.assembly.database.query({
        text: 'insert into mail_usage (owner_id, day, count) values ($1, $2, 495)',
        values: [account.userId, app.clock.now().toISOString().slice(0, 10)],
      });
      const port = await app.smtpPort();
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, i) => sendMail(port, { to: boxes[i % 2]?.address ?? '', raw: mailText() })),
      );
      expect(replies.filter((reply) => reply.startsWith('250 '))).toHaveLength(5);
      expect(replies.filter((reply) => reply.startsWith('452 '))).toHaveLength(5);
    } finally {
      await app.close();
    }
  });
});

describe('a mailbox that goes between RCPT and the final dot', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(async () => {
    await app.close();
  });
  const destroy = (token: string) => app.call('DELETE', '/mailboxes/me', { token });

  test('destroyed: 550, never 250-and-dropped', async () => {
    const { address, token } = await openMailbox(app);
    const client = await inData(await app.smtpPort(), address);
    await destroy(token);
    client.write(`${mailText()}.\r\n`);
    expect(await client.reply()).toMatch(/^550 5\.1\.1 /);
  });

  test('expired: 550', async () => {
    const { address } = await openMailbox(app, { ttl: 60 });
    const client = await inData(await app.smtpPort(), address);
    app.clock.advance(61);
    client.write(`${mailText()}.\r\n`);
    expect(await client.reply()).toMatch(/^550 /);
  });

  test('one of two: 451 and nothing is stored; the second try tells them apart', async () => {
    const [gone, stays] = [await openMailbox(app), await openMailbox(app)];
    const port = await app.smtpPort();
    const client = await inData(port, gone.address, stays.address);
    await destroy(gone.token);
    client.write(`${mailText()}.\r\n`);
    expect(await client.reply()).toMatch(/^451 /);
    expect((await listMessages(app, stays.token)).data).toEqual([]);
    const again = await open(port);
    await again.command('MAIL FROM:<sender@example.org>');
    expect(await again.command(`RCPT TO:<${gone.address}>`)).toMatch(/^550 /);
    expect(await again.command(`RCPT TO:<${stays.address}>`)).toMatch(/^250 /);
  });

  test('a re-created address takes mail at once', async () => {
    const { address, token } = await openMailbox(app, { localPart: 'phoenix' });
    const port = await app.smtpPort();
    await sendMail(port, { to: address, raw: mailText() });
    await destroy(token);
    expect(await sendMail(port, { to: address, raw: mailText() })).toMatch(/^550 /);
    const next = await openMailbox(app, { localPart: 'phoenix' });
    expect(await sendMail(port, { to: address, raw: mailText({ subject: 'risen' }) })).toMatch(/^250 /);
    expect((await listMessages(app, next.token)).data.map(({ subject }) => subject)).toEqual(['risen']);
  });

  test('a hundred destructions racing a hundred mails: what is 250 was stored before', async () => {
    const port = await app.smtpPort();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const mailbox = await openMailbox(app);
        const client = await inData(port, mailbox.address);
        client.write(`${mailText()}.\r\n`);
        const destroyed = destroy(mailbox.token);
        const reply = await client.reply();
        client.socket.destroy();
        await destroyed;
        const rows = await app.assembly.database.query<{ n: number }>({
          text: 'select count(*) as n from messages where mailbox_id = $1',
          values: [mailbox.id],
        });
        return { reply: reply.slice(0, 3), left: rows[0]?.n };
      }),
    );
    expect(new Set(outcomes.map(({ reply }) => reply))).toEqual(
      new Set(outcomes.map(({ reply }) => reply).filter((reply) => ['250', '550'].includes(reply))),
    );
    expect(outcomes.every(({ left }) => left === 0)).toBe(true);
  });
});
