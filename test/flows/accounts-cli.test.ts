// `mayfly users …` as the operator calls it: real processes on the database that the service runs on.

import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

const run = promisify(execFile);
const BIN = fileURLToPath(new URL('../../bin/mayfly.js', import.meta.url));

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

async function mayfly(...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: app.databaseUrl };
  try {
    const { stdout, stderr } = await run(process.execPath, [BIN, ...args], { env, cwd: tmpdir(), timeout: 20_000 });
    return { status: 0, out: stdout, err: stderr };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { status: failed.code, out: failed.stdout, err: failed.stderr };
  }
}

const signIn = (email: string, password: string) =>
  app.call<{ data: { token: string } }>('POST', '/auth/token', { body: { email, password } });

test('an added account signs in, is listed, and is worth nothing while disabled', { timeout: 60_000 }, async () => {
  const added = await mayfly(
    'users',
    'add',
    'Mai@People.example',
    '--password',
    'long enough',
    '--locale',
    'VI',
    '--json',
  );
  expect(added).toMatchObject({ status: 0, err: '' });
  expect(JSON.parse(added.out)).toEqual({
    id: expect.stringMatching(/^usr_/),
    email: 'mai@people.example',
    locale: 'vi',
  });
  const { body } = await signIn('mai@people.example', 'long enough');
  expect((await app.call('GET', '/me', { token: body.data.token })).status).toBe(200);

  const listed = JSON.parse((await mayfly('users', 'list', '--json')).out) as unknown[];
  expect(listed).toEqual([
    expect.objectContaining({ email: 'mai@people.example', status: 'active', twoFactor: false }),
  ]);

  const disabled = await mayfly('users', 'disable', 'MAI@people.example');
  expect(disabled).toMatchObject({ status: 0, out: expect.stringContaining('mai@people.example') });
  expect((await app.call('GET', '/me', { token: body.data.token })).status).toBe(401);
  expect((await signIn('mai@people.example', 'long enough')).status).toBe(401);
  expect((await mayfly('users', 'list')).out).toMatch(/mai@people\.example\s+vi\s+disabled/);

  expect(await mayfly('users', 'enable', 'mai@people.example')).toMatchObject({ status: 0, err: '' });
  expect((await signIn('mai@people.example', 'long enough')).status).toBe(200);
  // A sign-in from before is not given back.
  expect((await app.call('GET', '/me', { token: body.data.token })).status).toBe(401);
  expect((await mayfly('users', 'enable', 'mai@people.example')).out).toContain('active already');
});

test('without --password one is generated that works', { timeout: 30_000 }, async () => {
  const { out } = await mayfly('users', 'add', 'generated@people.example', '--json');
  const { password } = JSON.parse(out) as { password: string };
  expect((await signIn('generated@people.example', password)).status).toBe(200);
});

test.each([
  [['users', 'add', 'not-an-address'], 'must be an e-mail address'],
  [['users', 'add', 'a@people.example', '--password', 'short'], '8 to 200 characters'],
  [['users', 'add', 'a@people.example', '--locale', '!'], 'BCP 47'],
  [['users', 'disable', 'nobody@people.example'], 'There is no account nobody@people.example'],
])('mayfly %j ends with status 1 and says why', { timeout: 30_000 }, async (args, words) => {
  const { status, out, err } = await mayfly(...args);
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain(words);
});

test('a second account for one address is refused', { timeout: 30_000 }, async () => {
  await app.assembly.services.auth.signup.createUser({ email: 'twice@people.example', password: 'long enough' });
  const { status, err } = await mayfly('users', 'add', 'TWICE@people.example');
  expect(status).toBe(1);
  expect(err).toContain('has an account already');
});
