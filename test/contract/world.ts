// What the contract tests call against: one service with a populated account beside a stranger's, and one whose limits
// are all 1, so that every second call of an identity is over them.

import { ID_PREFIXES, type IdKind, newId } from '../../src/lib/ids.ts';
import { totpCode } from '../../src/lib/totp.ts';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { type Answer, type CallOptions, createTestApp } from '../support/app.ts';
import { BANK_ENV, BANK_KEY } from '../support/bank.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { deliverAndFind, type OpenedMailbox, openMailbox } from '../support/mailbox.ts';
import { createSubscriber } from '../support/subscriber.ts';
import { until } from '../support/webhooks.ts';
import type { Scheme } from './spec-table.ts';

const ALERT_SECRET = 'the secret of the alert sender';
export const HOOK_URL = 'https://hooks.customer.example/in';
const MAIL = [
  'From: Shop <no-reply@shop.example>',
  'To: someone@mayfly.test',
  'Subject: Your code is 482913',
  'Message-ID: <contract@shop.example>',
  'Date: Sun, 15 Nov 2026 12:00:00 +0000',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Your verification code is <b>482913</b>.</p>',
  '--cut',
  'Content-Type: text/plain; name=terms.txt',
  'Content-Disposition: attachment; filename=terms.txt',
  '',
  'Terms and conditions.',
  '--cut--',
  '',
].join('\r\n');

interface Named {
  readonly id: string;
}
interface ClaimedDomain extends Named {
  readonly domain: string;
  readonly records: { readonly value: string }[];
}
export interface ReceivedMail {
  readonly mailbox: OpenedMailbox;
  readonly message: string;
  readonly attachment: string;
}
/** An account on the largest plan with one of everything. */
export interface Tenant extends ReceivedMail {
  readonly token: string;
  readonly key: string;
  readonly prefix: string;
  readonly domain: ClaimedDomain;
  readonly filter: string;
  readonly webhook: string;
  readonly topup: string;
}

export type World = Awaited<ReturnType<typeof createWorld>>;

