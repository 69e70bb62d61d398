// Accounts: who they are, what they chose, and their second factor. Signing in is modules/auth.

import type { Queryable } from '../../infra/db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { newId, type UserId } from '../../lib/ids.ts';
import { canonicalLocale } from '../../lib/locale.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { AccountStore, UserRow } from './store.ts';
import { createTwoFactor, type TwoFactor } from './two-factor.ts';

export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly locale: string;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly twoFactor: { readonly enabled: boolean };
}

export interface Account extends User {
  readonly plan: { readonly code: string; readonly name: string };
}

/** What sign-in needs to know of an account. */
export interface SignInRecord {
  readonly userId: UserId;
  readonly passwordHash: string;
  readonly active: boolean;
  /** Encrypted; null when two-factor is off. */
  readonly twoFactorSecret: string | null;
}

export interface AccountService {
  readonly twoFactor: TwoFactor;
  /** The account with its plan; 401 when it is gone. */
  view(userId: UserId): Promise<Account>;
  setLocale(userId: UserId, locale: string): Promise<void>;
  find(userId: UserId): Promise<User | null>;
  /** By its normalised address. */
  findByEmail(email: string): Promise<User | null>;
  list(): Promise<User[]>;
  /** Null when the address has an account already. */
  create(user: { email: string; passwordHash: string; locale: string }, queryable?: Queryable): Promise<UserId | null>;
  signInRecord(email: string): Promise<SignInRecord | null>;
  /** False when the account is gone or disabled. */
  setPassword(userId: UserId, passwordHash: string, queryable?: Queryable): Promise<boolean>;
  /** From this moment its user tokens and developer keys answer 401. Mailbox tokens are worth their mailbox, to its end. */
  disable(userId: UserId): Promise<void>;
  /** Its developer keys work again, and user tokens that nobody has revoked. */
  enable(userId: UserId): Promise<void>;
}

export function createAccountService(options: {
  store: AccountStore;
  secrets: Secrets;
  clock: Clock;
  entitlements: EntitlementSource;
}): AccountService {
  const { store, secrets, clock, entitlements } = options;

  return {
    twoFactor: createTwoFactor({ store, secrets, clock }),
    async view(userId) {
      const [row, plan] = await Promise.all([store.findById(userId), entitlements.planOf(userId)]);
      if (!row) throw new AppError('auth.invalid_token');
      return { ...userOf(row), plan: { code: plan.code, name: plan.name } };
    },
    async setLocale(userId, locale) {
      const canonical = canonicalLocale(locale);
      if (canonical === null) throw invalidField('body.locale', 'must be a BCP 47 language tag such as en or vi-VN');
      await store.setLocale(userId, canonical);
    },
    async find(userId) {
      const row = await store.findById(userId);
      return row && userOf(row);
    },
    async findByEmail(email) {
      const row = await store.findByEmail(email);
      return row && userOf(row);
    },
    list: async () => (await store.list()).map(userOf),
    async create(user, queryable) {
      const id = newId('user');
      return (await store.insertUser({ ...user, id, now: clock.now() }, queryable)) ? id : null;
    },
    async signInRecord(email) {
      const row = await store.findForSignIn(email);
      return (
        row && { userId: row.id, passwordHash: row.password_hash, active: row.active, twoFactorSecret: row.secret }
      );
    },
    setPassword: (userId, passwordHash, queryable) => store.setPassword(userId, passwordHash, queryable),
    disable: (userId) => store.setActive(userId, false),
    enable: (userId) => store.setActive(userId, true),
  };
}

function userOf(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    locale: row.locale,
    active: row.active,
    createdAt: row.created_at,
    twoFactor: { enabled: row.two_factor },
  };
}
