// Sender authentication against a real DNS server: SPF, DKIM, DMARC, what is shown of them, and silence of DNS.

import { generateKeyPairSync } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { deliver, listMessages, openMailbox } from '../support/mailbox.ts';
import { sendMail } from '../support/smtp-client.ts';

let dns: DnsServer;
let app: TestApp;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('signed.example', 'TXT', ['v=spf1 -all']);
  dns.set('_dmarc.signed.example', 'TXT', ['v=DMARC1; p=reject']);
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  dns.set('s1._domainkey.signed.example', 'TXT', [`v=DKIM1; k=rsa; p=${key}`]);
  dns.set('listed.example', 'TXT', ['v=spf1 ip4:127.0.0.1 -all']);
  dns.set('_dmarc.listed.example', 'TXT', ['v=DMARC1; p=none']);
  app = await createTestApp({ MAIL_AUTH: 'on', DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await app.close();
  await dns.close();
});

interface Shown {
  auth: { spf: string; dkim: string; dmarc: string };
  headers: { name: string; value: string }[];
}
async function shownOf(token: string): Promise<Shown & { raw: string; verified: boolean }> {
  const [message] = (await listMessages(app, token)).data;
  const shown = await app.call<{ data: Shown }>('GET', `/messages/${message?.id}`, { token });
  const raw = await app.call('GET', `/messages/${message?.id}/raw`, { token });
  const otp = await app.call<{ data: { sender: { verified: boolean } } }>('GET', '/mailboxes/me/otp/latest', { token });
  return { ...shown.body.data, raw: raw.text, verified: otp.body.data.sender.verified };
}
const from = (domain: string) =>
  `From: Shop <no-reply@${domain}>\r\nSubject: Sign in\r\nDate: Sun, 15 Nov 2026 12:00:00 +0000\r\n\r\nYour verification code is 482913.\r\n`;

async function signedMail(domain: string, keySelector = 's1'): Promise<Buffer> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    dkim: {
      domainName: 'signed.example',
      keySelector,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  });
  const sent = await transport.sendMail({
    from: `Shop <no-reply@${domain}>`,
    to: 'someone@mayfly.test',
    subject: 'Sign in',
    text: 'Your verification code is 482913.',
  });
  return sent.message as Buffer;
}

test('an aligned DKIM signature passes, with DMARC, and verifies the sender', async () => {
  const { address, token } = await openMailbox(app);
  await deliver(app, address, await signedMail('signed.example'));
  const shown = await shownOf(token);
  expect(shown.auth).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
  expect(shown.verified).toBe(true);
  expect(shown.raw).toMatch(/^Received: [\s\S]*?\r\nAuthentication-Results: mx\.mayfly\.test;[\s\S]*?dkim=pass/);
});

test('a signature of another domain does not verify the sender', async () => {
  const { address, token } = await openMailbox(app);
  await deliver(app, address, await signedMail('victim.example'));
  const shown = await shownOf(token);
  expect([shown.auth.dkim, shown.verified]).toEqual(['pass', false]);
});

test('a changed body breaks the signature', async () => {
  const { address, token } = await openMailbox(app);
  const mail = (await signedMail('signed.example')).toString('latin1').replace('482913', '999999');
  await deliver(app, address, Buffer.from(mail, 'latin1'));
  const shown = await shownOf(token);
  expect(shown.auth.dkim).not.toBe('pass');
  expect([shown.auth.dmarc, shown.verified]).toEqual(['fail', false]);
});

test('aligned SPF passes and verifies the sender', async () => {
  const { address, token } = await openMailbox(app);
  const raw = from('listed.example');
  expect(await sendMail(await app.smtpPort(), { from: 'bounce@listed.example', to: address, raw })).toMatch(/^250 /);
  const shown = await shownOf(token);
  expect([shown.auth.spf, shown.auth.dmarc, shown.verified]).toEqual(['pass', 'pass', true]);
});

test('SPF of another domain than From does not verify the sender', async () => {
  const { address, token } = await openMailbox(app);
  const raw = from('victim.example');
  await sendMail(await app.smtpPort(), { from: 'bounce@listed.example', to: address, raw });
  const shown = await shownOf(token);
  expect([shown.auth.spf, shown.verified]).toEqual(['pass', false]);
});

