// The session group over the whole service: opening, listing, sliding, ending.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, listMessages, type OpenedMailbox, openMailbox, type Problem } from '../../../test/support/mailbox.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Session {
  key?: string;
  expiresAt: string;
  mailboxes: OpenedMailbox[];
}
const show = (token: string) => app.call<{ data: Session } & Problem>('GET', '/session', { token });
async function openSession(): Promise<string> {
  const answer = await app.call<{ data: { key: string } }>('POST', '/session');
  expect(answer.status).toBe(201);
  return answer.body.data.key;
}
const minutesUntil = (time: string) => Math.round((Date.parse(time) - app.clock.now().getTime()) / 60_000);

describe('POST /session', () => {
  test('answers a guest key, the end in 30 minutes and no mailboxes', async () => {
    const answer = await app.call<{ data: Session }>('POST', '/session');
    expect(answer.status).toBe(201);
    expect(answer.body.data.key).toMatch(/^mfg_/);
    expect(minutesUntil(answer.body.data.expiresAt)).toBe(30);
    expect(answer.body.data.mailboxes).toEqual([]);
  });

  test('keeps only a hash of the key', async () => {
    const key = await openSession();
    const rows = await app.assembly.database.query({ text: 'select * from guest_sessions' });
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(app.logLines.join('')).not.toContain(key);
  });

  test('is limited to 20 an hour by address', async () => {
    const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      for (let i = 0; i < 20; i++) expect((await limited.call('POST', '/session')).status).toBe(201);
      const answer = await limited.call<Problem>('POST', '/session');
      expect([answer.status, answer.body.code]).toEqual([429, 'rate.limited']);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60);
    } finally {
      await limited.close();
    }
  });
});

describe('GET /session', () => {
  test('lists the mailboxes opened with the key newest first, each with a token that works', async () => {
    const key = await openSession();
    const first = await openMailbox(app, {}, key);
    const second = await openMailbox(app, {}, key);
    const answer = await show(key);
    expect(answer.status).toBe(200);
    expect(answer.body.data.key).toBeUndefined();
    expect(answer.body.data.mailboxes.map(({ id }) => id)).toEqual([second.id, first.id]);
    await deliver(app, first.address, { subject: 'seen through the session' });
    const token = answer.body.data.mailboxes[1]?.token ?? '';
    expect((await listMessages(app, token)).data[0]?.subject).toBe('seen through the session');
  });

  test('a fresh token ends with its mailbox', async () => {
    const key = await openSession();
    const mailbox = await openMailbox(app, { ttl: 120 }, key);
    const token = (await show(key)).body.data.mailboxes[0]?.token ?? '';
    app.clock.set(new Date(mailbox.expiresAt));
    expect((await app.call('GET', '/mailboxes/me', { token })).status).toBe(410);
  });

  test('leaves out expired and destroyed mailboxes', async () => {
    const key = await openSession();
    await openMailbox(app, { ttl: 60 }, key);
    const destroyed = await openMailbox(app, {}, key);
    const living = await openMailbox(app, {}, key);
    await app.call('DELETE', '/mailboxes/me', { token: destroyed.token });
    app.clock.advance(61);
    expect((await show(key)).body.data.mailboxes.map(({ id }) => id)).toEqual([living.id]);
  });

  test('does not list mailboxes of other sessions or of nobody', async () => {
    const key = await openSession();
    await openMailbox(app, {}, await openSession());
    await openMailbox(app);
    expect((await show(key)).body.data.mailboxes).toEqual([]);
  });

  test('each use moves the end 30 minutes ahead', async () => {
    const key = await openSession();
    for (let i = 0; i < 3; i++) {
      app.clock.advance(29 * 60);
      const answer = await show(key);
      expect([answer.status, minutesUntil(answer.body.data.expiresAt)]).toEqual([200, 30]);
    }
  });

  test('opening a mailbox with the key counts as use', async () => {
    const key = await openSession();
    app.clock.advance(29 * 60);
    await openMailbox(app, {}, key);
    app.clock.advance(29 * 60);
    expect((await show(key)).status).toBe(200);
  });

  test('30 minutes after the last use it is 401 auth.invalid_token', async () => {
    const key = await openSession();
    app.clock.advance(30 * 60 + 1);
    const answer = await show(key);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('an unknown key is 401 auth.invalid_token', async () => {
    const answer = await show(`mfg_${'x'.repeat(40)}`);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('without a key is 401 auth.missing', async () => {
    const answer = await app.call<Problem>('GET', '/session');
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.missing']);
  });

  test('a mailbox token is 401 auth.wrong_credential', async () => {
    const answer = await show((await openMailbox(app)).token);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.wrong_credential']);
  });
});

describe('DELETE /session', () => {
  test('is 204; the key is 401 from then on and opens no mailbox', async () => {
    const key = await openSession();
    expect((await app.call('DELETE', '/session', { token: key })).status).toBe(204);
    expect((await show(key)).status).toBe(401);
    expect((await app.call('POST', '/mailboxes', { token: key })).status).toBe(401);
    expect((await app.call('DELETE', '/session', { token: key })).status).toBe(401);
  });

  test('leaves the mailboxes and their tokens alone', async () => {
    const key = await openSession();
    const mailbox = await openMailbox(app, {}, key);
    await app.call('DELETE', '/session', { token: key });
    await deliver(app, mailbox.address);
    expect((await listMessages(app, mailbox.token)).data).toHaveLength(1);
  });
});

test('clean-up removes sessions past their end and their index', async () => {
  const key = await openSession();
  await openMailbox(app, {}, key);
  app.clock.advance(31 * 60);
  while (await app.assembly.services.session.expireSome());
  const rows = await app.assembly.database.query({
    text: 'select (select count(*) from guest_sessions) as sessions, (select count(*) from session_mailboxes) as places',
  });
  expect(rows).toEqual([{ sessions: 0, places: 0 }]);
});
