// Accounts for tests, through the services: signed in, ready to use, and cheap (one password hash for all of them).

import { createPasswords } from '../../src/infra/password.ts';
import type { UserId } from '../../src/lib/ids.ts';
import type { TestApp } from './app.ts';

export interface TestAccount {
  readonly userId: UserId;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

const PASSWORD = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;
let count = 0;

export async function createAccount(
  app: TestApp,
  options: { email?: string; locale?: string } = {},
): Promise<TestAccount> {
  const { account, auth } = app.assembly.services;
  passwordHash ??= createPasswords().hash(PASSWORD);
  const email = options.email ?? `person-${++count}@people.example`;
  const userId = await account.create({ email, passwordHash: await passwordHash, locale: options.locale ?? 'en' });
  if (userId === null) throw new Error(`${email} has an account already`);
  const { token } = await auth.issueToken(userId);
  return { userId, email, password: PASSWORD, token };
}
