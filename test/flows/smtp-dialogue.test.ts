// The SMTP dialogue over real sockets: what is offered, where a mail ends, what is refused and how.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliver, listMessages, type OpenedMailbox, openMailbox } from '../support/mailbox.ts';
import { connectSmtp, mailText, type SmtpClient, sendMail, sendOn } from '../support/smtp-client.ts';

const MAX_BYTES = 100_000;
const CERT = new URL('../support/tls/hooks.pem', import.meta.url).pathname;
const KEY = new URL('../support/tls/hooks.key.pem', import.meta.url).pathname;

let app: TestApp;
let secure: TestApp;
let port: number;
let mailbox: OpenedMailbox;
const clients: SmtpClient[] = [];
beforeAll(async () => {
  app = await createTestApp({ SMTP_MAX_BYTES: String(MAX_BYTES), ANON_DAILY_MAIL_CAP: '0' });
  secure = await createTestApp({ SMTP_TLS_CERT: CERT, SMTP_TLS_KEY: KEY });
  port = await app.smtpPort();
  mailbox = await openMailbox(app);
});
afterAll(async () => {
  for (const client of clients) client.socket.destroy();
  await Promise.all([app.close(), secure.close()]);
});

async function open(at = port, greet = true): Promise<SmtpClient> {
  const client = await connectSmtp(at, { greet });
  clients.push(client);
  return client;
}
/** A connection that has said MAIL. */
async function afterMail(): Promise<SmtpClient> {
  const client = await open();
  await client.command('MAIL FROM:<sender@example.org>');
  return client;
}
const subjects = async (token = mailbox.token) =>
  (await listMessages(app, token, '?limit=100')).data.map(({ subject }) => subject);

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
});

