// Private domains over HTTP with a real DNS server: every documented status, verification, re-check, catch-all.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../../test/support/accounts.ts';
import { createAccount } from '../../../test/support/accounts.ts';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { type DnsServer, startDnsServer } from '../../../test/support/dns-server.ts';
import { createSubscriber } from '../../../test/support/subscriber.ts';

interface DomainBody {
  id: string;
  domain: string;
  status: string;
  catchAll: boolean;
  records: { type: string; name: string; value: string; priority?: number; found: string[]; ok: boolean }[];
  verifiedAt: string | null;
  lastCheckedAt: string | null;
}
interface Problem {
  code: string;
  detail: string;
  errors: { path: string; message: string }[];
}

let names: DnsServer;
let app: TestApp;
let owner: TestAccount;
let count = 0;

beforeAll(async () => {
  names = await startDnsServer();
  app = await createTestApp({ DNS_SERVERS: names.address, MX_HOST: 'mx.operator.example' });
});
afterAll(async () => {
  await app.close();
  await names.close();
});
beforeEach(async () => {
  owner = await createSubscriber(app, 'business');
});

const freshName = () => `customer-${++count}.example`;
const add = (account: TestAccount, domain: string) =>
  app.call<{ data: DomainBody } & Problem>('POST', '/me/domains', { token: account.token, body: { domain } });
const verify = (account: TestAccount, id: string) =>
  app.call<{ data: DomainBody } & Problem>('POST', `/me/domains/${id}/verify`, { token: account.token });
const list = async (account: TestAccount) =>
  (await app.call<{ data: DomainBody[] }>('GET', '/me/domains', { token: account.token })).body.data;
const setCatchAll = (account: TestAccount, id: string, enabled: unknown) =>
  app.call<{ data: DomainBody } & Problem>('PATCH', `/me/domains/${id}/catch-all`, {
    token: account.token,
    body: { enabled },
  });
const find = (domain: string) => app.assembly.services.domains.find(domain);

function point(domain: DomainBody): void {
  names.set(`_mayfly.${domain.domain}`, 'TXT', ['v=spf1 -all', domain.records[0]?.value ?? '']);
  names.set(domain.domain, 'MX', [{ exchange: 'MX.operator.example', priority: 20 }]);
}

async function verified(account = owner): Promise<DomainBody> {
  const { data } = (await add(account, freshName())).body;
  point(data);
  const answer = await verify(account, data.id);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

async function recheck(): Promise<void> {
  app.clock.advance(40 * 60);
  await app.assembly.services.domains.recheckDue();
}

describe('adding', () => {
  test('answers the exact records to set', async () => {
    const domain = freshName();
    const answer = await add(owner, domain.toUpperCase());
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      domain,
      status: 'unverified',
      catchAll: false,
      verifiedAt: null,
      lastCheckedAt: null,
      records: [
        { type: 'TXT', name: `_mayfly.${domain}`, value: expect.stringMatching(/^mayfly-verify=\w{20,}$/), ok: false },
        { type: 'MX', name: domain, value: 'mx.operator.example', priority: 10, found: [], ok: false },
      ],
    });
  });

  test.each(['co.uk', 'mayfly.test', 'sub.mayfly.test', 'operator.example', 'not a domain', ''])(
    '%j is 422',
    async (domain) => {
      const answer = await add(owner, domain);
      expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
      expect(answer.body.errors[0]?.path).toBe('body.domain');
    },
  );

  test('the same name twice in one account is 409, in whatever spelling', async () => {
    const n = ++count;
    await add(owner, `bücher-${n}.example`);
    const answer = await add(owner, `BÜCHER-${n}.example.`);
    expect([answer.status, answer.body.code]).toEqual([409, 'domain.taken']);
  });

  test('an unverified claim blocks nobody, a verified one does', async () => {
    const other = await createSubscriber(app, 'business');
    const third = await createSubscriber(app, 'business');
    const { data } = (await add(owner, freshName())).body;
    expect((await add(other, data.domain)).status).toBe(201);
    point(data);
    expect((await verify(owner, data.id)).status).toBe(200);
    expect((await add(third, data.domain)).body.code).toBe('domain.taken');
  });

  test('over domains.max is 403, also when requests race', async () => {
    const small = await createSubscriber(app, 'plus');
    // Connections that are open already make them meet.
    await Promise.all(Array.from({ length: 16 }, () => list(small)));
    const answers = await Promise.all(Array.from({ length: 16 }, () => add(small, freshName())));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(15);
    expect(answers.find((answer) => answer.status === 403)?.body.code).toBe('domain.limit_reached');
  });

  test('a free account has no room', async () => {
    expect((await add(await createAccount(app), freshName())).body.code).toBe('domain.limit_reached');
  });
});

