// Pending deliveries survive kill -9 of the service; each arrives at least once.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTlsEndpoint, type TlsEndpoint, testCaFile } from '../support/tls-endpoint.ts';
import { createdEvent, startWebhookTest, until, type WebhookTest, webhookSettings } from '../support/webhooks.ts';

const COMMAND = fileURLToPath(new URL('../../bin/mayfly.js', import.meta.url));
let run: WebhookTest;
let endpoint: TlsEndpoint;
const children: ChildProcess[] = [];

beforeAll(async () => {
  run = await startWebhookTest({ worker: false });
  endpoint = await startTlsEndpoint();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await run.close();
  await endpoint.close();
});

/** The real command, with the worker's role only, on the test's database. */
function startWorker(): ChildProcess {
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: run.app.databaseUrl,
      ROLES: 'worker',
      LOG_LEVEL: 'warn',
      NODE_EXTRA_CA_CERTS: testCaFile,
      ...webhookSettings(run.names.address),
    },
    stdio: 'ignore',
  });
  children.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const ids = () => new Set(endpoint.requests.map((request) => request.headers['webhook-id']));

test('what a killed worker had in hand and what still waited both arrive', { timeout: 60_000 }, async () => {
  const owner = await run.account();
  const { id } = await run.hook(owner, endpoint.url());
  await run.emit([createdEvent(run.app, owner)]);
  const first = startWorker();
  await until(
    () => run.attempts(owner, id),
    (attempts) => attempts.length === 1,
    15_000,
  );

  endpoint.answer({ kind: 'hang' });
  await run.emit(Array.from({ length: 20 }, () => createdEvent(run.app, owner)));
  await until(
    () => endpoint.requests.length,
    (count) => count === 1 + 4,
  );
  await kill(first);
  const inHand = ids();

  endpoint.requests.length = 0;
  endpoint.answer({ kind: 'reply', status: 204 });
  startWorker();
  await until(
    () => ids().size,
    (count) => count === 20,
    40_000,
  );
  // Those in hand when the process was killed come again: better twice than never.
  expect([...inHand].filter((eventId) => ids().has(eventId))).toHaveLength(4);
  await until(
    () => run.app.assembly.database.query({ text: 'select from webhook_pending' }),
    (rows) => rows.length === 0,
  );
});

test('an event recorded while no worker runs arrives when one starts', { timeout: 30_000 }, async () => {
  const owner = await run.account();
  await run.hook(owner, endpoint.url('127.0.0.1', '/later'));
  await run.emit([createdEvent(run.app, owner)]);
  startWorker();
  await until(
    () => endpoint.requests.some((request) => request.url === '/later'),
    (came) => came,
    15_000,
  );
});

test('SIGTERM hands back what hangs, and the next worker sends it at once', { timeout: 60_000 }, async () => {
  const owner = await run.account();
  const { id } = await run.hook(owner, endpoint.url('127.0.0.1', '/term'));
  const mine = () => endpoint.requests.filter((request) => request.url === '/term').length;
  endpoint.answer({ kind: 'hang' });
  await run.emit([createdEvent(run.app, owner)]);
  const first = startWorker();
  await until(mine, (count) => count === 1, 15_000);
  const ended = once(first, 'exit');
  const asked = Date.now();
  first.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(Date.now() - asked).toBeLessThan(10_000);

  endpoint.answer({ kind: 'reply', status: 204 });
  startWorker();
  const [attempt] = await until(
    () => run.attempts(owner, id),
    (attempts) => attempts.length === 1,
    15_000,
  );
  expect(attempt).toMatchObject({ attempt: 1, status: 'succeeded' });
});
