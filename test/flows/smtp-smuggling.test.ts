// Nothing is smuggled over SMTP: only CRLF.CRLF ends a mail, and nothing that was said before STARTTLS counts inside TLS.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliver, listMessages, listSubjects, openMailbox } from '../support/mailbox.ts';
import { mailText, sendOn } from '../support/smtp-client.ts';
import { smtpConnections } from '../support/smtp-connections.ts';

const CERT = new URL('../support/tls/hooks.pem', import.meta.url).pathname;
const KEY = new URL('../support/tls/hooks.key.pem', import.meta.url).pathname;
const { open, inData, leaveAll } = smtpConnections();
let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp({ SMTP_TLS_CERT: CERT, SMTP_TLS_KEY: KEY });
  port = await app.smtpPort();
});
afterAll(async () => {
  leaveAll();
  await app.close();
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
    const client = await inData(port, address);
    client.write(`Subject: outer\r\n\r\nhello${ending}${INNER.replace('TARGET', address)}\r\n.\r\n`);
    expect(await client.reply()).toMatch(/^250 /);
    expect(await client.command('NOOP')).toMatch(/^250 /);
    expect(await listSubjects(app, token)).toEqual(['outer']);
  });

  test('is CRLF.CRLF also when it comes byte by byte', async () => {
    const { address, token } = await openMailbox(app);
    const client = await inData(port, address);
    client.socket.setNoDelay(true);
    for (const byte of 'Subject: drop by drop\r\n\r\n..dot\r\n.\r\n') {
      client.write(byte);
      await new Promise(setImmediate);
    }
    expect(await client.reply()).toMatch(/^250 /);
    expect(await listSubjects(app, token)).toEqual(['drop by drop']);
  });

  test('an empty mail is a mail', async () => {
    const { address, token } = await openMailbox(app);
    const client = await inData(port, address);
    client.write('.\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    expect(await listSubjects(app, token)).toHaveLength(1);
  });

  test('a connection that breaks off within DATA leaves nothing', async () => {
    const { address, token } = await openMailbox(app);
    const client = await inData(port, address);
    client.write('Subject: half\r\n\r\nhalf a ma');
    client.socket.destroy();
    await client.closed();
    await deliver(app, address, { subject: 'whole' });
    expect(await listSubjects(app, token)).toEqual(['whole']);
  });
});

describe('STARTTLS', () => {
  test('is offered with a certificate, and mail comes in over TLS', async () => {
    const { address, token } = await openMailbox(app);
    const client = await open(port, false);
    await client.reply();
    expect(await client.command('EHLO me.example')).toContain('STARTTLS');
    await client.command('STARTTLS');
    await client.startTls();
    expect(await client.command('EHLO me.example')).not.toContain('STARTTLS');
    expect(await sendOn(client, { to: address, raw: mailText({ subject: 'sealed' }) })).toMatch(/^250 /);
    const [message] = (await listMessages(app, token)).data;
    const raw = await app.call('GET', `/messages/${message?.id}/raw`, { token });
    expect(raw.text).toMatch(/^Received: from me\.example [\s\S]*with ESMTPS/);
  });

  test('commands buffered before the handshake are never answered inside TLS', async () => {
    const client = await open(port);
    client.write('STARTTLS\r\nMAIL FROM:<injected@example.org>\r\nRSET\r\nNOOP\r\n');
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO me.example')).toMatch(/^250-mx\.mayfly\.test/);
    expect(await client.command('RCPT TO:<x@mayfly.test>')).toMatch(/^503 /);
  });

  test('works as the last of several commands in one go', async () => {
    const client = await open(port);
    client.write('NOOP\r\nRSET\r\nSTARTTLS\r\n');
    for (let i = 0; i < 2; i++) expect(await client.reply()).toMatch(/^250 /);
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command('EHLO me.example')).toMatch(/^250/);
  });
});