describe('replies', () => {
  test('an unknown address is 550 5.1.1', async () => {
    const client = await afterMail();
    expect(await client.command('RCPT TO:<nobody@mayfly.test>')).toMatch(/^550 5\.1\.1 /);
  });

  test('a taken mail is 250', async () => {
    expect(await sendMail(port, { to: mailbox.address, raw: mailText() })).toMatch(/^250 2\./);
  });

  test('a pipelined mail is taken', async () => {
    const client = await open();
    client.write(
      `MAIL FROM:<a@example.org>\r\nRCPT TO:<${mailbox.address}>\r\nRCPT TO:<nobody@mayfly.test>\r\nDATA\r\n${mailText({ subject: 'in one go' })}.\r\nQUIT\r\n`,
    );
    const replies = [];
    for (let i = 0; i < 6; i++) replies.push((await client.reply()).slice(0, 3));
    expect(replies).toEqual(['250', '250', '550', '354', '250', '221']);
    expect(await subjects()).toContain('in one go');
  });

  test('the null sender is fine', async () => {
    expect(await sendMail(port, { from: '', to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
  });

  test('recipients are answered one by one, and the ones taken get the mail', async () => {
    const [one, two] = [await openMailbox(app), await openMailbox(app)];
    const client = await afterMail();
    const replies = [];
    for (const to of [one.address, 'nobody@mayfly.test', two.address, 'x@elsewhere.example']) {
      replies.push((await client.command(`RCPT TO:<${to}>`)).slice(0, 3));
    }
    expect(replies).toEqual(['250', '550', '250', '550']);
    await client.command('DATA');
    client.write(`${mailText({ subject: 'for two' })}.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    for (const { token } of [one, two]) expect(await subjects(token)).toEqual(['for two']);
  });

  test('a recipient named twice gets one copy', async () => {
    const { address, token } = await openMailbox(app);
    await deliver(app, [address, address, address.toUpperCase()], { subject: 'once' });
    expect(await subjects(token)).toEqual(['once']);
  });

  test('RSET forgets the recipients', async () => {
    const client = await afterMail();
    await client.command(`RCPT TO:<${mailbox.address}>`);
    await client.command('RSET');
    expect(await client.command('DATA')).toMatch(/^503 /);
  });

  test('a second mail on one connection goes to its own recipients only', async () => {
    const [one, two] = [await openMailbox(app), await openMailbox(app)];
    const client = await open();
    await sendOn(client, { to: one.address, raw: mailText({ subject: 'first' }) });
    await sendOn(client, { to: two.address, raw: mailText({ subject: 'second' }) });
    expect([await subjects(one.token), await subjects(two.token)]).toEqual([['first'], ['second']]);
  });
});

describe('addresses', () => {
  test('upper and lower case do not matter', async () => {
    const { address, token } = await openMailbox(app, { localPart: 'mixed.case' });
    await deliver(app, address.toUpperCase(), { subject: 'shouted' });
    expect(await subjects(token)).toEqual(['shouted']);
  });

  test('plus-addressing is an ordinary local part: not the mailbox before the plus', async () => {
    await openMailbox(app, { localPart: 'plain' });
    const client = await afterMail();
    expect(await client.command('RCPT TO:<plain+tag@mayfly.test>')).toMatch(/^550 /);
  });

  test('a UTF-8 recipient without a mailbox is 550, and the connection goes on', async () => {
    const client = await open();
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
    const client = await afterMail();
    expect(await client.command(`RCPT TO:<${address.replace('LIVING', mailbox.address)}>`)).toMatch(/^550 5/);
  });
});

describe('the end of a mail', () => {
  const INNER = 'MAIL FROM:<evil@example.org>\r\nRCPT TO:<TARGET>\r\nDATA\r\nSubject: smuggled\r\n\r\nsmuggled\r\n';
  const endings: [string, string][] = [
    ['LF.LF', '\n.\n'],
    ['LF.CRLF', '\n.\r\n'],
    ['CRLF.LF', '\r\n.\n'],
    ['CR.CR', '\r.\r'],
    ['CR.CRLF', '\r.\r\n'],
    ['CRLF.CR', '\r\n.\r'],
    ['LF.CR', '\n.\r'],
    ['CR.LF', '\r.\n'],
    ['LFLF.LF', '\n\n.\n'],
    ['CRLF NUL .CRLF', '\r\n\0.\r\n'],
    ['CRLF . NUL CRLF', '\r\n.\0\r\n'],
    ['CRLF..CRLF', '\r\n..\r\n'],
    ['CRLF.CRCRLF', '\r\n.\r\r\n'],
  ];
  test.each(endings)('is not %s: one mail, whatever it tries to say', async (_, ending) => {
    const { address, token } = await openMailbox(app);
    const client = await afterMail();
    await client.command(`RCPT TO:<${address}>`);
    await client.command('DATA');
    client.write(`Subject: outer\r\n\r\nhello${ending}${INNER.replace('TARGET', address)}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    expect(await client.command('NOOP')).toMatch(/^250 /);
    expect(await subjects(token)).toEqual(['outer']);
  });

  test('is CRLF.CRLF also when it comes byte by byte', async () => {
    const { address, token } = await openMailbox(app);
    const client = await afterMail();
    await client.command(`RCPT TO:<${address}>`);
    await client.command('DATA');
    client.socket.setNoDelay(true);
    for (const byte of 'Subject: drop by drop\r\n\r\n..dot\r\n.\r\n') {
      client.write(byte);
      await new Promise(setImmediate);
    }
    expect(await client.reply()).toMatch(/^250 /);
    expect(await subjects(token)).toEqual(['drop by drop']);
  });

  test('an empty mail is a mail', async () => {
    const { address, token } = await openMailbox(app);
    const client = await afterMail();
    await client.command(`RCPT TO:<${address}>`);
    await client.command('DATA');
    client.write('.\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    expect(await subjects(token)).toHaveLength(1);
  });

  test('a connection that breaks off within DATA leaves nothing', async () => {
    const { address, token } = await openMailbox(app);
    const client = await afterMail();
    await client.command(`RCPT TO:<${address}>`);
    await client.command('DATA');
    client.write('Subject: half\r\n\r\nhalf a ma');
    client.socket.destroy();
    await client.closed();
    await deliver(app, address, { subject: 'whole' });
    expect(await subjects(token)).toEqual(['whole']);
  });
});

describe('STARTTLS', () => {
  test('is offered with a certificate, and mail comes in over TLS', async () => {
    const { address, token } = await openMailbox(secure);
    const client = await open(await secure.smtpPort(), false);
    await client.reply();
    expect(await client.command('EHLO me.example')).toContain('STARTTLS');
    await client.command('STARTTLS');
    await client.startTls();
    expect(await client.command('EHLO me.example')).not.toContain('STARTTLS');
    expect(await sendOn(client, { to: address, raw: mailText({ subject: 'sealed' }) })).toMatch(/^250 /);
    const [message] = (await listMessages(secure, token)).data;
    const raw = await secure.call('GET', `/messages/${message?.id}/raw`, { token });
    expect(raw.text).toMatch(/^Received: from me\.example [\s\S]*with ESMTPS/);
  });

  test('commands buffered before the handshake are never answered inside TLS', async () => {
    const client = await open(await secure.smtpPort());
    client.write('STARTTLS\r\nMAIL FROM:<injected@example.org>\r\nRSET\r\nNOOP\r\n');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO me.example')).toMatch(/^250-mx\.mayfly\.test/);
    expect(await client.command('RCPT TO:<x@mayfly.test>')).toMatch(/^503 /);
  });

  test('works as the last of several commands in one go', async () => {
    const client = await open(await secure.smtpPort());
    client.write('NOOP\r\nRSET\r\nSTARTTLS\r\n');
    for (let i = 0; i < 2; i++) expect(await client.reply()).toMatch(/^250 /);
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO me.example')).toMatch(/^250/);
  });

  test('without a certificate it is not a command', async () => {
    const client = await open();
    expect(await client.command('STARTTLS')).toMatch(/^50\d /);
  });
});

describe('too much', () => {
  test('a command line over 4 kB is answered 421 or 500 and leaves others alone', async () => {
    const client = await open();
    expect(await client.command(`NOOP ${'x'.repeat(70_000)}`)).toMatch(/^(421|500) /);
    expect(await sendMail(port, { to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
  });

  test('a declared size above the limit is 552 at MAIL', async () => {
    const client = await open();
    expect(await client.command(`MAIL FROM:<a@example.org> SIZE=${MAX_BYTES + 1}`)).toMatch(/^552 5\.3\.4 /);
    expect(await client.command(`MAIL FROM:<a@example.org> SIZE=${MAX_BYTES}`)).toMatch(/^250 /);
  });

  test('a mail that grows above the limit is 552 after its end, and the connection goes on', async () => {
    const { address, token } = await openMailbox(app);
    const client = await open();
    const raw = mailText({ body: `${'x'.repeat(76)}\r\n`.repeat(MAX_BYTES / 78 + 10) });
    expect(await sendOn(client, { to: address, raw })).toMatch(/^552 /);
    expect(await sendOn(client, { to: address, raw: mailText({ subject: 'fits' }) })).toMatch(/^250 /);
    expect(await subjects(token)).toEqual(['fits']);
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
    const client = await open();
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
    const client = await afterMail();
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
