// A mailbox's life over the whole service: shown, extended, destroyed, listed, and its end to the millisecond.
// How it is opened is in mailboxes-opening.test.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, listMessages, type OpenedMailbox, openMailbox, type Problem } from '../../../test/support/mailbox.ts';
import type { MailboxId } from '../../lib/ids.ts';

/** Its clock is only ever moved ahead. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Info = OpenedMailbox & { createdAt: string; domain: string; ttlSeconds: number };
const me = (token: string) => app.call<{ data: Info } & Problem>('GET', '/mailboxes/me', { token });
const extend = (token: string, body?: unknown) =>
  app.call<{ data: Info } & Problem>('POST', '/mailboxes/me/extend', {
    token,
    ...(body === undefined ? {} : { body }),
  });
const destroy = (token: string) => app.call<Problem>('DELETE', '/mailboxes/me', { token });
const secondsUntil = (time: string) => (Date.parse(time) - app.clock.now().getTime()) / 1_000;
/** What the clean-up job does. */
async function cleanUp(): Promise<void> {
  while (await app.assembly.services.mailboxes.expireSome());
}

describe('GET /mailboxes/me', () => {
  test('shows the mailbox with its remaining life and a token that works', async () => {
    const mailbox = await openMailbox(app, { ttl: 600 });
    const answer = await me(mailbox.token);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: mailbox.id, address: mailbox.address, domain: 'mayfly.test' });
    expect(answer.body.data.ttlSeconds).toBeGreaterThanOrEqual(598);
    expect(answer.body.data.ttlSeconds).toBeLessThanOrEqual(600);
    expect((await me(answer.body.data.token)).status).toBe(200);
  });

  test('without a credential is 401 auth.missing', async () => {
    const answer = await app.call<Problem>('GET', '/mailboxes/me');
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.missing']);
  });

  test('a token with one character changed is 401 auth.invalid_token', async () => {
    const { token } = await openMailbox(app);
    const last = token.at(-1) === 'A' ? 'B' : 'A';
    const answer = await me(token.slice(0, -1) + last);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('another kind of credential is 401 auth.wrong_credential and names the kind that is wanted', async () => {
    const { token } = await createAccount(app);
    const answer = await me(token);
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.wrong_credential']);
    expect(answer.body.detail).toContain('mfm_');
  });

  test('an hour lasts 3,600 s to the millisecond: alive just before, 410 from its end on', async () => {
    const mailbox = await openMailbox(app, { ttl: 3_600 });
    const end = Date.parse(mailbox.expiresAt);
    app.clock.set(new Date(end - 400));
    expect((await app.call('GET', '/mailboxes/me', { token: mailbox.token })).status).toBe(200);
    app.clock.set(new Date(end));
    const answer = await app.call<Problem>('GET', '/mailboxes/me', { token: mailbox.token });
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
    await cleanUp();
    const later = await app.call<Problem>('GET', '/mailboxes/me', { token: mailbox.token });
    expect([later.status, later.body.code]).toEqual([410, 'mailbox.expired']);
  });
});

