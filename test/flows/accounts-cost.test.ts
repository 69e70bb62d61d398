// Verifying a credential is cheap: at most one query, and none for what cannot be one.

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(app.assembly.database.pool, 'query');
  const connect = vi.spyOn(app.assembly.database.pool, 'connect');
  try {
    await work().catch(() => {});
    // Every query of the pool borrows one connection; more borrowed than that would be transactions.
    expect(connect.mock.calls.length).toBe(query.mock.calls.length);
    return query.mock.calls.length;
  } finally {
    vi.restoreAllMocks();
  }
}

test('a user token, a developer key and a mailbox token cost at most one query each', async () => {
  const { auth, keys, mailboxes } = app.assembly.services;
  const { token, userId } = await createAccount(app);
  const { key } = await keys.issue(userId, { name: 'CI', scopes: ['otp:read'], allowedCidrs: [], expiresAt: null });
  const mailbox = mailboxes.tokenFor(await mailboxes.open({}, { kind: 'account', userId }));
  expect(await queriesOf(() => auth.verifyToken(token))).toBe(1);
  expect(await queriesOf(() => keys.verify(key, '192.0.2.1'))).toBe(1);
  expect(await queriesOf(() => mailboxes.authenticate(mailbox))).toBeLessThanOrEqual(1);
});

test('what has not the shape of a credential costs none', async () => {
  const { auth, keys, mailboxes } = app.assembly.services;
  expect(await queriesOf(() => auth.verifyToken('mfu_short'))).toBe(0);
  expect(await queriesOf(() => keys.verify('mfk_short', '192.0.2.1'))).toBe(0);
  expect(await queriesOf(() => mailboxes.authenticate('mfm_short'))).toBe(0);
});
