// Private domains for tests: claimed over the API, proved with records on a real DNS server.

import { expect } from 'vitest';
import type { TestAccount } from './accounts.ts';
import { createTestApp, type TestApp } from './app.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

export interface DomainBody {
  readonly id: string;
  readonly domain: string;
  readonly status: string;
  readonly catchAll: boolean;
  readonly records: { type: string; name: string; value: string; priority?: number; found: string[]; ok: boolean }[];
  readonly verifiedAt: string | null;
  readonly lastCheckedAt: string | null;
}

export interface DomainProblem {
  readonly code: string;
  readonly detail: string;
  readonly errors: { path: string; message: string }[];
}

let count = 0;
export const freshName = () => `customer-${++count}.example`;

export function domainCalls(app: TestApp, names: DnsServer) {
  const add = (account: TestAccount, domain: string) =>
    app.call<{ data: DomainBody } & DomainProblem>('POST', '/me/domains', { token: account.token, body: { domain } });
  const verify = (account: TestAccount, id: string) =>
    app.call<{ data: DomainBody } & DomainProblem>('POST', `/me/domains/${id}/verify`, { token: account.token });

  /** Sets both records that a domain was told to have, among others and in another spelling. */
  function point({ domain, records: [proof, mx] }: DomainBody): void {
    names.set(`_mayfly.${domain}`, 'TXT', ['v=spf1 -all', proof?.value ?? '']);
    names.set(domain, 'MX', [{ exchange: mx?.value.toUpperCase() ?? '', priority: 20 }]);
  }

  return {
    add,
    verify,
    point,

    async verified(account: TestAccount): Promise<DomainBody> {
      const { data } = (await add(account, freshName())).body;
      point(data);
      const answer = await verify(account, data.id);
      expect(answer.status).toBe(200);
      return answer.body.data;
    },

    async list(account: TestAccount): Promise<DomainBody[]> {
      return (await app.call<{ data: DomainBody[] }>('GET', '/me/domains', { token: account.token })).body.data;
    },

    /** What mailboxes and the mail line are told. */
    find: (domain: string) => app.assembly.services.domains.find(domain),

    /** Lets the re-check of every domain come due. */
    async recheck(): Promise<void> {
      app.clock.advance(40 * 60);
      await app.assembly.services.domains.recheckDue();
    },
  };
}

export async function startDomainTest() {
  const names = await startDnsServer();
  const app = await createTestApp({ DNS_SERVERS: names.address, MX_HOST: 'mx.operator.example' });
  return {
    app,
    names,
    ...domainCalls(app, names),

    async close(): Promise<void> {
      await app.close();
      await names.close();
    },
  };
}

export type DomainTest = Awaited<ReturnType<typeof startDomainTest>>;