test('a crowd of signed mails, which is checked on a thread, is judged like one alone', async () => {
  const { address, token } = await openMailbox(app);
  const raw = (await signedMail('signed.example')).toString('latin1');
  const port = await app.smtpPort();
  const mails = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? raw.replace('482913', '999999') : raw));
  await Promise.all(mails.map((mail) => sendMail(port, { from: 'x@signed.example', to: address, raw: mail })));
  const { data } = await app
    .call<{ data: { id: string }[] }>('GET', '/mailboxes/me/messages?limit=100', { token })
    .then(({ body }) => body);
  const results = await Promise.all(
    data.map(async ({ id }) => (await app.call<{ data: Shown }>('GET', `/messages/${id}`, { token })).body.data.auth),
  );
  expect(results.filter(({ dkim, dmarc }) => dkim === 'pass' && dmarc === 'pass')).toHaveLength(40);
  expect(results.filter(({ dkim, dmarc }) => dkim !== 'pass' && dmarc === 'fail')).toHaveLength(20);
});

test.each([
  ['folded over thousands of lines', `DKIM-Signature: x${'\r\n x'.repeat(60_000)}\r\n`],
  [
    'thousands of times',
    'DKIM-Signature\r\n : v=1; a=rsa-sha256; d=signed.example; s=s1; h=from; bh=x; b=y\r\n'.repeat(1_000),
  ],
  ['behind a quarter of a megabyte', `X: ${'x '.repeat(150_000)}\r\nDKIM-Signature: x\r\n`],
])('a signature %s is not checked, and holds nobody up', async (_, signature) => {
  const { address, token } = await openMailbox(app);
  const began = performance.now();
  await deliver(app, address, signature + from('signed.example'));
  expect(performance.now() - began).toBeLessThan(2_000);
  const shown = await shownOf(token);
  expect([shown.auth.dkim, shown.verified]).toEqual(['policy', false]);
});

test.each([
  ['a bare CR begins no line', 'Subject: x\rFrom: <a@listed.example>\r\nFrom: <b@signed.example>\r\n\r\n'],
  [
    'a From behind an LF-only end of the headers is text',
    'From: <b@signed.example>\n\nFrom: <a@listed.example>\r\n\r\n',
  ],
  ['a fold may stand before the colon', 'From\r\n : <b@signed.example>\r\n\r\n'],
])('%s: DMARC judges the domain that readers are shown', async (_, headers) => {
  const { address, token } = await openMailbox(app);
  const raw = `${headers}Your verification code is 482913.\r\n`;
  await sendMail(await app.smtpPort(), { from: 'again@listed.example', to: address, raw });
  expect((await shownOf(token)).auth).toMatchObject({ spf: 'pass', dmarc: 'fail' });
});

test('the next mail of a sender is judged like the first, and a forged From of the same sender is not', async () => {
  const judged: unknown[] = [];
  for (const domain of ['listed.example', 'listed.example', 'victim.example', 'listed.example']) {
    const { address, token } = await openMailbox(app);
    await sendMail(await app.smtpPort(), { from: 'again@listed.example', to: address, raw: from(domain) });
    const { auth, verified, raw } = await shownOf(token);
    judged.push([auth.spf, verified, raw.includes(`header.from=${domain}`)]);
  }
  expect(judged).toEqual([
    ['pass', true, true],
    ['pass', true, true],
    ['pass', false, true],
    ['pass', true, true],
  ]);
});

test('a server that is not listed fails SPF', async () => {
  const { address, token } = await openMailbox(app);
  await sendMail(await app.smtpPort(), { from: 'x@signed.example', to: address, raw: from('signed.example') });
  const shown = await shownOf(token);
  expect([shown.auth.spf, shown.auth.dmarc, shown.verified]).toEqual(['fail', 'fail', false]);
});

test('with DNS silent mail is stored within 3 s and a little, with temperror', async () => {
  const { address, token } = await openMailbox(app);
  // A name that was asked for before would be answered from the cache.
  const signed = await signedMail('signed.example', 'never-asked');
  dns.failAll('silent');
  const began = performance.now();
  try {
    expect(await sendMail(await app.smtpPort(), { from: 'x@quiet.example', to: address, raw: signed })).toMatch(
      /^250 /,
    );
  } finally {
    dns.failAll(null);
  }
  expect(performance.now() - began).toBeLessThan(4_500);
  const shown = await shownOf(token);
  expect([shown.auth.spf, shown.auth.dkim]).toEqual(['temperror', 'temperror']);
  expect(shown.verified).toBe(false);
});

test('a mail full of signatures gets none checked, and is stored', async () => {
  const { address, token } = await openMailbox(app);
  const many = 'DKIM-Signature: v=1; a=rsa-sha256; d=signed.example; s=s1; h=from; bh=x; b=y\r\n'.repeat(500);
  await deliver(app, address, many + from('signed.example'));
  const shown = await shownOf(token);
  expect([shown.auth.dkim, shown.verified]).toEqual(['policy', false]);
});
