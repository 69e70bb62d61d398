// Developer keys for tests, over HTTP: issued with every scope, and used to open a mailbox.

import { expect } from 'vitest';
import type { MailboxId } from '../../src/lib/ids.ts';
import type { TestAccount } from './accounts.ts';
import type { TestApp } from './app.ts';

export type KeyProblem = { code: string; detail?: string; errors?: { path: string }[] };

export interface TestKey {
  readonly prefix: string;
  readonly key: string;
  readonly lastUsedAt: string | null;
}

export const ALL_SCOPES = ['mailboxes:write', 'messages:read', 'otp:read'];

/** `app` is asked for at each call: a test file has its app only once it has begun. */
export function keyCalls(app: () => TestApp) {
  const issue = (account: TestAccount, body: object = {}, on = app()) =>
    on.call<{ data: TestKey } & KeyProblem>('POST', '/me/api-keys', {
      token: account.token,
      body: { name: 'CI', scopes: ALL_SCOPES, ...body },
    });
  return {
    issue,
    async keyOf(account: TestAccount, body: object = {}, on = app()): Promise<string> {
      const answer = await issue(account, body, on);
      expect(answer.status).toBe(201);
      return answer.body.data.key;
    },
    open: (key: string, options: { body?: unknown; ip?: string; headers?: Record<string, string> } = {}, on = app()) =>
      on.call<{ data: { id: MailboxId; address: string; token: string; expiresAt: string } } & KeyProblem>(
        'POST',
        '/keys/mailboxes',
        { token: key, body: {}, ...options },
      ),
  };
}
