// An error never repeats the secret that was sent: not a password, a token, a key or a code.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await createTestApp();
  token = (await createAccount(app)).token;
});
afterAll(() => app.close());

const PASSWORD = 'correct-horse-battery-staple';
const SECRET = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3tS3cr3tS3cr3tX';

test.each([
  ['a wrong password', 'POST', '/auth/token', { email: 'a@example.org', password: PASSWORD }, PASSWORD, undefined],
  [
    'a password that is too long',
    'POST',
    '/auth/token',
    { email: 'a@example.org', password: SECRET.repeat(6) },
    SECRET,
    undefined,
  ],
  [
    'a password of the wrong type',
    'POST',
    '/auth/token',
    { email: 'a@example.org', password: [SECRET] },
    SECRET,
    undefined,
  ],
  ['an unknown reset token', 'POST', '/auth/password/reset', { token: SECRET, password: PASSWORD }, SECRET, undefined],
  [
    'a password that is too short',
    'POST',
    '/auth/password/reset',
    { token: SECRET, password: 'zq7w' },
    'zq7w',
    undefined,
  ],
  ['a wrong two-factor code', 'POST', '/me/2fa/confirm', { code: '739104' }, '739104', 'user'],
  ['a two-factor code that is too long', 'DELETE', '/me/2fa', { code: SECRET }, SECRET, 'user'],
  ['a user token', 'GET', '/me', undefined, SECRET, `mfu_${SECRET}`],
  ['a mailbox token', 'GET', '/mailboxes/me', undefined, SECRET, `mfm_${SECRET}`],
  ['a guest key', 'GET', '/session', undefined, SECRET, `mfg_${SECRET}`],
  ['a developer key', 'POST', '/keys/mailboxes', undefined, SECRET, `mfk_abcdefgh_${SECRET}`],
  ['a key of another kind', 'GET', '/me', undefined, SECRET, `mfk_abcdefgh_${SECRET}`],
  ['a shared secret', 'POST', '/integrations/alerts', {}, SECRET, SECRET],
])('%s is not repeated', async (_what, method, path, body, secret, credential) => {
  const answer = await app.call(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(credential === undefined ? {} : { token: credential === 'user' ? token : credential }),
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text + JSON.stringify(answer.headers)).not.toContain(secret);
});
