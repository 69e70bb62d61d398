// The mails of sign-up and password reset, from the request over the job to a real SMTP server.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Assembly } from '../../src/assemble.ts';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';

let catcher: MailCatcher;
let app: TestApp;
let worker: Awaited<ReturnType<Assembly['startWorker']>>;

beforeAll(async () => {
  catcher = await startMailCatcher();
  app = await createTestApp({
    OUTBOUND_SMTP_URL: catcher.url,
    MAIL_FROM: 'Mayfly <no-reply@mayfly.example>',
    PUBLIC_URL: 'https://mail.example',
  });
  worker = await app.assembly.startWorker();
});
afterAll(async () => {
  await worker.stop();
  await app.close();
  await catcher.close();
});

const forgot = (email: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/auth/password/forgot', { body: { email }, headers });
const linkIn = (text: string): URL => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? 'about:blank');
const nextMail = () => catcher.arrived(catcher.mails.length + 1);

test('a reset mail carries a link that works, in text and HTML', async () => {
  const { email } = await createAccount(app);
  const arriving = nextMail();
  await forgot(email);
  const mail = await arriving;
  expect(mail).toMatchObject({
    to: [email],
    from: 'no-reply@mayfly.example',
    envelopeFrom: 'no-reply@mayfly.example',
    subject: 'Set a new Mayfly password',
  });
  const link = linkIn(mail.text);
  expect(link.origin + link.pathname).toBe('https://mail.example/app/reset');
  expect(mail.html).toContain(`href="${link.href}"`);
  const body = { token: link.searchParams.get('token'), password: 'a new and better one' };
  expect((await app.call('POST', '/auth/password/reset', { body })).status).toBe(204);
});

test('the origin of a link is PUBLIC_URL, whatever the request says', async () => {
  const { email } = await createAccount(app);
  const arriving = nextMail();
  await forgot(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' });
  const mail = await arriving;
  expect(linkIn(mail.text).origin).toBe('https://mail.example');
  expect(mail.text + mail.html).not.toContain('evil.example');
});

test('mails are in Vietnamese for an account that chose it', async () => {
  const { email } = await createAccount(app, { locale: 'vi-VN' });
  const arriving = nextMail();
  await forgot(email);
  const mail = await arriving;
  expect(mail.subject).toBe('Đặt lại mật khẩu Mayfly');
  expect(mail.text).toContain('Đặt mật khẩu mới');
  expect(mail.html).toContain('lang="vi"');
});

test('an unknown address gets no mail', async () => {
  const { email } = await createAccount(app);
  const before = catcher.mails.length;
  await forgot('nobody@people.example');
  const arriving = nextMail();
  await forgot(email);
  await arriving;
  expect(catcher.mails.slice(before).flatMap(({ to }) => to)).toEqual([email]);
});

test('a mail that is refused for the moment is sent again, with a link that works', {
  timeout: 40_000,
}, async () => {
  const { email } = await createAccount(app);
  catcher.refuse(1);
  const arriving = catcher.arrived(catcher.mails.length + 1, 30_000);
  await forgot(email);
  const token = linkIn((await arriving).text).searchParams.get('token');
  const reset = await app.call('POST', '/auth/password/reset', { body: { token, password: 'long enough' } });
  expect(reset.status).toBe(204);
});

test('a sign-up mail carries a link that makes the account', async () => {
  const arriving = nextMail();
  await app.call('POST', '//root/app/signup', {
    body: { email: 'Mới@people.example', password: 'long enough', locale: 'vi' },
  });
  const mail = await arriving;
  expect(mail.subject).toBe('Xác nhận tài khoản Mayfly của bạn');
  const link = linkIn(mail.text);
  expect(link.origin + link.pathname).toBe('https://mail.example/app/signup/confirm');
  const answer = await app.call('POST', '//root/app/signup/confirm', {
    body: { token: link.searchParams.get('token') },
  });
  expect(answer.status).toBe(201);
});

test('whoever signs up again is told by mail that the account exists, without a token', async () => {
  const { email } = await createAccount(app);
  const arriving = nextMail();
  await app.call('POST', '//root/app/signup', { body: { email, password: 'long enough' } });
  const mail = await arriving;
  expect(mail.subject).toBe('You already have a Mayfly account');
  expect(mail.text + mail.html).not.toContain('token=');
});

test('with mail on, no link is logged', async () => {
  const { email } = await createAccount(app);
  const arriving = nextMail();
  await forgot(email);
  const token = linkIn((await arriving).text).searchParams.get('token') ?? '';
  expect(token).not.toBe('');
  expect(app.logLines.filter((line) => line.includes(token))).toEqual([]);
});

test('with mail off, the link is logged once at info', async () => {
  const off = await createTestApp();
  const jobs = await off.assembly.startWorker();
  try {
    const { email } = await createAccount(off);
    await off.call('POST', '/auth/password/forgot', { body: { email } });
    await expect
      .poll(() => off.logLines.filter((line) => line.includes('/app/reset?token=')).length, { timeout: 15_000 })
      .toBe(1);
    const line = off.logLines.find((candidate) => candidate.includes('/app/reset?token=')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ level: 'info', to: email });
  } finally {
    await jobs.stop();
    await off.close();
  }
});