describe('DELETE /mailboxes/me', () => {
  test('is 204, and the token is 401 from then on', async () => {
    const { token } = await openMailbox(app);
    const answer = await destroy(token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const after = await me(token);
    expect([after.status, after.body.code]).toEqual([401, 'auth.invalid_token']);
  });

  test('a second time is 401', async () => {
    const { token } = await openMailbox(app);
    await destroy(token);
    expect((await destroy(token)).status).toBe(401);
  });

  test('takes messages and attachments out of the database', async () => {
    const { address, token, id } = await openMailbox(app);
    await deliver(app, address, {
      headers: 'Content-Type: multipart/mixed; boundary=b',
      body: '--b\r\n\r\nhi\r\n--b\r\nContent-Disposition: attachment; filename=a.bin\r\n\r\nbytes\r\n--b--',
    });
    await destroy(token);
    const rows = await app.assembly.database.query<{ n: number }>({
      text: `select (select count(*) from messages where mailbox_id = $1)
                  + (select count(*) from attachments where mailbox_id = $1) as n`,
      values: [id],
    });
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('frees the address at once', async () => {
    const { token } = await openMailbox(app, { localPart: 'again' });
    await destroy(token);
    expect((await app.call('POST', '/mailboxes', { body: { localPart: 'again' } })).status).toBe(201);
  });
});

describe('POST /mailboxes/me/extend', () => {
  test('re-issues the token with the new end; the old one still works', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const answer = await extend(mailbox.token, { ttl: 7_200 });
    expect(answer.status).toBe(200);
    expect(Math.round(secondsUntil(answer.body.data.expiresAt))).toBe(7_200);
    expect(answer.body.data.token).not.toBe(mailbox.token);
    expect((await me(answer.body.data.token)).status).toBe(200);
    expect((await me(mailbox.token)).status).toBe(200);
  });

  test('without a body adds the default life from now', async () => {
    const mailbox = await openMailbox(app, { ttl: 60 });
    const answer = await extend(mailbox.token);
    expect(Math.round(secondsUntil(answer.body.data.expiresAt))).toBe(3_600);
  });

  test('never shortens', async () => {
    const mailbox = await openMailbox(app, { ttl: 7_200 });
    const answer = await extend(mailbox.token, { ttl: 60 });
    expect([answer.status, answer.body.data.expiresAt]).toEqual([200, mailbox.expiresAt]);
  });

  test('beyond the longest life is 403 mailbox.extend_limit', async () => {
    const { token } = await openMailbox(app);
    const answer = await extend(token, { ttl: 86_401 });
    expect([answer.status, answer.body.code]).toEqual([403, 'mailbox.extend_limit']);
  });

  test('below 60 s is 422', async () => {
    const { token } = await openMailbox(app);
    expect((await extend(token, { ttl: 59 })).status).toBe(422);
  });

  test('an expired mailbox stays expired: 410', async () => {
    const { token } = await openMailbox(app, { ttl: 60 });
    app.clock.advance(61);
    const answer = await app.call<Problem>('POST', '/mailboxes/me/extend', { token });
    expect([answer.status, answer.body.code]).toEqual([410, 'mailbox.expired']);
  });

  test('the old token ends at its own end while the mailbox lives on', async () => {
    const { token } = await openMailbox(app, { ttl: 60 });
    const longer = await app.call<{ data: Info }>('POST', '/mailboxes/me/extend', { token, body: { ttl: 600 } });
    app.clock.advance(61);
    expect((await app.call('GET', '/mailboxes/me', { token })).status).toBe(401);
    expect((await app.call('GET', '/mailboxes/me', { token: longer.body.data.token })).status).toBe(200);
  });
});

describe('an address after its mailbox expired', () => {
  test.each([
    ['reborn-early', 'before clean-up', false],
    ['reborn-late', 'after clean-up', true],
  ])('such as %s is free again %s, and the old token never sees the new mail', async (localPart, _, cleaned) => {
    const old = await openMailbox(app, { localPart, ttl: 60 });
    await deliver(app, old.address, { subject: 'for the old one' });
    app.clock.advance(61);
    if (cleaned) await cleanUp();
    const next = await openMailbox(app, { localPart });
    await deliver(app, next.address, { subject: 'for the new one' });
    expect((await app.call('GET', '/mailboxes/me/messages', { token: old.token })).status).toBe(410);
    expect((await listMessages(app, next.token)).data.map(({ subject }) => subject)).toEqual(['for the new one']);
  });

  test('takes no mail while nobody has it', async () => {
    const { address } = await openMailbox(app, { ttl: 60 });
    await deliver(app, address);
    app.clock.advance(61);
    await expect(deliver(app, address)).rejects.toThrow('550');
  });
});

test('mailboxes end also while the pool has one connection left', async () => {
  const { token } = await createAccount(app);
  const { id } = await openMailbox(app, { ttl: 60 }, token);
  app.clock.advance(61);
  const { pool } = app.assembly.database;
  const busy = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
  try {
    await cleanUp();
  } finally {
    for (const client of busy) client.release();
  }
  expect(await app.assembly.services.mailboxes.endOf(id as MailboxId)).toBeNull();
});

describe('GET /me/mailboxes', () => {
  test('lists newest first, in pages, each with a token that works', async () => {
    const { token } = await createAccount(app);
    const opened: string[] = [];
    for (let i = 0; i < 5; i++) opened.unshift((await openMailbox(app, {}, token)).id);
    type Page = { data: Info[]; nextCursor: string | null };
    const first = await app.call<Page>('GET', '/me/mailboxes?limit=3', { token });
    const second = await app.call<Page>('GET', `/me/mailboxes?limit=3&cursor=${first.body.nextCursor}`, { token });
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(opened);
    expect(second.body.nextCursor).toBeNull();
    expect((await me(first.body.data[0]?.token ?? '')).status).toBe(200);
  });

  test('shows nobody else’s mailboxes', async () => {
    const [one, other] = [await createAccount(app), await createAccount(app)];
    await openMailbox(app, {}, one.token);
    const answer = await app.call<{ data: Info[] }>('GET', '/me/mailboxes', { token: other.token });
    expect(answer.body.data).toEqual([]);
  });

  test('a mailbox token is 401 auth.wrong_credential', async () => {
    const { token } = await openMailbox(app);
    const answer = await app.call<Problem>('GET', '/me/mailboxes', { token });
    expect([answer.status, answer.body.code]).toEqual([401, 'auth.wrong_credential']);
  });

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'cursor=abc'])('%s is 422', async (query) => {
    const { token } = await createAccount(app);
    expect((await app.call('GET', `/me/mailboxes?${query}`, { token })).status).toBe(422);
  });

  test('a cursor of one account is worth nothing to another', async () => {
    const [one, other] = [await createAccount(app), await createAccount(app)];
    for (let i = 0; i < 2; i++) await openMailbox(app, {}, one.token);
    const theirs = await openMailbox(app, {}, other.token);
    const page = await app.call<{ nextCursor: string }>('GET', '/me/mailboxes?limit=1', { token: one.token });
    const answer = await app.call<{ data: Info[] }>('GET', `/me/mailboxes?cursor=${page.body.nextCursor}`, {
      token: other.token,
    });
    // Never another account's rows, whatever the position means.
    expect((answer.body.data ?? []).every(({ id }) => id === theirs.id)).toBe(true);
  });
});
