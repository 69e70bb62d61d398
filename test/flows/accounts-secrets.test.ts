// No secret in clear in the database or in the log: a whole account's life, and then a search through every table and line.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpCode } from '../../src/lib/totp.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';

let catcher: MailCatcher;
let app: TestApp;
const secrets = new Map<string, string>();
/** The whole database as text, taken while jobs wait and again at the end. */
const dumps: string[] = [];

const EMAIL = 'mai@people.example';
const PASSWORD = 'first-password-Xk29';
const NEW_PASSWORD = 'second-password-Qv83';

beforeAll(async () => {
  catcher = await startMailCatcher();
  app = await createTestApp({
    OUTBOUND_SMTP_URL: catcher.url,
    MAIL_FROM: 'no-reply@mayfly.example',
    SECRET_KEY: 'a-secret-key-of-the-operator-0123456789',
    ALERT_SECRET: 'alert-secret-9f3a',
    BANK_API_KEY: 'bank-secret-7c1d',
  });
  await live();
}, 60_000);
afterAll(async () => {
  await app.close();
  await catcher.close();
});

type Body = { data: Record<string, string> & { recoveryCodes?: string[] } };
const call = async (method: string, path: string, options: { token?: string; body?: unknown } = {}, status = 200) => {
  const answer = await app.call<Body>(method, path, options);
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body?.data;
};
const keep = (name: string, value: string | undefined): string => {
  if (!value) throw new Error(`${name} is missing`);
  secrets.set(name, value);
  return value;
};
const tokenIn = (text: string) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '').searchParams.get('token') ?? '';

async function live(): Promise<void> {
  keep('password', PASSWORD);
  keep('new password', NEW_PASSWORD);
  keep('SECRET_KEY', app.assembly.config.secretKey ?? '');
  keep('ALERT_SECRET', app.assembly.config.alertSecret ?? '');
  keep('BANK_API_KEY', app.assembly.config.bankApiKey ?? '');

  // Jobs wait in their table before a worker comes; that is part of a dump too.
  await call('POST', '//root/app/signup', { body: { email: EMAIL, password: PASSWORD } }, 202);
  dumps.push(await dump());
  const worker = await app.assembly.startWorker();
  const signup = keep('sign-up token', tokenIn((await catcher.arrived(1)).text));
  dumps.push(await dump());
  const first = await call('POST', '//root/app/signup/confirm', { body: { token: signup } }, 201);
  const token = keep('user token', first?.['token']);

  const setup = await call('POST', '/me/2fa/setup', { token });
  const secret = keep('TOTP secret', setup?.['secret']);
  dumps.push(await dump());
  const confirmed = await call('POST', '/me/2fa/confirm', { token, body: { code: totpCode(secret, app.clock.now()) } });
  for (const [i, code] of (confirmed?.recoveryCodes ?? []).entries()) {
    keep(`recovery code ${i}`, code);
    keep(`recovery code ${i} without hyphens`, code.replaceAll('-', ''));
  }
  app.clock.advance(60);
  const code = totpCode(secret, app.clock.now());
  const signedIn = await call('POST', '/auth/token', { body: { email: EMAIL, password: PASSWORD, code } });
  keep('second user token', signedIn?.['token']);
  // Failures are logged and answered too.
  await call('POST', '/auth/token', { body: { email: EMAIL, password: keep('wrong password', 'wrong-Zt55') } }, 401);
  await call('GET', '/me', { token: keep('made-up token', `mfu_${'Zz9'.repeat(14)}a`) }, 401);

  const issued = await call('POST', '/me/api-keys', { token, body: { name: 'CI', scopes: ['mailboxes:write'] } }, 201);
  const key = keep('developer key', issued?.['key']);
  keep('secret of the developer key', key.split('_')[2]);
  const mailbox = await call('POST', '/keys/mailboxes', { token: key, body: {} }, 201);
  keep('mailbox token', mailbox?.['token']);
  const guest = await call('POST', '/session', {}, 201);
  keep('guest key', guest?.['key']);

  await call('POST', '/auth/password/forgot', { body: { email: EMAIL } }, 204);
  const reset = keep('reset token', tokenIn((await catcher.arrived(2)).text));
  dumps.push(await dump());
  await call('POST', '/auth/password/reset', { body: { token: reset, password: NEW_PASSWORD } }, 204);
  await call('POST', '/auth/password/reset', { body: { token: reset, password: NEW_PASSWORD } }, 410);
  await app.assembly.services.keys.stop();
  dumps.push(await dump());
  await worker.stop();
}

async function dump(): Promise<string> {
  const { database } = app.assembly;
  const tables = await database.query<{ schema: string; name: string }>({
    // Partitions are read through their tables: every ten minutes the service drops one.
    text: `select nspname as schema, relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where relkind in ('r', 'p') and not relispartition and nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
  });
  const parts: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await database.query<{ row: string }>({ text: `select t::text as row from "${schema}"."${name}" t` });
    parts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return parts.join('\n');
}

/** The ways in which a text may stand in a dump: as it is, and as bytea shows it. */
const spellings = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];
const foundIn = (text: string): string[] =>
  [...secrets].filter(([, secret]) => spellings(secret).some((way) => text.includes(way))).map(([name]) => name);

test('the search sees what is there: the account, its key’s prefix and the log of this run', () => {
  const all = dumps.join('\n');
  expect(all).toContain(EMAIL);
  expect(all).toContain(secrets.get('developer key')?.slice(0, 12));
  expect(all).toContain('auth.signup-mail');
  expect(app.logLines.length).toBeGreaterThan(10);
  expect(secrets.size).toBeGreaterThan(30);
});

test('no secret stands in a dump of the database, at any moment of an account’s life', () => {
  expect(foundIn(dumps.join('\n'))).toEqual([]);
});

test('no secret stands in the log', () => {
  expect(foundIn(app.logLines.join('\n'))).toEqual([]);
});
