// The clock of the machine jumps, forward and back (a virtual machine that slept, a wrong time server): nothing is lost, paid
// twice, accepted twice or held for ever.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { totpCode } from '../../src/lib/totp.ts';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { deliver, listMessages, openMailbox, type Problem } from '../support/mailbox.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const info = async (token: string) => (await app.call('GET', '/mailboxes/me', { token })).status;

test.each([
  ['forward by a day', DAY],
  ['back by a day', -DAY],
])('%s: mail is taken at once and its original can be read', async (_name, jump) => {
  await deliver(app, (await openMailbox(app)).address);
  app.clock.advance(jump);
  const mailbox = await openMailbox(app);
  await deliver(app, mailbox.address, { subject: 'after the jump' });
  const [message] = (await listMessages(app, mailbox.token)).data;
  expect(message?.subject).toBe('after the jump');
  expect((await app.call('GET', `/messages/${message?.id}/raw`, { token: mailbox.token })).status).toBe(200);
});

test('set back between two mails: the list still has the newest first, and `after` misses none', async () => {
  const mailbox = await openMailbox(app);
  await deliver(app, mailbox.address, { subject: 'first' });
  const [first] = (await listMessages(app, mailbox.token)).data;
  app.clock.advance(-10 * 60);
  await deliver(app, mailbox.address, { subject: 'second' });
  expect((await listMessages(app, mailbox.token)).data.map(({ subject }) => subject)).toEqual(['second', 'first']);
  const newer = (await listMessages(app, mailbox.token, `?after=${first?.id}`)).data;
  expect(newer.map(({ subject }) => subject)).toEqual(['second']);
});

test('forward and back again before anything is cleaned away: an expired mailbox lives again until its end', async () => {
  const { token } = await openMailbox(app, { ttl: HOUR });
  app.clock.advance(2 * HOUR);
  expect(await info(token)).toBe(410);
  app.clock.advance(-2 * HOUR);
  expect(await info(token)).toBe(200);
});

test('set back while a request is held: it still ends with its wait', async () => {
  const { token } = await openMailbox(app, { ttl: DAY });
  const began = performance.now();
  const held = app.call<{ data: unknown[] }>('GET', '/mailboxes/me/messages?wait=1', { token });
  await expect.poll(() => app.assembly.wakeup.waiting, { interval: 5 }).toBe(1);
  app.clock.advance(-HOUR);
  expect((await held).body.data).toEqual([]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('set back: a sign-in code that was used is not accepted again, and a recovery code still opens the account', async () => {
  const account = await createAccount(app);
  const setup = await app.call<{ data: { secret: string } }>('POST', '/me/2fa/setup', { token: account.token });
  const { secret } = setup.body.data;
  const code = totpCode(secret, app.clock.now());
  const confirmed = await app.call<{ data: { recoveryCodes: string[] } }>('POST', '/me/2fa/confirm', {
    token: account.token,
    body: { code },
  });
  expect(confirmed.status).toBe(200);
  app.clock.advance(60);
  const used = totpCode(secret, app.clock.now());
  const signIn = (code: string) =>
    app.call<Problem>('POST', '/auth/token', { body: { email: account.email, password: account.password, code } });
  expect((await signIn(used)).status).toBe(200);
  app.clock.advance(-60);
  expect((await signIn(used)).status).toBe(401);
  expect((await signIn(code)).status).toBe(401);
  expect((await signIn(confirmed.body.data.recoveryCodes[0] ?? '')).status).toBe(200);
});

test('forward past their end and back: user tokens and guest keys are refused meanwhile, and nothing answers 5xx', async () => {
  const account = await createAccount(app);
  const session = await app.call<{ data: { key: string } }>('POST', '/session', {});
  const { key } = session.body.data;
  const statuses = async () => [
    (await app.call('GET', '/me', { token: account.token })).status,
    (await app.call('GET', '/session', { token: key })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  app.clock.advance(8 * DAY);
  expect(await statuses()).toEqual([401, 401]);
  app.clock.advance(-8 * DAY);
  expect(await statuses()).toEqual([200, 200]);
  app.clock.advance(-30 * DAY);
  expect(await statuses()).toEqual([200, 200]);
});
