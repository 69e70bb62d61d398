// What a developer key may do over HTTP: every documented status, scopes, and whose mailboxes it reaches.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { ALL_SCOPES, type KeyProblem, keyCalls } from '../../../test/support/keys.ts';
import { type MailboxId, newId } from '../../lib/ids.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { keyOf, open } = keyCalls(() => app);

/** A stored message, as the mail line leaves it. */
async function receive(mailboxId: MailboxId, code: string | null): Promise<string> {
  const { mailboxes, messages } = app.assembly.services;
  const id = newId('message');
  const now = app.clock.now();
  const otp = {
    code,
    source: 'builtin',
    filterId: null,
    confidence: 1,
    candidates: [],
    sender: { domain: 'shop.example', verified: false },
  };
  await app.assembly.database.transaction(async (tx) => {
    const [granted] = await mailboxes.claim(tx, [{ mailboxId, wanted: 1, cap: 100 }]);
    const row = {
      mailboxId,
      seq: granted?.lastSeq ?? 0,
      id,
      receivedAt: now,
      size: 100,
      hasAttachments: false,
      summary: JSON.stringify({
        from: { address: 'a@shop.example', name: null },
        to: [],
        subject: 'Hello',
        snippet: '',
      }),
      otp: code === null ? null : JSON.stringify(otp),
      link: null,
      rawId: newId('raw'),
      rawExpiresAt: now,
      detail: '{}',
      sharedId: null,
    };
    await messages.store(tx, [row], [], [], []);
  });
  app.assembly.wakeup.publish(mailboxId, 'mail');
  return id;
}

test.each([
  ['mailboxes:write', 'POST', '/keys/mailboxes'],
  ['messages:read', 'GET', '/keys/mailboxes/{id}/messages'],
  ['otp:read', 'GET', '/keys/mailboxes/{id}/otp/latest'],
])('without the scope %s, %s %s answers 403', async (scope, method, path) => {
  const account = await createAccount(app);
  const { id } = await app.assembly.services.mailboxes.open({}, { kind: 'account', userId: account.userId });
  const key = await keyOf(account, { scopes: ALL_SCOPES.filter((other) => other !== scope) });
  const answer = await app.call<KeyProblem>(method, path.replace('{id}', id), {
    token: key,
    ...(method === 'POST' ? { body: {} } : {}),
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'key.scope_missing']);
  expect(answer.body.detail).toContain(scope);
});

test('a mailbox made with a key belongs to the account and lives a day by default', async () => {
  const account = await createAccount(app);
  const answer = await open(await keyOf(account), { body: { localPart: 'made-by-key' } });
  expect(answer.status).toBe(201);
  expect(Object.keys(answer.body.data).sort()).toEqual(['address', 'expiresAt', 'id', 'token']);
  expect(answer.body.data.address).toBe('made-by-key@mayfly.test');
  const life = Date.parse(answer.body.data.expiresAt) - app.clock.now().getTime();
  expect(Math.abs(life - 86_400_000)).toBeLessThan(10_000);
  const mine = await app.call<{ data: { id: string }[] }>('GET', '/me/mailboxes', { token: account.token });
  expect(mine.body.data.map(({ id }) => id)).toEqual([answer.body.data.id]);
  expect((await app.call('GET', '/mailboxes/me', { token: answer.body.data.token })).status).toBe(200);
});

test('a mailbox can be made without a body', async () => {
  const key = await keyOf(await createAccount(app));
  expect((await app.call('POST', '/keys/mailboxes', { token: key })).status).toBe(201);
});

test('a taken local part answers 409', async () => {
  const key = await keyOf(await createAccount(app));
  expect((await open(key, { body: { localPart: 'taken-by-key' } })).status).toBe(201);
  const answer = await open(key, { body: { localPart: 'taken-by-key' } });
  expect([answer.status, answer.body.code]).toEqual([409, 'mailbox.local_part_taken']);
});

test.each([
  [{ ttl: 59 }, 'request.validation'],
  [{ ttl: 7 * 86_400 + 1 }, 'request.validation'],
  [{ localPart: 'No' }, 'request.validation'],
  [{ localPart: 'x'.repeat(65) }, 'request.validation'],
  [{ domain: 'x'.repeat(256) }, 'request.validation'],
  [{ domain: 'elsewhere.example' }, 'mailbox.domain_unavailable'],
  [{ owner: 'me' }, 'request.validation'],
])('making a mailbox answers 422 for %j', async (body, code) => {
  const answer = await open(await keyOf(await createAccount(app)), { body });
  expect([answer.status, answer.body.code]).toEqual([422, code]);
});

