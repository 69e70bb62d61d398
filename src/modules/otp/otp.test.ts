// The otp group over the whole service: the newest code, `after`, and the held wait. What counts as a code is src/otp's business.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { deliver, deliverAndFind, listMessages, openMailbox, type Problem } from '../../../test/support/mailbox.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface OtpBody {
  code: string;
  messageId: string;
  receivedAt: string;
  subject: string;
  link: string | null;
  source: string;
  filterId: string | null;
  confidence: number;
  candidates: { code: string; score: number; reasons: string[] }[];
  sender: { domain: string; verified: boolean };
}
const latest = (token: string, query = '') =>
  app.call<{ data: OtpBody } & Problem>('GET', `/mailboxes/me/otp/latest${query}`, { token });
const codeMail = (code: string) => ({ subject: 'Sign in', body: `Your verification code is ${code}.` });

test('answers the code with its message, confidence and reasons', async () => {
  const mailbox = await openMailbox(app);
  const message = await deliverAndFind(app, mailbox, codeMail('482913'));
  const answer = await latest(mailbox.token);
  expect(answer.status).toBe(200);
  const { data } = answer.body;
  expect(data).toMatchObject({
    code: '482913',
    messageId: message.id,
    subject: 'Sign in',
    source: 'builtin',
    filterId: null,
    from: { address: 'sender@example.org', name: 'Sender' },
    sender: { domain: 'example.org', verified: false },
  });
  expect(data.confidence).toBeGreaterThan(0);
  expect(data.confidence).toBeLessThanOrEqual(1);
  expect(data.candidates[0]).toMatchObject({ code: '482913', reasons: expect.any(Array) });
});

test('nothing found is 404 otp.not_found', async () => {
  const mailbox = await openMailbox(app);
  await deliver(app, mailbox.address, { subject: 'Lunch', body: 'See you at noon.' });
  const answer = await latest(mailbox.token);
  expect([answer.status, answer.body.code]).toEqual([404, 'otp.not_found']);
});

test('the newest code wins', async () => {
  const mailbox = await openMailbox(app);
  for (const code of ['111222', '333444']) await deliver(app, mailbox.address, codeMail(code));
  expect((await latest(mailbox.token)).body.data.code).toBe('333444');
});

test('a later mail without a code does not hide the code', async () => {
  const mailbox = await openMailbox(app);
  await deliver(app, mailbox.address, codeMail('555666'));
  await deliver(app, mailbox.address, { subject: 'Lunch', body: 'See you at noon.' });
  expect((await latest(mailbox.token)).body.data.code).toBe('555666');
});

test('a mail with a link and no code is 404 here and carries its link on the message', async () => {
  const mailbox = await openMailbox(app);
  const link = 'https://shop.example/verify?token=Zk3vQ9mPzK1sT7uWxYbRcD2e';
  const message = await deliverAndFind(app, mailbox, {
    subject: 'Confirm your address',
    body: `Please verify your email address by opening this link:\r\n${link}`,
  });
  expect(message.link).toBe(link);
  expect((await latest(mailbox.token)).status).toBe(404);
});

test('a deleted message takes its code along', async () => {
  const mailbox = await openMailbox(app);
  const { id } = await deliverAndFind(app, mailbox, codeMail('777888'));
  await app.call('DELETE', `/messages/${id}`, { token: mailbox.token });
  expect((await latest(mailbox.token)).status).toBe(404);
});

describe('after', () => {
  test('with the id of the message that had the code is 404 until there is a newer one', async () => {
    const mailbox = await openMailbox(app);
    const first = await deliverAndFind(app, mailbox, codeMail('111222'));
    expect((await latest(mailbox.token, `?after=${first.id}`)).status).toBe(404);
    await deliver(app, mailbox.address, codeMail('333444'));
    expect((await latest(mailbox.token, `?after=${first.id}`)).body.data.code).toBe('333444');
  });

  test('with a time gives only codes received later', async () => {
    const mailbox = await openMailbox(app);
    const first = await deliverAndFind(app, mailbox, codeMail('111222'));
    expect((await latest(mailbox.token, `?after=${first.receivedAt}`)).status).toBe(404);
    const before = new Date(Date.parse(first.receivedAt) - 1).toISOString();
    expect((await latest(mailbox.token, `?after=${before}`)).body.data.code).toBe('111222');
  });

  test('takes a time with an offset', async () => {
    const mailbox = await openMailbox(app);
    await deliver(app, mailbox.address, codeMail('111222'));
    const query = encodeURIComponent('2020-01-01T00:00:00+07:00');
    expect((await latest(mailbox.token, `?after=${query}`)).status).toBe(200);
  });

  test.each(['yesterday', '12345', 'msg_short', '2026-13-45T00:00:00Z', ''])('%j is 422', async (after) => {
    const mailbox = await openMailbox(app);
    const answer = await latest(mailbox.token, `?after=${after}`);
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'query.after']);
  });
});

