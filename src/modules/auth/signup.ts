// Registration: nothing but a pending sign-up exists until the link in the mail is followed. The answer to a request
// never tells whether the address has an account; its owner learns that by mail.

import type { Queryable } from '../../infra/db/database.ts';
import { normaliseEmail } from '../../lib/email-address.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { canonicalLocale, DEFAULT_LOCALE } from '../../lib/locale.ts';
import { hashCredential, randomText } from '../../lib/secrets.ts';
import { writeMail } from './mails.ts';
import type { AuthParts, IssuedToken } from './parts.ts';

export const SIGNUP_MAIL_TASK = 'auth.signup-mail';
const LIFE_MS = 24 * 3_600_000;
const TOKEN_CHARS = 43;

export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly locale?: string | undefined;
}

export interface Signup {
  /** 403 when the operator closed sign-up. */
  requireOpen(): void;
  request(user: NewUser): Promise<void>;
  /** The job: mails the link, or tells an account's owner that the account exists. */
  sendMail(payload: unknown): Promise<void>;
  confirm(token: string): Promise<IssuedToken>;
  /** What the operator does at the console: an account at once. Null when the address has one. */
  createUser(user: NewUser): Promise<UserId | null>;
}

export function createSignup(
  parts: AuthParts & { open: boolean; issueToken: (userId: UserId, queryable?: Queryable) => Promise<IssuedToken> },
): Signup {
  const { store, account, passwords, mailer, clock } = parts;

  function read(user: NewUser): { email: string; locale: string } {
    const email = normaliseEmail(user.email);
    if (email === null) throw invalidField('body.email', 'must be an e-mail address');
    const locale = canonicalLocale(user.locale ?? DEFAULT_LOCALE);
    if (locale === null) throw invalidField('body.locale', 'must be a BCP 47 language tag such as en or vi-VN');
    return { email, locale };
  }

  function requireOpen(): void {
    if (!parts.open) throw new AppError('signup.closed');
  }

  return {
    requireOpen,
    async request(user) {
      requireOpen();
      const { email, locale } = read(user);
      const passwordHash = await passwords.hash(user.password);
      const expiresAt = new Date(clock.now().getTime() + LIFE_MS);
      await store.transaction(async (tx) => {
        const id = await store.insertSignup(tx, { email, passwordHash, locale, expiresAt });
        await store.addJob({ task: SIGNUP_MAIL_TASK, payload: { id }, maxAttempts: 8 }, tx);
      });
    },

    async sendMail(payload) {
      const signup = await store.findSignup((payload as { id: number }).id);
      if (signup === null) return;
      const user = await account.findByEmail(signup.email);
      if (user !== null) {
        if (user.active) {
          const link = `${parts.publicUrl}/app/signin`;
          await mailer.send(writeMail('exists', { to: user.email, locale: user.locale, link }));
        }
        await store.removeSignup(signup.id);
        return;
      }
      const token = randomText(TOKEN_CHARS);
      const expiresAt = new Date(clock.now().getTime() + LIFE_MS);
      if (!(await store.setSignupToken(signup.id, hashCredential(token), expiresAt))) return;
      const link = `${parts.publicUrl}/app/signup/confirm?token=${token}`;
      await mailer.send(writeMail('signup', { to: signup.email, locale: signup.locale, link }));
    },

    confirm: (token) =>
      store.transaction(async (tx) => {
        requireOpen();
        const signup = await store.takeSignup(tx, hashCredential(token), clock.now());
        const userId =
          signup &&
          (await account.create(
            { email: signup.email, passwordHash: signup.password_hash, locale: signup.locale },
            tx,
          ));
        if (userId === null) throw new AppError('signup.token_gone');
        return parts.issueToken(userId, tx);
      }),

    async createUser(user) {
      const { email, locale } = read(user);
      return account.create({ email, passwordHash: await passwords.hash(user.password), locale });
    },
  };
}
