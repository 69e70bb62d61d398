// Any bytes in any order on the SMTP port: every line that comes back is a reply, what was taken is stored, and the next peer is served.
// FUZZ_FACTOR makes it a long run.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { FUZZ_FACTOR, runs } from '../support/fuzz.ts';
import { listMessages, type OpenedMailbox, openMailbox } from '../support/mailbox.ts';
import { connectSmtp, mailText, sendMail } from '../support/smtp-client.ts';

let app: TestApp;
let port: number;
let mailbox: OpenedMailbox;
beforeAll(async () => {
  app = await createTestApp({ ANON_DAILY_MAIL_CAP: '0' });
  port = await app.smtpPort();
  mailbox = await openMailbox(app);
});
afterAll(() => app.close());

const QUIET_MS = 25;
const junk = fc.string({ unit: 'binary', maxLength: 60 });
const ending = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r', '');
const command = fc.oneof(
  fc.constantFrom(
    'EHLO x',
    'HELO',
    'EHLO [127.0.0.1]',
    'RSET',
    'NOOP x',
    'VRFY a',
    'EXPN a',
    'HELP',
    'DATA',
    'STARTTLS',
    'AUTH PLAIN AA==',
  ),
  fc.constantFrom(
    'MAIL FROM:<a@b.example>',
    'MAIL FROM:<>',
    'MAIL FROM:<a@b.example> SIZE=99999999999',
    'mail from: a',
    'BDAT 5',
  ),
  fc.constantFrom(
    'RCPT TO:<MAILBOX>',
    'RCPT TO:<nobody@mayfly.test>',
    'RCPT TO:<@a:MAILBOX>',
    'RCPT TO:<"MAILBOX">',
    'RCPT TO:<',
  ),
  fc.constantFrom('Subject: x', '', '.', '..', '.\r\n.', 'GET / HTTP/1.1', 'x'.repeat(5_000)),
  junk,
);
/** Half of them are led up to the mail itself, which chance alone would hardly reach. */
const LED = ['EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<MAILBOX>', 'DATA'].map((line) => `${line}\r\n`).join('');
const dialogue = fc.tuple(fc.constantFrom('', LED), fc.array(fc.tuple(command, ending), { maxLength: 14 }));

test(
  'whatever a peer says, it gets replies, and what was taken is stored',
  async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(dialogue, fc.boolean(), async ([led, lines], pipelined) => {
        const client = await connectSmtp(port);
        const heard: string[] = [];
        client.socket.on('data', (chunk: string) => heard.push(chunk));
        const said = [led, ...lines.map((line) => line.join(''))].map((text) =>
          text.replaceAll('MAILBOX', mailbox.address),
        );
        for (const line of pipelined ? [said.join('')] : said) {
          client.write(Buffer.from(line, 'latin1'));
          await new Promise((resolve) => setTimeout(resolve, pipelined ? 0 : 1));
        }
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        client.socket.destroy();
        await client.closed();
        const replies = heard
          .join('')
          .split('\r\n')
          .filter((line) => line !== '');
        expect(replies.filter((line) => !/^[2-5]\d\d[ -]/.test(line))).toEqual([]);
        taken += replies.filter((line) => line.startsWith('250 ') && line.endsWith('Stored')).length;
      }),
      { ...runs(250), interruptAfterTimeLimit: 30_000 * FUZZ_FACTOR },
    );
    expect(await sendMail(port, { to: mailbox.address, raw: mailText() })).toMatch(/^250 /);
    const { data } = await listMessages(app, mailbox.token, '?limit=100');
    // Or else nothing was tried. One more may be stored than was heard of: its peer was gone.
    expect(taken).toBeGreaterThan(0);
    expect(data.length).toBeGreaterThanOrEqual(Math.min(100, taken + 1));
    expect(app.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  },
  60_000 * FUZZ_FACTOR,
);
