// The held wait of the message list: when it is held, what ends it, and how many may be held at once.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, deliverAndFind, type ListBody, openMailbox, type Problem } from '../../../test/support/mailbox.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
});
afterAll(() => app.close());

let lastIp = 0;
/** Creation is limited by address, and so are open waits. */
const nextIp = () => `203.0.113.${++lastIp}`;
async function open(ttl?: number) {
  const answer = await app.call<{ data: { id: string; address: string; token: string; expiresAt: string } }>(
    'POST',
    '/mailboxes',
    { ip: nextIp(), body: ttl === undefined ? {} : { ttl } },
  );
  return answer.body.data;
}
const list = (token: string, query: string, ip = nextIp()) =>
  app.call<ListBody & Problem>('GET', `/mailboxes/me/messages${query}`, { token, ip });
const isHeld = () => vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBeGreaterThan(0));
const isFree = () => vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(0));

describe('what is held', () => {
  test('an answer that is not empty is given at once', async () => {
    const mailbox = await open();
    await deliver(app, mailbox.address);
    const began = performance.now();
    expect((await list(mailbox.token, '?wait=20')).body.data).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('an empty answer is held until mail arrives', async () => {
    const mailbox = await open();
    const held = list(mailbox.token, '?wait=20');
    await isHeld();
    await deliver(app, mailbox.address, { subject: 'at last' });
    expect((await held).body.data.map(({ subject }) => subject)).toEqual(['at last']);
  });

  test('after=X is held although X is there, and ends with what is newer', async () => {
    const mailbox = await open();
    await deliver(app, mailbox.address, { subject: 'seen' });
    const [seen] = (await list(mailbox.token, '')).body.data;
    const held = list(mailbox.token, `?after=${seen?.id}&wait=20`);
    await isHeld();
    await deliver(app, mailbox.address, { subject: 'new' });
    expect((await held).body.data.map(({ subject }) => subject)).toEqual(['new']);
  });

  test('mail of another mailbox does not end it', async () => {
    const [mine, other] = [await open(), await open()];
    let ended = false;
    const held = list(mine.token, '?wait=20').finally(() => {
      ended = true;
    });
    await isHeld();
    await deliver(app, other.address);
    await sleep(100);
    expect(ended).toBe(false);
    await deliver(app, mine.address);
    await held;
  });

  test('ends empty with 200 when the time is up', async () => {
    const { token } = await open();
    const began = performance.now();
    const answer = await list(token, '?wait=1');
    expect([answer.status, answer.body]).toEqual([200, { data: [], nextCursor: null }]);
    expect(performance.now() - began).toBeGreaterThan(950);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('a held wait counts once against the limit of reads', async () => {
    const mailbox = await open();
    const held = list(mailbox.token, '?wait=20');
    await isHeld();
    await deliver(app, mailbox.address);
    expect((await held).headers['ratelimit-remaining']).toBe('119');
  });
});

describe('the value of wait', () => {
  test.each(['-1', '-0.5', 'x', 'NaN', 'Infinity', '', '1e3', '0x10', 'true'])('%j is 422', async (wait) => {
    const { token } = await open();
    const answer = await list(token, `?wait=${wait}`);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'query.wait']);
  });

  test('0 is not held', async () => {
    const { token } = await open();
    expect((await list(token, '?wait=0')).status).toBe(200);
  });

  test.each(['61', '86400', '99999999999'])('%s counts as 60 s', async (wait) => {
    const mailbox = await open();
    const held = list(mailbox.token, `?wait=${wait}`);
    await isHeld();
    // The wait runs on a timer of its own and looks at the clock when it is woken: 61 s ahead its time is up.
    app.clock.advance(61);
    app.assembly.wakeup.publish(mailbox.id, 'mail');
    const answer = await held;
    expect([answer.status, answer.body.data]).toEqual([200, []]);
  });
});

describe('what ends a wait', () => {
  test('a mailbox that expires ends it with 410', async () => {
    const { token, expiresAt } = await open(60);
    app.clock.set(new Date(Date.parse(expiresAt) - 300));
    const began = performance.now();
    const answer = await list(token, '?wait=20');
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
    expect(performance.now() - began).toBeLessThan(4_000);
  });

  test('a mailbox that was extended meanwhile does not', async () => {
    const mailbox = await open(60);
    app.clock.set(new Date(Date.parse(mailbox.expiresAt) - 500));
    const held = list(mailbox.token, '?wait=20');
    await isHeld();
    await app.call('POST', '/mailboxes/me/extend', { token: mailbox.token, body: { ttl: 600 } });
    await sleep(700);
    await deliver(app, mailbox.address, { subject: 'after the first end' });
    const answer = await held;
    expect([answer.status, answer.body.data?.[0]?.subject]).toEqual([200, 'after the first end']);
  });

  test('a mailbox that is destroyed ends it at once with 401', async () => {
    const { token } = await open();
    const held = list(token, '?wait=20');
    await isHeld();
    const began = performance.now();
    await app.call('DELETE', '/mailboxes/me', { token });
    const answer = await held;
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  test('clean-up of the expired mailbox ends it with 410', async () => {
    const { token } = await open(60);
    const held = list(token, '?wait=20');
    await isHeld();
    app.clock.advance(61);
    while (await app.assembly.services.mailboxes.expireSome());
    expect((await held).status).toBe(410);
  });

  test('with a developer key, destruction ends it with 404', async () => {
    const account = await createAccount(app);
    const issued = await app.call<{ data: { key: string } }>('POST', '/me/api-keys', {
      token: account.token,
      body: { name: 'k', scopes: ['messages:read', 'mailboxes:write'] },
    });
    const { key } = issued.body.data;
    const mailbox = await openMailbox(app, {}, account.token);
    const held = app.call<Problem>('GET', `/keys/mailboxes/${mailbox.id}/messages?wait=20`, { token: key });
    await isHeld();
    await app.call('DELETE', '/mailboxes/me', { token: mailbox.token });
    expect((await held).status).toBe(404);
  });
});

describe('limits of open waits', () => {
  test('five for one mailbox; the sixth is 429 with Retry-After, and mail answers all five', async () => {
    const mailbox = await open();
    const held = Array.from({ length: 5 }, () => list(mailbox.token, '?wait=20'));
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(5));
    const sixth = await list(mailbox.token, '?wait=20');
    expect([sixth.status, sixth.body.code]).toEqual([429, 'rate.limited']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect((await list(mailbox.token, '')).status).toBe(200);
    await deliver(app, mailbox.address);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const message = await deliverAndFind(app, mailbox);
    expect((await list(mailbox.token, `?wait=1&after=${message.id}`)).status).toBe(200);
  });

  test('fifty for one address; the next is 429, another address is not', async () => {
    const ip = nextIp();
    const mailboxes = await Promise.all(Array.from({ length: 11 }, () => open()));
    const held = mailboxes
      .slice(0, 10)
      .flatMap(({ token }) => Array.from({ length: 5 }, () => list(token, '?wait=20', ip)));
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(50));
    const last = mailboxes[10];
    expect((await list(last?.token ?? '', '?wait=20', ip)).status).toBe(429);
    const elsewhere = list(last?.token ?? '', '?wait=20');
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(51));
    for (const { address } of mailboxes) await deliver(app, address);
    const statuses = new Set([...(await Promise.all(held)), await elsewhere].map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
  });

  test('a client that goes away frees its place at once', async () => {
    const mailbox = await open();
    const { port, hostname } = new URL(await app.listen());
    const request = `GET /api/v1/mailboxes/me/messages?wait=60 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mailbox.token}\r\n\r\n`;
    const sockets: Socket[] = [];
    for (let i = 0; i < 5; i++) {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.on('error', () => {});
      sockets.push(socket);
    }
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(5));
    for (const socket of sockets) socket.destroy();
    await isFree();
    const held = Array.from({ length: 5 }, () => list(mailbox.token, '?wait=20'));
    await vi.waitFor(() => expect(app.assembly.wakeup.waiting).toBe(5));
    await deliver(app, mailbox.address);
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});