describe('verifying', () => {
  test('needs the proof and the MX, and says what was found', async () => {
    const { data } = (await add(owner, freshName())).body;
    const nothing = await verify(owner, data.id);
    expect([nothing.status, nothing.body.code]).toEqual([422, 'domain.dns_not_ready']);
    expect(nothing.body.errors.map((error) => error.path)).toEqual([`TXT _mayfly.${data.domain}`, `MX ${data.domain}`]);

    names.set(data.domain, 'MX', [{ exchange: 'mail.elsewhere.example', priority: 5 }]);
    names.set(`_mayfly.${data.domain}`, 'TXT', [data.records[0]?.value ?? '']);
    const wrongMx = await verify(owner, data.id);
    expect(wrongMx.body.errors).toEqual([
      {
        path: `MX ${data.domain}`,
        message: 'wanted "mx.operator.example", found "5 mail.elsewhere.example"',
      },
    ]);
    const [shown] = await list(owner);
    expect(shown?.records.map((record) => [record.ok, record.found])).toEqual([
      [true, [data.records[0]?.value]],
      [false, ['5 mail.elsewhere.example']],
    ]);

    point(data);
    const right = await verify(owner, data.id);
    expect(right.body.data).toMatchObject({ status: 'verified', verifiedAt: expect.any(String) });
    expect(right.body.data.records.every((record) => record.ok)).toBe(true);
  });

  test('the proof of another account is no proof', async () => {
    const other = await createSubscriber(app, 'business');
    const mine = (await add(owner, freshName())).body.data;
    const theirs = (await add(other, mine.domain)).body.data;
    point(theirs);
    expect((await verify(owner, mine.id)).body.code).toBe('domain.dns_not_ready');
  });

  test('of two accounts with proofs, one holds the domain', async () => {
    const other = await createSubscriber(app, 'business');
    const mine = (await add(owner, freshName())).body.data;
    const theirs = (await add(other, mine.domain)).body.data;
    point(mine);
    names.set(`_mayfly.${mine.domain}`, 'TXT', [mine.records[0]?.value ?? '', theirs.records[0]?.value ?? '']);
    const answers = await Promise.all([verify(owner, mine.id), verify(other, theirs.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect(answers.find((answer) => answer.status === 422)?.body.code).toBe('domain.not_verified');
  });

  test('DNS that does not answer is said to be so', async () => {
    const { data } = (await add(owner, freshName())).body;
    names.set(data.domain, 'MX', 'servfail');
    const answer = await verify(owner, data.id);
    expect(answer.body.errors[1]?.message).toContain('DNS did not answer');
  });
});

describe('the re-check', () => {
  test('suspends when the MX is provenly gone, and verifies again when it is back', async () => {
    const domain = await verified();
    expect(await find(domain.domain)).toMatchObject({ domainId: domain.id, ownerId: owner.userId, verified: true });
    names.set(domain.domain, 'MX', 'nodata');
    await recheck();
    expect((await list(owner))[0]?.status).toBe('suspended');
    expect(await find(domain.domain)).toMatchObject({ verified: false, catchAll: false });
    point(domain);
    await recheck();
    expect((await list(owner))[0]?.status).toBe('verified');
    expect(await find(domain.domain)).toMatchObject({ verified: true });
  });

  test('suspends when the name is gone, or when its MX are all others', async () => {
    const [a, b] = [await verified(), await verified()];
    names.remove(a.domain);
    names.set(b.domain, 'MX', [{ exchange: 'mail.elsewhere.example', priority: 1 }]);
    await recheck();
    expect((await list(owner)).map((domain) => domain.status)).toEqual(['suspended', 'suspended']);
  });

  test.each(['servfail', 'refused', 'silent'] as const)('changes nothing when DNS is %s', async (failure) => {
    const domain = await verified();
    names.failAll(failure);
    await recheck();
    names.failAll(null);
    expect((await list(owner)).find(({ id }) => id === domain.id)?.status).toBe('verified');
  });

  test('needs no proof any more', async () => {
    const domain = await verified();
    names.remove(`_mayfly.${domain.domain}`);
    await recheck();
    expect((await list(owner))[0]?.status).toBe('verified');
  });

  test('does not ask again before the time', async () => {
    const domain = await verified();
    const before = names.queries.length;
    await app.assembly.services.domains.recheckDue();
    expect(names.queries.slice(before).filter((query) => query.endsWith(domain.domain))).toEqual([]);
  });
});

describe('a suspended domain', () => {
  test('goes to another account that proves it, and does not come back to the first', async () => {
    const mine = await verified();
    names.set(mine.domain, 'MX', 'nodata');
    await recheck();
    const other = await createSubscriber(app, 'business');
    const theirs = (await add(other, mine.domain)).body.data;
    point(theirs);
    expect((await verify(other, theirs.id)).status).toBe(200);
    await recheck();
    expect((await list(owner))[0]?.status).toBe('unverified');
    expect(await find(mine.domain)).toMatchObject({ ownerId: other.userId });
  });
});

describe('deleting', () => {
  test('frees the name at once', async () => {
    const domain = await verified();
    const answer = await app.call('DELETE', `/me/domains/${domain.id}`, { token: owner.token });
    expect(answer.status).toBe(204);
    expect(await find(domain.domain)).toBeNull();
    expect(await list(owner)).toEqual([]);
  });

  test('an unknown id, and one of another account, is 404', async () => {
    const domain = await verified();
    const other = await createAccount(app);
    for (const id of [domain.id, 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e', 'nonsense']) {
      const answer = await app.call<Problem>('DELETE', `/me/domains/${id}`, { token: other.token });
      expect([answer.status, answer.body.code]).toEqual([404, 'domain.not_found']);
    }
  });
});

describe('catch-all', () => {
  test('goes on and off on a verified domain', async () => {
    const domain = await verified();
    expect((await setCatchAll(owner, domain.id, true)).body.data.catchAll).toBe(true);
    expect(await find(domain.domain)).toMatchObject({ catchAll: true });
    expect((await setCatchAll(owner, domain.id, false)).body.data.catchAll).toBe(false);
    expect(await find(domain.domain)).toMatchObject({ catchAll: false });
  });

  test('without the entitlement is 403', async () => {
    const small = await createSubscriber(app, 'plus');
    const domain = await verified(small);
    const answer = await setCatchAll(small, domain.id, true);
    expect([answer.status, answer.body.code]).toEqual([403, 'entitlement.required']);
  });

  test('on an unverified domain is 422', async () => {
    const { data } = (await add(owner, freshName())).body;
    const answer = await setCatchAll(owner, data.id, true);
    expect([answer.status, answer.body.code]).toEqual([422, 'domain.not_verified']);
  });

  test('stops when the plan no longer has it', async () => {
    const domain = await verified();
    await setCatchAll(owner, domain.id, true);
    await app.call('DELETE', '/me/subscription', { token: owner.token });
    app.clock.advance(40 * 86_400);
    expect(await find(domain.domain)).toMatchObject({ verified: true, catchAll: false });
  });

  test('anything but a boolean is 422, and another account’s domain 404', async () => {
    const domain = await verified();
    expect((await setCatchAll(owner, domain.id, 'yes')).status).toBe(422);
    const other = await createSubscriber(app, 'business');
    expect((await setCatchAll(other, domain.id, true)).status).toBe(404);
    expect((await verify(other, domain.id)).status).toBe(404);
  });
});

test('every call wants a user token', async () => {
  const id = 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e';
  for (const [method, path] of [
    ['GET', '/me/domains'],
    ['POST', '/me/domains'],
    ['DELETE', `/me/domains/${id}`],
    ['PATCH', `/me/domains/${id}/catch-all`],
    ['POST', `/me/domains/${id}/verify`],
  ] as const) {
    expect((await app.call(method, path)).status).toBe(401);
  }
});
