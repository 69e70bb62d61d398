// Catch-all domains on the mail line: the first mail opens the mailbox, once, within the plan.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { listMessages, type OpenedMailbox } from '../support/mailbox.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';

let app: TestApp;
let count = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** An account with a verified catch-all domain; DNS is the domains module's business. */
async function withCatchAll(): Promise<{ account: TestAccount; domain: string }> {
  const account = await createAccount(app);
  await app.assembly.services.billing.wallet.grant(account.userId, 1_000, 'for a test');
  const bought = await app.call('POST', '/me/subscription', {
    token: account.token,
    body: { planCode: 'pro', interval: 'monthly' },
  });
  expect(bought.status).toBe(201);
  const domain = `own-${++count}.example`;
  const added = await app.call<{ data: { id: string } }>('POST', '/me/domains', {
    token: account.token,
    body: { domain },
  });
  expect(added.status).toBe(201);
  await app.assembly.database.query({
    text: `update domains set status = 'verified', verified_at = now(), catch_all = true where id = $1`,
    values: [added.body.data.id],
  });
  return { account, domain };
}
const owned = async ({ token }: TestAccount) =>
  (await app.call<{ data: OpenedMailbox[] }>('GET', '/me/mailboxes?limit=100', { token })).body.data;

test('50 parallel first mails to one address open one mailbox with 50 messages', async () => {
  const { account, domain } = await withCatchAll();
  const port = await app.smtpPort();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      sendMail(port, { to: `first@${domain}`, raw: mailText({ subject: `mail ${i}` }) }),
    ),
  );
  expect(new Set(replies.map((reply) => reply.slice(0, 3)))).toEqual(new Set(['250']));
  const mailboxes = await owned(account);
  expect(mailboxes.map(({ address }) => address)).toEqual([`first@${domain}`]);
  const { data } = await listMessages(app, mailboxes[0]?.token ?? '', '?limit=100');
  expect(new Set(data.map(({ subject }) => subject)).size).toBe(50);
});

test('50 parallel first mails to 50 addresses open 50 mailboxes', async () => {
  const { account, domain } = await withCatchAll();
  const port = await app.smtpPort();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => sendMail(port, { to: `box${i}@${domain}`, raw: mailText() })),
  );
  expect(new Set(replies.map((reply) => reply.slice(0, 3)))).toEqual(new Set(['250']));
  expect(await owned(account)).toHaveLength(50);
});

test('plus-addressing and UTF-8 local parts are addresses of their own', async () => {
  const { account, domain } = await withCatchAll();
  const port = await app.smtpPort();
  for (const local of ['tag+one', 'tag+two']) {
    expect(await sendMail(port, { to: `${local}@${domain}`, raw: mailText() })).toMatch(/^250 /);
  }
  expect((await owned(account)).map(({ address }) => address).sort()).toEqual([
    `tag+one@${domain}`,
    `tag+two@${domain}`,
  ]);
});

test('floods of random local parts are bounded by the plan: 452, and known addresses go on', async () => {
  const { account, domain } = await withCatchAll();
  const port = await app.smtpPort();
  expect(await sendMail(port, { to: `known@${domain}`, raw: mailText() })).toMatch(/^250 /);
  await app.assembly.database.query({
    text: `insert into mailboxes (id, local_part, domain, owner_id, created_at, expires_at)
           select 'mbx_' || $1 || n, 'filler' || n, $2, $3, now(), now() + interval '1 day' from generate_series(1, 998) as n`,
    values: [count, domain, account.userId],
  });
  const replies = [];
  for (const local of ['one', 'two', 'three']) {
    replies.push((await sendMail(port, { to: `${local}@${domain}`, raw: mailText() })).slice(0, 3));
  }
  expect(replies).toEqual(['250', '452', '452']);
  expect(await sendMail(port, { to: `known@${domain}`, raw: mailText() })).toMatch(/^250 /);
});

test('a switched-off catch-all refuses unknown addresses with 550 and keeps the mailboxes it has opened', async () => {
  const { domain } = await withCatchAll();
  const port = await app.smtpPort();
  await sendMail(port, { to: `known@${domain}`, raw: mailText() });
  await app.assembly.database.query({
    text: 'update domains set catch_all = false where domain = $1',
    values: [domain],
  });
  expect(await sendMail(port, { to: `other@${domain}`, raw: mailText() })).toMatch(/^550 /);
  expect(await sendMail(port, { to: `known@${domain}`, raw: mailText() })).toMatch(/^250 /);
});

test('a suspended domain takes no mail at all', async () => {
  const { domain } = await withCatchAll();
  const port = await app.smtpPort();
  await sendMail(port, { to: `known@${domain}`, raw: mailText() });
  await app.assembly.database.query({
    text: `update domains set status = 'suspended' where domain = $1`,
    values: [domain],
  });
  expect(await sendMail(port, { to: `known@${domain}`, raw: mailText() })).toMatch(/^550 /);
});
