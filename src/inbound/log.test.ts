// The log of delivery attempts: what it keeps, what it drops, and that it is in nobody's way.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../test/support/app.ts';
import { deliver, listMessages, openMailbox } from '../../test/support/mailbox.ts';
import { newId } from '../lib/ids.ts';
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

test('while a write hangs, what waits stays within its bound', async () => {
  const { promise, resolve } = Promise.withResolvers<never>();
  const slow = createInboundLog({
    database: { ...app.assembly.database, transaction: () => promise },
    clock: app.clock,
    log: app.assembly.log,
  });
  slow.record(attempt());
  const first = slow.flush();
  for (let i = 0; i < 6_000; i++) slow.record(attempt({ peer: `10.1.${i >> 8}.${i & 255}` }));
  expect(slow.dropped).toBe(4_000);
  resolve(undefined as never);
  await first;
  await slow.close();
});

test('an accepted mail is logged with the message that it became', async () => {
  const { address, token } = await openMailbox(app);
  await deliver(app, address, 'Subject: hello\r\n\r\nhello\r\n');
  await app.assembly.inboundLog.flush();
  const [message] = (await listMessages(app, token)).data;
  const logged = await app.assembly.inboundLog.recent({ to: address, limit: 10 });
  expect(logged).toMatchObject([{ outcome: 'accepted', messageId: message?.id }]);
  expect(message?.id).toMatch(/^msg_/);
});

describe('GET /app/inbound', () => {
  let owner: TestAccount;
  let other: TestAccount;
  let held: string;
  let claimed: string;
  beforeAll(async () => {
    [owner, other] = [await createAccount(app), await createAccount(app)];
    [held, claimed] = [await addDomain('held.example', 'verified'), await addDomain('claimed.example', 'unverified')];
    for (const domain of ['held.example', 'claimed.example']) log.record(attempt({ recipient: `a@${domain}` }));
    await log.flush();
  });
  const addDomain = async (domain: string, status: string) => {
    const id = newId('domain');
    await app.assembly.database.query({
      text: `insert into domains (id, owner_id, domain, status, token, created_at) values ($1, $2, $3, $4, '', now())`,
      values: [id, owner.userId, domain, status],
    });
    return id;
  };
  const get = (query: string, token?: string) =>
    app.call<{ data: { recipient: string; reply: string }[]; code: string }>(
      'GET',
      `//root/app/inbound?${query}`,
      token === undefined ? {} : { token },
    );

  test('shows the owner why mail did not arrive', async () => {
    const answer = await get(`domain=${held}`, owner.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject([{ recipient: 'a@held.example', reply: '550 5.1.1 No such mailbox' }]);
  });
  test('is 404 for anybody else, for a claim that is not verified, and for nonsense', async () => {
    const asked = [
      get(`domain=${held}`, other.token),
      get(`domain=${claimed}`, owner.token),
      get('domain=x', owner.token),
    ];
    for (const answer of await Promise.all(asked)) {
      expect([answer.status, answer.body.code]).toEqual([404, 'domain.not_found']);
    }
  });
  test('is 422 for a limit outside 1 to 100', async () => {
    expect((await get(`domain=${held}&limit=101`, owner.token)).status).toBe(422);
  });
  test('is 401 without a user token', async () => {
    expect((await get(`domain=${held}`)).status).toBe(401);
  });
});
