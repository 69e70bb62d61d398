// Private domains over HTTP: every documented status of adding, deleting and catch-all. How they are proved and stay proved is in
// domains-verification.test.ts.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount, type TestAccount } from '../../../test/support/accounts.ts';
import {
  type DomainBody,
  type DomainProblem,
  type DomainTest,
  freshName,
  startDomainTest,
} from '../../../test/support/domains.ts';
import { createSubscriber } from '../../../test/support/subscriber.ts';

let run: DomainTest;
let owner: TestAccount;
beforeAll(async () => {
  run = await startDomainTest();
});
afterAll(() => run.close());
beforeEach(async () => {
  owner = await createSubscriber(run.app, 'business');
});

describe('adding', () => {
  test('answers the exact records to set', async () => {
    const domain = freshName();
    const answer = await run.add(owner, domain.toUpperCase());
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
      const answer = await run.add(owner, domain);
      expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
      expect(answer.body.errors[0]?.path).toBe('body.domain');
    },
  );

  test('the same name twice in one account is 409, in whatever spelling', async () => {
    const name = freshName();
    await run.add(owner, `bücher-${name}`);
    const answer = await run.add(owner, `BÜCHER-${name}.`);
    expect([answer.status, answer.body.code]).toEqual([409, 'domain.taken']);
  });

  test('an unverified claim blocks nobody, a verified one does', async () => {
    const other = await createSubscriber(run.app, 'business');
    const third = await createSubscriber(run.app, 'business');
    const { data } = (await run.add(owner, freshName())).body;
    expect((await run.add(other, data.domain)).status).toBe(201);
    run.point(data);
    expect((await run.verify(owner, data.id)).status).toBe(200);
    expect((await run.add(third, data.domain)).body.code).toBe('domain.taken');
  });

  test('over domains.max is 403, also when requests race', async () => {
    const small = await createSubscriber(run.app, 'plus');
    // Connections that are open already make them meet.
    await Promise.all(Array.from({ length: 16 }, () => run.list(small)));
    const answers = await Promise.all(Array.from({ length: 16 }, () => run.add(small, freshName())));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 403)).toHaveLength(15);
    expect(answers.find((answer) => answer.status === 403)?.body.code).toBe('domain.limit_reached');
  });

  test('a free account has no room', async () => {
    expect((await run.add(await createAccount(run.app), freshName())).body.code).toBe('domain.limit_reached');
  });
});

describe('deleting', () => {
  test('frees the name at once', async () => {
    const domain = await run.verified(owner);
    const answer = await run.app.call('DELETE', `/me/domains/${domain.id}`, { token: owner.token });
    expect(answer.status).toBe(204);
    expect(await run.find(domain.domain)).toBeNull();
    expect(await run.list(owner)).toEqual([]);
  });

  test('an unknown id, and one of another account, is 404', async () => {
    const domain = await run.verified(owner);
    const other = await createAccount(run.app);
    for (const id of [domain.id, 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e', 'nonsense']) {
      const answer = await run.app.call<DomainProblem>('DELETE', `/me/domains/${id}`, { token: other.token });
      expect([answer.status, answer.body.code]).toEqual([404, 'domain.not_found']);
    }
  });
});

describe('catch-all', () => {
  const setCatchAll = (account: TestAccount, id: string, enabled: unknown) =>
    run.app.call<{ data: DomainBody } & DomainProblem>('PATCH', `/me/domains/${id}/catch-all`, {
      token: account.token,
      body: { enabled },
    });

  test('goes on and off on a verified domain', async () => {
    const domain = await run.verified(owner);
    expect((await setCatchAll(owner, domain.id, true)).body.data.catchAll).toBe(true);
    expect(await run.find(domain.domain)).toMatchObject({ catchAll: true });
    expect((await setCatchAll(owner, domain.id, false)).body.data.catchAll).toBe(false);
    expect(await run.find(domain.domain)).toMatchObject({ catchAll: false });
  });

  test('without the entitlement is 403', async () => {
    const small = await createSubscriber(run.app, 'plus');
    const domain = await run.verified(small);
    const answer = await setCatchAll(small, domain.id, true);
    expect([answer.status, answer.body.code]).toEqual([403, 'entitlement.required']);
  });

  test('on an unverified domain is 422', async () => {
    const { data } = (await run.add(owner, freshName())).body;
    const answer = await setCatchAll(owner, data.id, true);
    expect([answer.status, answer.body.code]).toEqual([422, 'domain.not_verified']);
  });

  test('stops when the plan no longer has it', async () => {
    const domain = await run.verified(owner);
    await setCatchAll(owner, domain.id, true);
    await run.app.call('DELETE', '/me/subscription', { token: owner.token });
    run.app.clock.advance(40 * 86_400);
    expect(await run.find(domain.domain)).toMatchObject({ verified: true, catchAll: false });
  });

  test('anything but a boolean is 422, and another account’s domain 404', async () => {
    const domain = await run.verified(owner);
    expect((await setCatchAll(owner, domain.id, 'yes')).status).toBe(422);
    const other = await createSubscriber(run.app, 'business');
    expect((await setCatchAll(other, domain.id, true)).status).toBe(404);
    expect((await run.verify(other, domain.id)).status).toBe(404);
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
    expect((await run.app.call(method, path)).status).toBe(401);
  }
});