describe('wait', () => {
  test('answers at once when a code is there', async () => {
    const mailbox = await openMailbox(app);
    await deliver(app, mailbox.address, codeMail('482913'));
    const began = performance.now();
    expect((await latest(mailbox.token, '?wait=20')).status).toBe(200);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('is held through mail without a code and answers with the code', async () => {
    const mailbox = await openMailbox(app);
    let answered = false;
    const held = latest(mailbox.token, '?wait=20').finally(() => {
      answered = true;
    });
    await deliver(app, mailbox.address, { subject: 'Lunch', body: 'See you at noon.' });
    await sleep(100);
    expect(answered).toBe(false);
    await deliver(app, mailbox.address, codeMail('482913'));
    expect((await held).body.data.code).toBe('482913');
  });

  test('ends with 404 when the time is up', async () => {
    const mailbox = await openMailbox(app);
    const began = performance.now();
    const answer = await latest(mailbox.token, '?wait=1');
    expect([answer.status, answer.body.code]).toEqual([404, 'otp.not_found']);
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  test('with after waits for the next code and never answers the old one', async () => {
    const mailbox = await openMailbox(app);
    const first = await deliverAndFind(app, mailbox, codeMail('111222'));
    const held = latest(mailbox.token, `?wait=20&after=${first.id}`);
    await sleep(50);
    await deliver(app, mailbox.address, codeMail('333444'));
    expect((await held).body.data.code).toBe('333444');
  });

  test.each(['-1', 'abc', 'NaN', 'Infinity', ''])('wait=%s is 422', async (wait) => {
    const { token } = await openMailbox(app);
    expect((await latest(token, `?wait=${wait}`)).status).toBe(422);
  });
});

test('questions of the same moment get each the code of their own mailbox', async () => {
  const [one, two, none] = [await openMailbox(app), await openMailbox(app), await openMailbox(app)];
  const seen = await deliverAndFind(app, one, codeMail('111222'));
  await deliver(app, two.address, codeMail('333444'));
  const answers = await Promise.all([
    latest(none.token),
    latest(two.token),
    latest(one.token, `?after=${seen.id}`),
    latest(one.token),
    latest(two.token),
  ]);
  expect(answers.map(({ status, body }) => (status === 200 ? body.data.code : status))).toEqual([
    404,
    '333444',
    404,
    '111222',
    '333444',
  ]);
});

test('each copy of one mail has its code', async () => {
  const [one, two] = [await openMailbox(app), await openMailbox(app)];
  await deliver(app, [one.address, two.address], codeMail('909808'));
  for (const { token } of [one, two]) {
    expect((await latest(token)).body.data.code).toBe('909808');
    expect((await listMessages(app, token)).data[0]?.otp).toBe('909808');
  }
});

test('an expired mailbox is 410, a destroyed one 401, a user’s kind of token 401', async () => {
  const own = await createTestApp();
  try {
    const [expired, destroyed] = [await openMailbox(own, { ttl: 60 }), await openMailbox(own)];
    await own.call('DELETE', '/mailboxes/me', { token: destroyed.token });
    own.clock.advance(61);
    const statuses = await Promise.all(
      [expired.token, destroyed.token, 'mfu_x'].map(
        async (token) => (await own.call('GET', '/mailboxes/me/otp/latest', { token })).status,
      ),
    );
    expect(statuses).toEqual([410, 401, 401]);
  } finally {
    await own.close();
  }
});
