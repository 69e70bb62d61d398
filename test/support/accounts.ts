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

/** The token of the newest link of this purpose that was logged for the address; mail is off in tests unless set. */
export function loggedToken(app: TestApp, email: string, purpose: 'reset' | 'signup'): string | null {
  const path = purpose === 'reset' ? '/app/reset' : '/app/signup/confirm';
  const lines = app.logLines.map((line) => JSON.parse(line) as { level: string; to?: string; link?: string });
  const links = lines.filter((line) => line.level === 'info' && line.to === email).map((line) => line.link ?? '');
  const link = links.findLast((candidate) => new URL(candidate).pathname === path);
  return link === undefined ? null : new URL(link).searchParams.get('token');
}

/** A live reset token, as the mail would carry it. */
export async function resetToken(app: TestApp, email: string): Promise<string> {
  await app.assembly.services.auth.reset.sendMail({ email });
  const token = loggedToken(app, email, 'reset');
  if (token === null) throw new Error(`no reset link was logged for ${email}`);
  return token;
}
