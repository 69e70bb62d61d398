// The log of delivery attempts: what it keeps, what it drops, and that it is in nobody's way.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { createInboundLog, type InboundLog, type NewAttempt } from './log.ts';

let app: TestApp;
let log: InboundLog;
beforeAll(async () => {
  app = await createTestApp();
  const { database, log: lines } = app.assembly;
  log = createInboundLog({ database, clock: app.clock, log: lines, keepRows: 10 });
});
afterAll(() => app.close());

const attempt = (values: Partial<NewAttempt> = {}): NewAttempt => ({
  peer: '192.0.2.7',
  helo: 'mail.example.org',
  tls: null,
  sender: 'a@example.org',
  recipient: 'Shop@Customer.Example',
  outcome: 'refused',
  reply: '550 5.1.1 No such mailbox',
  messageId: null,
  ...values,
});

test('an attempt is found by its address and by its domain, whatever the case, newest first', async () => {
  log.record(attempt());
  log.record(attempt({ recipient: 'other@customer.example', outcome: 'accepted', reply: '250 OK' }));
  log.record(attempt({ recipient: 'x@elsewhere.example' }));
  await log.flush();
  expect((await log.recent({ to: 'shop@CUSTOMER.example', limit: 10 })).map(({ reply }) => reply)).toEqual([
    '550 5.1.1 No such mailbox',
  ]);
  const ofDomain = await log.recent({ domain: 'customer.example', limit: 10 });
  expect(ofDomain.map(({ outcome }) => outcome)).toEqual(['accepted', 'refused']);
  expect(await log.recent({ limit: 2 })).toHaveLength(2);
});

test('what senders write cannot break the log', async () => {
  log.record(attempt({ helo: `\0\ud800${'h'.repeat(10_000)}`, sender: '\0', recipient: '@' }));
  await log.flush();
  const [newest] = await log.recent({ limit: 1 });
  expect(newest?.helo?.length).toBeLessThanOrEqual(255);
});

test('one peer cannot push out the others, and a flood stays within its bound', () => {
  const before = log.dropped;
  for (let i = 0; i < 5_000; i++) log.record(attempt({ peer: '198.51.100.1' }));
  expect(log.dropped - before).toBe(4_800);
  for (let i = 0; i < 5_000; i++) log.record(attempt({ peer: `10.0.${i >> 8}.${i & 255}` }));
  expect(log.dropped - before).toBe(8_000);
});

test('trimming keeps the newest rows, and none past its time', async () => {
  await log.flush();
  await log.trim();
  expect(await log.recent({ limit: 100 })).toHaveLength(10);
  app.clock.advance(8 * 86_400);
  await log.trim();
  expect(await log.recent({ limit: 100 })).toHaveLength(0);
});

test('a database that is gone loses log lines and nothing else', async () => {
  const broken = createInboundLog({
    database: { ...app.assembly.database, transaction: () => Promise.reject(new Error('gone')) },
    clock: app.clock,
    log: app.assembly.log,
  });
  broken.record(attempt());
  await broken.close();
  expect(broken.dropped).toBe(1);
});

describe('GET /app/inbound', () => {
  test('without a user token is 401', async () => {
    expect((await app.call('GET', '//root/app/inbound?domain=dom_x')).status).toBe(401);
  });
});
