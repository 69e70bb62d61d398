// Who holds a private domain, with a real DNS server: the proof, the re-check, suspension, and the way to another account.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../../test/support/accounts.ts';
import { type DomainTest, freshName, startDomainTest } from '../../../test/support/domains.ts';
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

describe('verifying', () => {
  test('needs the proof and the MX, and says what was found', async () => {
    const { data } = (await run.add(owner, freshName())).body;
    const nothing = await run.verify(owner, data.id);
    expect([nothing.status, nothing.body.code]).toEqual([422, 'domain.dns_not_ready']);
    expect(nothing.body.errors.map((error) => error.path)).toEqual([`TXT _mayfly.${data.domain}`, `MX ${data.domain}`]);

    run.names.set(data.domain, 'MX', [{ exchange: 'mail.elsewhere.example', priority: 5 }]);
    run.names.set(`_mayfly.${data.domain}`, 'TXT', [data.records[0]?.value ?? '']);
    const wrongMx = await run.verify(owner, data.id);
    expect(wrongMx.body.errors).toEqual([
      {
        path: `MX ${data.domain}`,
        message: 'wanted "mx.operator.example", found "5 mail.elsewhere.example"',
      },
    ]);
    const [shown] = await run.list(owner);
    expect(shown?.records.map((record) => [record.ok, record.found])).toEqual([
      [true, [data.records[0]?.value]],
      [false, ['5 mail.elsewhere.example']],
    ]);

    run.point(data);
    const right = await run.verify(owner, data.id);
    expect(right.body.data).toMatchObject({ status: 'verified', verifiedAt: expect.any(String) });
    expect(right.body.data.records.every((record) => record.ok)).toBe(true);
  });

  test('the proof of another account is no proof', async () => {
    const other = await createSubscriber(run.app, 'business');
    const mine = (await run.add(owner, freshName())).body.data;
    const theirs = (await run.add(other, mine.domain)).body.data;
    run.point(theirs);
    expect((await run.verify(owner, mine.id)).body.code).toBe('domain.dns_not_ready');
  });

  test('of two accounts with proofs, one holds the domain', async () => {
    const other = await createSubscriber(run.app, 'business');
    const mine = (await run.add(owner, freshName())).body.data;
    const theirs = (await run.add(other, mine.domain)).body.data;
    run.point(mine);
    run.names.set(`_mayfly.${mine.domain}`, 'TXT', [mine.records[0]?.value ?? '', theirs.records[0]?.value ?? '']);
    const answers = await Promise.all([run.verify(owner, mine.id), run.verify(other, theirs.id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect(answers.find((answer) => answer.status === 422)?.body.code).toBe('domain.not_verified');
  });

  test('DNS that does not answer is said to be so', async () => {
    const { data } = (await run.add(owner, freshName())).body;
    run.names.set(data.domain, 'MX', 'servfail');
    const answer = await run.verify(owner, data.id);
    expect(answer.body.errors[1]?.message).toContain('DNS did not answer');
  });
});

describe('the re-check', () => {
  test('suspends when the MX is provenly gone, and verifies again when it is back', async () => {
    const domain = await run.verified(owner);
    expect(await run.find(domain.domain)).toMatchObject({ domainId: domain.id, ownerId: owner.userId, verified: true });
    run.names.set(domain.domain, 'MX', 'nodata');
    await run.recheck();
    expect((await run.list(owner))[0]?.status).toBe('suspended');
    expect(await run.find(domain.domain)).toMatchObject({ verified: false, catchAll: false });
    run.point(domain);
    await run.recheck();
    expect((await run.list(owner))[0]?.status).toBe('verified');
    expect(await run.find(domain.domain)).toMatchObject({ verified: true });
  });

  test('suspends when the name is gone, or when its MX are all others', async () => {
    const [a, b] = [await run.verified(owner), await run.verified(owner)];
    run.names.remove(a.domain);
    run.names.set(b.domain, 'MX', [{ exchange: 'mail.elsewhere.example', priority: 1 }]);
    await run.recheck();
    expect((await run.list(owner)).map((domain) => domain.status)).toEqual(['suspended', 'suspended']);
  });

  test.each(['servfail', 'refused', 'silent'] as const)('changes nothing when DNS is %s', async (failure) => {
    const domain = await run.verified(owner);
    run.names.failAll(failure);
    await run.recheck();
    run.names.failAll(null);
    expect((await run.list(owner)).find(({ id }) => id === domain.id)?.status).toBe('verified');
  });

  test('needs no proof any more', async () => {
    const domain = await run.verified(owner);
    run.names.remove(`_mayfly.${domain.domain}`);
    await run.recheck();
    expect((await run.list(owner))[0]?.status).toBe('verified');
  });

  test('does not ask again before the time', async () => {
    const domain = await run.verified(owner);
    const before = run.names.queries.length;
    await run.app.assembly.services.domains.recheckDue();
    expect(run.names.queries.slice(before).filter((query) => query.endsWith(domain.domain))).toEqual([]);
  });
});

describe('a suspended domain', () => {
  test('goes to another account that proves it, and does not come back to the first', async () => {
    const mine = await run.verified(owner);
    run.names.set(mine.domain, 'MX', 'nodata');
    await run.recheck();
    const other = await createSubscriber(run.app, 'business');
    const theirs = (await run.add(other, mine.domain)).body.data;
    run.point(theirs);
    expect((await run.verify(other, theirs.id)).status).toBe(200);
    await run.recheck();
    expect((await run.list(owner))[0]?.status).toBe('unverified');
    expect(await run.find(mine.domain)).toMatchObject({ ownerId: other.userId });
  });
});
