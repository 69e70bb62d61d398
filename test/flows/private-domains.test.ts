// Private domains, catch-all and filters as mail sees them: over real SMTP.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { mailText, sendMail } from '../support/smtp-client.ts';
import { createSubscriber } from '../support/subscriber.ts';

interface Mailbox {
  id: string;
  address: string;
  token: string;
}
interface Domain {
  id: string;
  domain: string;
  records: { value: string }[];
}

let names: DnsServer;
let app: TestApp;
let smtp: number;
let count = 0;

beforeAll(async () => {
  names = await startDnsServer();
  app = await createTestApp({ DNS_SERVERS: names.address });
  smtp = await app.smtpPort();
});
afterAll(async () => {
  await app.close();
  await names.close();
});

const post = async <T>(account: TestAccount, path: string, body: object = {}) =>
  (await app.call<{ data: T }>('POST', path, { token: account.token, body })).body.data;
const send = (to: string, more: Parameters<typeof mailText>[0] = {}) =>
  sendMail(smtp, { to, raw: mailText({ to, ...more }) });
const mailboxesOf = async (account: TestAccount) =>
  (await app.call<{ data: Mailbox[] }>('GET', '/me/mailboxes?limit=100', { token: account.token })).body.data;
const messagesOf = async (token: string) =>
  (await app.call<{ data: unknown[] }>('GET', '/mailboxes/me/messages?limit=100', { token })).body.data;
const catchAll = (account: TestAccount, id: string, enabled: boolean) =>
  app.call('PATCH', `/me/domains/${id}/catch-all`, { token: account.token, body: { enabled } });

function point(domain: Domain): void {
  names.set(`_mayfly.${domain.domain}`, 'TXT', [domain.records[0]?.value ?? '']);
  names.set(domain.domain, 'MX', [{ exchange: 'mx.mayfly.test', priority: 10 }]);
}

async function claim(account: TestAccount, name = `mail-${++count}.example`): Promise<Domain> {
  return post<Domain>(account, '/me/domains', { domain: name });
}

async function verified(account: TestAccount, name?: string): Promise<Domain> {
  const domain = await claim(account, name);
  point(domain);
  await app.call('POST', `/me/domains/${domain.id}/verify`, { token: account.token });
  return domain;
}

async function recheck(): Promise<void> {
  app.clock.advance(40 * 60);
  await app.assembly.services.domains.recheckDue();
}

describe('SMTP obeys the state of a domain', () => {
  test('verified 250, suspended 550, verified again 250, deleted 550', async () => {
    const owner = await createSubscriber(app);
    const domain = await verified(owner);
    const { address, token } = await post<Mailbox>(owner, '/mailboxes', { domain: domain.domain });
    expect(await send(address)).toMatch(/^250/);
    names.set(domain.domain, 'MX', 'nodata');
    await recheck();
    expect(await send(address)).toMatch(/^550 5\.1\.1/);
    point(domain);
    await recheck();
    expect(await send(address)).toMatch(/^250/);
    await app.call('DELETE', `/me/domains/${domain.id}`, { token: owner.token });
    expect(await send(address)).toMatch(/^550 5\.1\.1/);
    // What the mailbox holds stays readable until its end.
    expect(await messagesOf(token)).toHaveLength(2);
  });

  test('an unverified claim takes no mail and opens no mailbox', async () => {
    const owner = await createSubscriber(app);
    const { domain } = await claim(owner);
    const answer = await app.call<{ code: string }>('POST', '/mailboxes', { token: owner.token, body: { domain } });
    expect([answer.status, answer.body.code]).toEqual([422, 'mailbox.domain_unavailable']);
    expect(await send(`a@${domain}`)).toMatch(/^550 5\.1\.1/);
  });

  test('mail to a domain that has changed hands does not reach mailboxes of the account that had it before', async () => {
    const before = await createSubscriber(app);
    const domain = await verified(before);
    const { address, token } = await post<Mailbox>(before, '/mailboxes', {
      domain: domain.domain,
      localPart: 'office',
    });
    await app.call('DELETE', `/me/domains/${domain.id}`, { token: before.token });
    const now = await createSubscriber(app);
    await verified(now, domain.domain);
    expect(await send(address)).toMatch(/^550 5\.1\.1/);
    expect(await messagesOf(token)).toHaveLength(0);
  });

  test('nobody else opens mailboxes on it', async () => {
    const { domain } = await verified(await createSubscriber(app));
    const stranger = await createSubscriber(app);
    const answer = await app.call('POST', '/mailboxes', { token: stranger.token, body: { domain } });
    expect(answer.status).toBe(422);
    expect((await app.call('POST', '/mailboxes', { body: { domain } })).status).toBe(422);
  });
});

