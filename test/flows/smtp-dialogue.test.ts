// The SMTP dialogue over real sockets: what is offered, what is taken, what is refused and how. Where a mail ends and where TLS
// begins is in smtp-smuggling.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliver, listSubjects, type OpenedMailbox, openMailbox } from '../support/mailbox.ts';
import { mailText, sendMail, sendOn } from '../support/smtp-client.ts';
import { smtpConnections } from '../support/smtp-connections.ts';

const MAX_BYTES = 100_000;
const { open, afterMail, leaveAll } = smtpConnections();
let app: TestApp;
let port: number;
let mailbox: OpenedMailbox;
beforeAll(async () => {
  app = await createTestApp({ SMTP_MAX_BYTES: String(MAX_BYTES), ANON_DAILY_MAIL_CAP: '0' });
  port = await app.smtpPort();
  mailbox = await openMailbox(app);
});
afterAll(async () => {
  leaveAll();
  await app.close();
});

describe('greeting', () => {
  test('names the MX host', async () => {
    const client = await open(port, false);
    expect(await client.reply()).toMatch(/^220 mx\.mayfly\.test ESMTP/);
  });

  test('EHLO offers PIPELINING, SIZE, 8BITMIME, SMTPUTF8 and enhanced codes, and neither AUTH nor STARTTLS', async () => {
    const client = await open(port, false);
    await client.reply();
    const offered = (await client.command('EHLO me.example')).split('\n').map((line) => line.slice(4));
    expect(offered.slice(1).sort()).toEqual(
      ['8BITMIME', 'ENHANCEDSTATUSCODES', 'PIPELINING', `SIZE ${MAX_BYTES}`, 'SMTPUTF8'].sort(),
    );
  });

  test('HELO is enough to send mail', async () => {
    const client = await open(port, false);
    await client.reply();
    expect(await client.command('HELO me.example')).toMatch(/^250 /);
    expect(await sendOn(client, { to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
  });

  test('without a certificate STARTTLS is not a command', async () => {
    const client = await open(port);
    expect(await client.command('STARTTLS')).toMatch(/^50\d /);
  });
});

describe('replies', () => {
  test('an unknown address is 550 5.1.1', async () => {
    const client = await afterMail(port);
    expect(await client.command('RCPT TO:<nobody@mayfly.test>')).toMatch(/^550 5\.1\.1 /);
  });

  test('a taken mail is 250', async () => {
    expect(await sendMail(port, { to: mailbox.address, raw: mailText() })).toMatch(/^250 2\./);
  });

  test('a pipelined mail is taken', async () => {
    const client = await open(port);
    client.write(
      `MAIL FROM:<a@example.org>\r\nRCPT TO:<${mailbox.address}>\r\nRCPT TO:<nobody@mayfly.test>\r\nDATA\r\n${mailText({ subject: 'in one go' })}.\r\nQUIT\r\n`,
    );
    const replies = [];
    for (let i = 0; i < 6; i++) replies.push((await client.reply()).slice(0, 3));
    expect(replies).toEqual(['250', '250', '550', '354', '250', '221']);
    expect(await listSubjects(app, mailbox.token)).toContain('in one go');
  });

  test('the null sender is fine', async () => {
    expect(await sendMail(port, { from: '', to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
  });

  test('recipients are answered one by one, and the ones taken get the mail', async () => {
    const [one, two] = [await openMailbox(app), await openMailbox(app)];
    const client = await afterMail(port);
    const replies = [];
    for (const to of [one.address, 'nobody@mayfly.test', two.address, 'x@elsewhere.example']) {
      replies.push((await client.command(`RCPT TO:<${to}>`)).slice(0, 3));
    }
    expect(replies).toEqual(['250', '550', '250', '550']);
    await client.command('DATA');
    client.write(`${mailText({ subject: 'for two' })}.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    for (const { token } of [one, two]) expect(await listSubjects(app, token)).toEqual(['for two']);
  });

  test('a recipient named twice gets one copy', async () => {
    const { address, token } = await openMailbox(app);
    await deliver(app, [address, address, address.toUpperCase()], { subject: 'once' });
    expect(await listSubjects(app, token)).toEqual(['once']);
  });

  test('RSET forgets the recipients', async () => {
    const client = await afterMail(port);
    await client.command(`RCPT TO:<${mailbox.address}>`);
    await client.command('RSET');
    expect(await client.command('DATA')).toMatch(/^503 /);
  });

  test('a second mail on one connection goes to its own recipients only', async () => {
    const [one, two] = [await openMailbox(app), await openMailbox(app)];
    const client = await open(port);
    await sendOn(client, { to: one.address, raw: mailText({ subject: 'first' }) });
    await sendOn(client, { to: two.address, raw: mailText({ subject: 'second' }) });
    expect([await listSubjects(app, one.token), await listSubjects(app, two.token)]).toEqual([['first'], ['second']]);
  });
});

describe('addresses', () => {
  test('upper and lower case do not matter', async () => {
    const { address, token } = await openMailbox(app, { localPart: 'mixed.case' });
    await deliver(app, address.toUpperCase(), { subject: 'shouted' });
    expect(await listSubjects(app, token)).toEqual(['shouted']);
  });

  test('plus-addressing is an ordinary local part: not the mailbox before the plus', async () => {
    await openMailbox(app, { localPart: 'plain' });
    const client = await afterMail(port);
    expect(await client.command('RCPT TO:<plain+tag@mayfly.test>')).toMatch(/^550 /);
  });

  test('a UTF-8 recipient without a mailbox is 550, and the connection goes on', async () => {
    const client = await open(port);
    await client.command('MAIL FROM:<người@example.org> SMTPUTF8');
    client.write(Buffer.from('RCPT TO:<hộp.thư@mayfly.test>\r\n'));
    expect(await client.reply()).toMatch(/^550 /);
    expect(await client.command(`RCPT TO:<${mailbox.address}>`)).toMatch(/^250 /);
  });

  test.each([
    ['another domain', 'someone@example.com'],
    ['a subdomain of ours', 'someone@sub.mayfly.test'],
    ['the percent hack', 'someone%example.com@mayfly.test'],
    ['the bang path', 'example.com!someone@mayfly.test'],
    ['a source route', '@mayfly.test:someone@example.com'],
    ['a source route to a mailbox that lives', '@evil.example:LIVING'],
    ['several hops', '@a.example,@b.example:someone@example.com'],
    ['a quoted at sign', '"someone@example.com"@mayfly.test'],
    ['a quoted local part', '"someone"@mayfly.test'],
    ['two at signs', 'someone@example.com@mayfly.test'],
    ['an address literal', 'someone@[127.0.0.1]'],
    ['no domain', 'postmaster'],
  ])('%s is 550: never a relay', async (_, address) => {
    const client = await afterMail(port);
    expect(await client.command(`RCPT TO:<${address.replace('LIVING', mailbox.address)}>`)).toMatch(/^550 5/);
  });
});

describe('too much', () => {
  test('a command line over 4 kB is answered 421 or 500 and leaves others alone', async () => {
    const client = await open(port);
    expect(await client.command(`NOOP ${'x'.repeat(70_000)}`)).toMatch(/^(421|500) /);
    expect(await sendMail(port, { to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
  });

  test('a declared size above the limit is 552 at MAIL', async () => {
    const client = await open(port);
    expect(await client.command(`MAIL FROM:<a@example.org> SIZE=${MAX_BYTES + 1}`)).toMatch(/^552 5\.3\.4 /);
    expect(await client.command(`MAIL FROM:<a@example.org> SIZE=${MAX_BYTES}`)).toMatch(/^250 /);
  });

  test('a mail that grows above the limit is 552 after its end, and the connection goes on', async () => {
    const { address, token } = await openMailbox(app);
    const client = await open(port);
    const raw = mailText({ body: `${'x'.repeat(76)}\r\n`.repeat(MAX_BYTES / 78 + 10) });
    expect(await sendOn(client, { to: address, raw })).toMatch(/^552 /);
    expect(await sendOn(client, { to: address, raw: mailText({ subject: 'fits' }) })).toMatch(/^250 /);
    expect(await listSubjects(app, token)).toEqual(['fits']);
  });

  test('exactly the largest size is taken', async () => {
    const head = 'Subject: full\r\n\r\n';
    const raw = `${head}${'x'.repeat(MAX_BYTES - head.length - 2)}\r\n`;
    expect(await sendMail(port, { to: mailbox.address, raw })).toMatch(/^250 /);
    expect(await sendMail(port, { to: mailbox.address, raw: `x${raw}` })).toMatch(/^552 /);
  });

  test('the 101st Received is 554, a hundred are fine', async () => {
    const hop = 'Received: from a.example by b.example; Sun, 15 Nov 2026 12:00:00 +0000\r\n';
    const body = 'Subject: hops\r\n\r\nhi\r\n';
    expect(await sendMail(port, { to: mailbox.address, raw: hop.repeat(100) + body })).toMatch(/^250 /);
    expect(await sendMail(port, { to: mailbox.address, raw: hop.repeat(101) + body })).toMatch(/^554 /);
  });

  test('ten unknown verbs end the connection with 421', async () => {
    const client = await open(port);
    for (let i = 0; i < 9; i++) expect(await client.command(`FOO${i}`)).toMatch(/^500 /);
    expect(await client.command('FOO9')).toMatch(/^421 /);
    await client.closed();
  });

  test.each(['GET / HTTP/1.1', 'POST /x HTTP/1.0'])('"%s" is 421', async (line) => {
    const client = await open(port, false);
    await client.reply();
    expect(await client.command(line)).toMatch(/^421 /);
    await client.closed();
  });

  test('a thousand recipients are taken, the 1,001st is 452, and each has its copy', async () => {
    const { database } = app.assembly;
    await database.query({
      text: `insert into mailboxes (id, local_part, domain, created_at, expires_at)
             select 'mbx_many' || n, 'many' || n, 'mayfly.test', now(), now() + interval '1 hour' from generate_series(1, 1001) as n`,
    });
    const client = await afterMail(port);
    const lines = Array.from({ length: 1_001 }, (_, i) => `RCPT TO:<many${i + 1}@mayfly.test>\r\n`);
    client.write(lines.join(''));
    const replies: string[] = [];
    for (let i = 0; i < 1_001; i++) replies.push(await client.reply());
    expect(new Set(replies.slice(0, 1_000).map((reply) => reply.slice(0, 3)))).toEqual(new Set(['250']));
    expect(replies[1_000]).toMatch(/^452 /);
    await client.command('DATA');
    client.write(`${mailText({ subject: 'to all' })}.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    const rows = await database.query({
      text: `select count(*) as copies, count(distinct mailbox_id) as mailboxes from messages where mailbox_id like 'mbx_many%'`,
    });
    expect(rows).toEqual([{ copies: 1_000, mailboxes: 1_000 }]);
  });
});
