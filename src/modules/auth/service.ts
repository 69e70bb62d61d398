// Signing in: password and second factor against a user token, and what a user token is worth afterwards.

import type { Queryable } from '../../infra/db/database.ts';
import type { Task } from '../../infra/jobs.ts';
import { normaliseEmail } from '../../lib/email-address.ts';
import { AppError } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { CREDENTIALS, type UserPrincipal } from '../../lib/principal.ts';
import { hashCredential, randomText } from '../../lib/secrets.ts';
import type { AuthParts, IssuedToken } from './parts.ts';
import { createPasswordReset, type PasswordReset, RESET_MAIL_TASK } from './password-reset.ts';
import { createSignup, SIGNUP_MAIL_TASK, type Signup } from './signup.ts';

const TOKEN_LIFE_MS = 7 * 86_400_000;
const SECRET_CHARS = 43;
const TOKEN_SHAPE = new RegExp(`^${CREDENTIALS.user.prefix}[0-9A-Za-z]{${SECRET_CHARS}}$`);

export type { IssuedToken } from './parts.ts';

export interface AuthService {
  /** Mail leaves as jobs with retries. */
  readonly tasks: Readonly<Record<string, Task>>;
  readonly reset: PasswordReset;
  readonly signup: Signup;
  /** What limits count an address under, whether or not it has an account. */
  identityOf(email: string): string;
  signIn(attempt: { email: string; password: string; code?: string | undefined }): Promise<IssuedToken>;
  issueToken(userId: UserId, queryable?: Queryable): Promise<IssuedToken>;
  verifyToken(token: string): Promise<UserPrincipal>;
  /** Ends every sign-in of an account. */
  revokeTokens(userId: UserId): Promise<void>;
  /** Removes tokens, resets and sign-ups that are past their time. */
  removeExpired(): Promise<void>;
}

export function createAuthService(parts: AuthParts & { signupOpen: boolean }): AuthService {
  const { store, account, passwords, clock } = parts;

  async function issueToken(userId: UserId, queryable?: Queryable): Promise<IssuedToken> {
    const token = `${CREDENTIALS.user.prefix}${randomText(SECRET_CHARS)}`;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS);
    if (!(await store.insertToken({ hash: hashCredential(token), userId, now, expiresAt }, queryable))) {
      throw new AppError('auth.invalid_credentials');
    }
    return { token, expiresAt };
  }

  const reset = createPasswordReset(parts);
  const signup = createSignup({ ...parts, open: parts.signupOpen, issueToken });

  return {
    tasks: { [RESET_MAIL_TASK]: reset.sendMail, [SIGNUP_MAIL_TASK]: signup.sendMail },
    reset,
    signup,
    issueToken,
    identityOf: (email) => normaliseEmail(email) ?? email.trim().toLowerCase(),

    async signIn({ email, password, code }) {
      const address = normaliseEmail(email);
      const record = await account.signInRecord(address ?? '');
      const known = record?.active ? record : null;
      // Whoever is unknown costs one hash as well; otherwise the time would tell.
      const right = await passwords.verify(password, known?.passwordHash ?? null);
      if (known === null || !right) throw new AppError('auth.invalid_credentials');
      if (known.twoFactorSecret !== null) {
        if (code === undefined || code.trim() === '') throw new AppError('auth.totp_required');
        if (!(await account.twoFactor.accept(known.userId, known.twoFactorSecret, code))) {
          throw new AppError('auth.invalid_credentials');
        }
      }
      if (passwords.isOutdated(known.passwordHash)) {
        await account.setPassword(known.userId, await passwords.hash(password));
      }
      return issueToken(known.userId);
    },

    async verifyToken(token) {
      const userId = TOKEN_SHAPE.test(token) ? await store.userOfToken(hashCredential(token), clock.now()) : null;
      if (userId === null) throw new AppError('auth.invalid_token');
      return { kind: 'user', userId };
    },

    revokeTokens: (userId) => store.revokeTokens(userId),
    removeExpired: () => store.removeExpired(clock.now()),
  };
}