describe('catch-all', () => {
  test('the first mail opens the mailbox, which the account finds', async () => {
    const owner = await createSubscriber(app);
    const { id, domain } = await verified(owner);
    expect(await send(`new@${domain}`)).toMatch(/^550/);
    await catchAll(owner, id, true);
    expect(await send(`New@${domain}`, { subject: 'first' })).toMatch(/^250/);
    const [mailbox] = await mailboxesOf(owner);
    expect(mailbox?.address).toBe(`new@${domain}`);
    expect(await messagesOf(mailbox?.token ?? '')).toMatchObject([{ subject: 'first' }]);
    await catchAll(owner, id, false);
    expect(await send(`new@${domain}`)).toMatch(/^250/);
    expect(await send(`other@${domain}`)).toMatch(/^550/);
  });

  test('50 parallel first mails open one mailbox with 50 messages', { timeout: 60_000 }, async () => {
    const owner = await createSubscriber(app);
    const { id, domain } = await verified(owner);
    await catchAll(owner, id, true);
    const to = `race@${domain}`;
    // Ten connections at a time: one address may not open more.
    const jobs = Array.from({ length: 50 }, (_, i) => i).values();
    const replies: string[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (const i of jobs) replies.push(await send(to, { subject: String(i) }));
      }),
    );
    expect(replies.filter((reply) => reply.startsWith('250'))).toHaveLength(50);
    const mailboxes = await mailboxesOf(owner);
    expect(mailboxes.map((mailbox) => mailbox.address)).toEqual([to]);
    expect(await messagesOf(mailboxes[0]?.token ?? '')).toHaveLength(50);
  });

  test('a flood of random local parts stops at the plan’s mailboxes, with a reply that defers', {
    timeout: 60_000,
  }, async () => {
    const owner = await createSubscriber(app);
    const { id, domain } = await verified(owner);
    await catchAll(owner, id, true);
    // Up to five below the plan's thousand by hand; the rest by the flood.
    await app.assembly.database.query({
      text: `insert into mailboxes (id, local_part, domain, owner_id, created_at, expires_at)
             select 'mbx_flood' || n, 'flood' || n, 'mayfly.test', $1, now(), $2 from generate_series(1, 995) as n`,
      values: [owner.userId, new Date(app.clock.now().getTime() + 3_600_000)],
    });
    const jobs = Array.from({ length: 20 }, (_, i) => i).values();
    const replies: string[] = [];
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (const i of jobs) replies.push(await send(`random-${i}@${domain}`));
      }),
    );
    expect(replies.filter((reply) => reply.startsWith('250'))).toHaveLength(5);
    expect(replies.filter((reply) => /^452/.test(reply))).toHaveLength(15);
  });
});

describe('filters', () => {
  test('come before the built-in extractor, for the account’s mail only, and change from mail to mail', async () => {
    const owner = await createSubscriber(app);
    const domain = await verified(owner);
    const onDomain = await post<Mailbox>(owner, '/mailboxes', { domain: domain.domain });
    const elsewhere = await post<Mailbox>(owner, '/mailboxes');
    const stranger = await post<Mailbox>(await createSubscriber(app), '/mailboxes');
    const body = { name: 'tickets', domainId: domain.id, fromPattern: '*@example.org', extractRegex: 'ticket (\\w+)' };
    const filter = await post<{ id: string }>(owner, '/me/filters', body);

    const latest = async (mailbox: Mailbox) => {
      await send(mailbox.address, { subject: 'Sign in', body: 'Your code is 482913. Your ticket ABC99.' });
      const path = '/mailboxes/me/otp/latest';
      const { data } = (await app.call<{ data: object }>('GET', path, { token: mailbox.token })).body;
      return data;
    };
    expect(await latest(onDomain)).toMatchObject({ code: 'ABC99', source: 'filter', filterId: filter.id });
    expect(await latest(elsewhere)).toMatchObject({ code: '482913', source: 'builtin', filterId: null });
    expect(await latest(stranger)).toMatchObject({ code: '482913', source: 'builtin' });
    await app.call('PATCH', `/me/filters/${filter.id}`, { token: owner.token, body: { status: 'disabled' } });
    expect(await latest(onDomain)).toMatchObject({ code: '482913', source: 'builtin' });
  });
});
