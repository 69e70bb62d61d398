// Who may read /metrics, and what stands there.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each(['127.0.0.1', '::1', '10.1.2.3', '::ffff:192.168.1.1'])('%s reads it', async (ip) => {
  const answer = await app.call('GET', '//root/metrics', { ip });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain');
});

test.each([
  ['8.8.8.8', {}],
  ['2001:db8::1', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['10.0.0.1', { forwarded: 'for=10.0.0.2' }],
])('from outside (%s %j) there is nothing', async (ip, headers) => {
  expect((await app.call('GET', '//root/metrics', { ip, headers })).status).toBe(404);
});

test('what the dashboard draws is there', async () => {
  await app.call('GET', '/plans');
  const { text } = await app.call('GET', '//root/metrics', { ip: '127.0.0.1' });
  for (const name of [
    'mayfly_held_polls 0',
    'mayfly_db_connections{state="idle"}',
    'mayfly_jobs{state="ready"} 0',
    'mayfly_http_request_seconds_bucket',
    'nodejs_eventloop_lag_p99_seconds',
    'mayfly_ingest_seconds_bucket',
    'mayfly_wake_seconds_bucket',
  ]) {
    expect(text).toContain(name);
  }
});

test('a database that is gone takes its own lines away, not the page', async () => {
  const other = await createTestApp();
  await other.assembly.database.pool.end();
  const { status, text } = await other.call('GET', '//root/metrics', { ip: '127.0.0.1' });
  expect([status, text.includes('mayfly_jobs{'), text.includes('mayfly_held_polls 0')]).toEqual([200, false, true]);
  await other.close().catch(() => {});
});