test('over the plan’s number of mailboxes answers 403', async () => {
  const key = await keyOf(await createAccount(app));
  const answers = await Promise.all(Array.from({ length: 12 }, () => open(key)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(answers.find(({ status }) => status === 403)?.body.code).toBe('mailbox.limit_reached');
});

test('making mailboxes is limited by the tier: sixty a minute on the free plan', async () => {
  const limited = await createTestApp({ RATE_LIMIT_FACTOR: '1' });
  try {
    const key = await keyOf(await createAccount(limited), {}, limited);
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, i) => open(key, { ip: `203.0.113.${i}` }, limited)),
    );
    const over = answers.filter(({ status }) => status === 429);
    expect(over).toHaveLength(1);
    expect(Number(over[0]?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

test('messages: 200 newest first, page by page, and after a message only newer ones', async () => {
  const key = await keyOf(await createAccount(app));
  const { id } = (await open(key)).body.data;
  const ids = [await receive(id, null), await receive(id, '111111'), await receive(id, null)];
  const path = `/keys/mailboxes/${id}/messages`;
  type Page = { data: { id: string }[]; nextCursor: string | null };
  const first = await app.call<Page>('GET', `${path}?limit=2`, { token: key });
  expect([first.status, first.body.data.map((message) => message.id)]).toEqual([200, [ids[2], ids[1]]]);
  const second = await app.call<Page>('GET', `${path}?limit=2&cursor=${first.body.nextCursor}`, { token: key });
  expect([second.body.data.map((message) => message.id), second.body.nextCursor]).toEqual([[ids[0]], null]);
  const newer = await app.call<Page>('GET', `${path}?after=${ids[0]}`, { token: key });
  expect(newer.body.data.map((message) => message.id)).toEqual([ids[2], ids[1]]);
});

test('messages are waited for, and a wait that brings nothing answers an empty list', async () => {
  const key = await keyOf(await createAccount(app));
  const { id } = (await open(key)).body.data;
  const path = `/keys/mailboxes/${id}/messages`;
  const empty = await app.call<{ data: unknown[] }>('GET', `${path}?wait=1`, { token: key });
  expect([empty.status, empty.body.data]).toEqual([200, []]);
  const began = performance.now();
  const waiting = app.call<{ data: { id: string }[] }>('GET', `${path}?wait=15`, { token: key });
  setTimeout(() => void receive(id, null), 200);
  expect((await waiting).body.data).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('the latest code: 200 with the newest, waited for, never one from before `after`', async () => {
  const key = await keyOf(await createAccount(app));
  const { id } = (await open(key)).body.data;
  const path = `/keys/mailboxes/${id}/otp/latest`;
  type Otp = { data: { code: string; messageId: string } } & KeyProblem;
  const none = await app.call<Otp>('GET', path, { token: key });
  expect([none.status, none.body.code]).toEqual([404, 'otp.not_found']);
  const waiting = app.call<Otp>('GET', `${path}?wait=15`, { token: key });
  setTimeout(() => void receive(id, '482913'), 200);
  const found = await waiting;
  expect([found.status, found.body.data.code]).toEqual([200, '482913']);
  const stale = await app.call<Otp>('GET', `${path}?after=${found.body.data.messageId}`, { token: key });
  expect([stale.status, stale.body.code]).toEqual([404, 'otp.not_found']);
});

test.each(['messages', 'otp/latest'])('%s answers 422 for a bad wait', async (what) => {
  const key = await keyOf(await createAccount(app));
  const { id } = (await open(key)).body.data;
  for (const wait of ['-1', 'soon']) {
    const answer = await app.call<KeyProblem>('GET', `/keys/mailboxes/${id}/${what}?wait=${wait}`, { token: key });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
  }
});

test.each(['messages', 'otp/latest'])(
  '%s: someone else’s mailbox, an anonymous one, a destroyed one and a made-up id answer alike',
  async (what) => {
    const key = await keyOf(await createAccount(app));
    const { mailboxes } = app.assembly.services;
    const other = await createAccount(app);
    const foreign = await mailboxes.open({}, { kind: 'account', userId: other.userId });
    const anonymous = await mailboxes.open({}, { kind: 'anonymous', sessionId: null });
    const { id: destroyed } = (await open(key)).body.data;
    await mailboxes.destroy(destroyed);
    const bodies = await Promise.all(
      [foreign.id, anonymous.id, destroyed, newId('mailbox'), 'mbx_nonsense'].map(async (id) => {
        const answer = await app.call<KeyProblem>('GET', `/keys/mailboxes/${id}/${what}?wait=5`, { token: key });
        return { status: answer.status, ...answer.body, traceId: '' };
      }),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]).toMatchObject({ status: 404, code: 'mailbox.not_found' });
  },
);