export async function createWorld() {
  const names: DnsServer = await startDnsServer();
  names.set('hooks.customer.example', 'A', ['1.1.1.1']);
  names.set('private.customer.example', 'A', ['10.0.0.1']);
  const app = await createTestApp({
    ...BANK_ENV,
    ALERT_SECRET,
    DNS_SERVERS: names.address,
    WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const limited = await createTestApp({ ...BANK_ENV, ALERT_SECRET, RATE_LIMIT_FACTOR: '0.0001' });
  let count = 0;

  /** A call that has to succeed, for what it answers. */
  async function made<T>(method: string, path: string, options: CallOptions): Promise<T> {
    const answer: Answer<{ data: T }> = await app.call<{ data: T }>(method, path, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body?.data;
  }
  const create = <T = Named>(token: string, path: string, body: object = {}) => made<T>('POST', path, { token, body });

  const claimDomain = (token: string) =>
    create<ClaimedDomain>(token, '/me/domains', { domain: `customer-${++count}.example` });

  function pointDomain({ domain, records }: ClaimedDomain): void {
    names.set(`_mayfly.${domain}`, 'TXT', [records[0]?.value ?? '']);
    names.set(domain, 'MX', [{ exchange: 'mx.mayfly.test', priority: 10 }]);
  }

  async function verifyDomain(token: string): Promise<ClaimedDomain> {
    const domain = await claimDomain(token);
    pointDomain(domain);
    await create(token, `/me/domains/${domain.id}/verify`);
    return domain;
  }

  /** A mailbox that lives for a day, with one mail in it. */
  async function receive(token?: string): Promise<ReceivedMail> {
    const mailbox = await openMailbox(app, { ttl: 86_400 }, token);
    const { id } = await deliverAndFind(app, mailbox, MAIL);
    const shown = await made<{ attachments: Named[] }>('GET', `/messages/${id}`, { token: mailbox.token });
    return { mailbox, message: id, attachment: shown.attachments[0]?.id ?? '' };
  }

  const addFilter = (token: string) => create(token, '/me/filters', { name: 'Eight', extractRegex: '\\d{8}' });
  const addWebhook = (token: string, url = HOOK_URL) =>
    create(token, '/me/webhooks', { url, events: ['mailbox.created'] });
  const addKey = (token: string, scopes = ['mailboxes:write', 'messages:read', 'otp:read']) =>
    create<{ key: string; prefix: string }>(token, '/me/api-keys', { name: 'All', scopes });

  async function createTenant(): Promise<Tenant> {
    const { token } = await createSubscriber(app, 'business');
    // Nothing listens there: the attempt fails at once, and is shown.
    const webhook = await addWebhook(token, 'https://127.0.0.1:1/in');
    const received = await receive(token);
    await app.assembly.sender.sweep();
    await until(
      () => made<unknown[]>('GET', `/me/webhooks/${webhook.id}/deliveries`, { token }),
      (deliveries) => deliveries.length > 0,
    );
    const order = { provider: 'bank_transfer', amount: 200_000, currency: 'VND' };
    return {
      ...received,
      ...(await addKey(token)),
      token,
      webhook: webhook.id,
      domain: await verifyDomain(token),
      filter: (await addFilter(token)).id,
      topup: (await create(token, '/me/wallet/topups', order)).id,
    };
  }

  const openSession = async () => (await made<{ key: string }>('POST', '/session', {})).key;
  const tenant = await createTenant();
  const visitor = await receive();
  const guest = await openSession();
  await openMailbox(app, { ttl: 86_400 }, guest);

  const bearer: Record<Exclude<Scheme, 'public' | 'bankApikey'>, string> = {
    mailboxToken: visitor.mailbox.token,
    guestSession: guest,
    userToken: tenant.token,
    apiKey: tenant.key,
    alertWebhook: ALERT_SECRET,
  };

  return {
    app,
    limited,
    names,
    tenant,
    visitor,
    guest,
    createTenant,
    create,
    receive,
    openSession,
    claimDomain,
    pointDomain,
    verifyDomain,
    addFilter,
    addWebhook,
    addKey,
    /** A valid credential for the scheme, as the header that carries it. */
    authorization: (scheme: Scheme): Record<string, string> => {
      if (scheme === 'public') return {};
      return { authorization: scheme === 'bankApikey' ? `Apikey ${BANK_KEY}` : `Bearer ${bearer[scheme]}` };
    },
    /** A token of a mailbox that has just expired. */
    async expired(): Promise<string> {
      const { token } = await openMailbox(app, { ttl: 60 });
      app.clock.advance(61);
      return token;
    },
    /** A mailbox of the tenant that expires while a held call waits. */
    async expiring(): Promise<string> {
      const { id } = await openMailbox(app, { ttl: 60 }, tenant.token);
      app.clock.advance(59.7);
      return id;
    },
    free: (): Promise<TestAccount> => createAccount(app),
    /** A developer key of the service whose limits are all 1. */
    async limitedKey(): Promise<string> {
      const { userId } = await createAccount(limited);
      const wanted = { name: 'All', scopes: ['mailboxes:write'], allowedCidrs: [], expiresAt: null } as const;
      return (await limited.assembly.services.keys.issue(userId, wanted)).key;
    },
    /** An account with a pending or a finished enrolment, and the code of this moment. */
    async enrolled(confirmed: boolean): Promise<TestAccount & { code: string }> {
      const account = await createAccount(app);
      const { secret } = await create<{ secret: string }>(account.token, '/me/2fa/setup');
      const codeNow = () => totpCode(secret, app.clock.now());
      if (confirmed) {
        await create(account.token, '/me/2fa/confirm', { code: codeNow() });
        app.clock.advance(60);
      }
      return { ...account, code: codeNow() };
    },
    /** An address of its own, as the identity of limits. */
    nextIp: () => `203.0.113.${++count % 250}`,
    async close(): Promise<void> {
      await Promise.all([app.close(), limited.close()]);
      await names.close();
    },
  };
}

export const unknownId = (kind: IdKind): string => newId(kind);

/** The kind of a well-formed identifier. */
export function kindOfId(id: string): IdKind {
  const found = Object.entries(ID_PREFIXES).find(([, prefix]) => id.startsWith(`${prefix}_`));
  if (!found) throw new Error(`${id} is no identifier`);
  return found[0] as IdKind;
}
