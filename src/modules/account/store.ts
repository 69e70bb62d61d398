// The tables users, two_factor and recovery_codes. Single use of a code is decided here, by one statement each.

import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import type { UserId } from '../../lib/ids.ts';

export interface UserRow {
  readonly id: UserId;
  readonly email: string;
  readonly locale: string;
  readonly active: boolean;
  readonly created_at: Date;
  readonly two_factor: boolean;
}

export interface SignInRow {
  readonly id: UserId;
  readonly password_hash: string;
  readonly active: boolean;
  /** Encrypted; null when two-factor is off. */
  readonly secret: string | null;
}

export interface TwoFactorRow {
  readonly secret: string;
  readonly started_at: Date;
  readonly enabled_at: Date | null;
}

export type AccountStore = ReturnType<typeof createAccountStore>;

const USER = `u.id, u.email, u.locale, u.active, u.created_at,
  exists (select from two_factor t where t.user_id = u.id and t.enabled_at is not null) as two_factor`;

export function createAccountStore(database: Database) {
  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work),

    /** False when the address has an account already. */
    async insertUser(
      user: { id: UserId; email: string; passwordHash: string; locale: string; now: Date },
      queryable: Queryable = database,
    ): Promise<boolean> {
      const rows = await queryable.query({
        name: 'account.insert',
        text: `insert into users (id, email, password_hash, locale, created_at) values ($1, $2, $3, $4, $5)
               on conflict (email) do nothing returning id`,
        values: [user.id, user.email, user.passwordHash, user.locale, user.now],
      });
      return rows.length === 1;
    },

    async findById(id: UserId): Promise<UserRow | null> {
      const [row] = await database.query<UserRow>({
        name: 'account.byId',
        text: `select ${USER} from users u where u.id = $1`,
        values: [id],
      });
      return row ?? null;
    },

    async findByEmail(email: string): Promise<UserRow | null> {
      const [row] = await database.query<UserRow>({
        name: 'account.byEmail',
        text: `select ${USER} from users u where u.email = $1`,
        values: [email],
      });
      return row ?? null;
    },

    async list(): Promise<UserRow[]> {
      return database.query<UserRow>({ text: `select ${USER} from users u order by u.created_at, u.id` });
    },

    async findForSignIn(email: string): Promise<SignInRow | null> {
      const [row] = await database.query<SignInRow>({
        name: 'account.signIn',
        text: `select u.id, u.password_hash, u.active, t.secret
               from users u left join two_factor t on t.user_id = u.id and t.enabled_at is not null
               where u.email = $1`,
        values: [email],
      });
      return row ?? null;
    },

    async setLocale(id: UserId, locale: string): Promise<void> {
      await database.query({ text: 'update users set locale = $2 where id = $1', values: [id, locale] });
    },

    /** False when the account is gone or disabled. */
    async setPassword(id: UserId, passwordHash: string, queryable: Queryable = database): Promise<boolean> {
      const rows = await queryable.query({
        text: 'update users set password_hash = $2 where id = $1 and active returning id',
        values: [id, passwordHash],
      });
      return rows.length === 1;
    },

    /** Takes the account's tokens and keys with it through their foreign keys. */
    async setActive(id: UserId, active: boolean): Promise<void> {
      await database.query({ text: 'update users set active = $2 where id = $1', values: [id, active] });
    },

    async findTwoFactor(id: UserId): Promise<(TwoFactorRow & { codes_left: number }) | null> {
      const [row] = await database.query<TwoFactorRow & { codes_left: number }>({
        text: `select secret, started_at, enabled_at,
                 (select count(*) from recovery_codes r where r.user_id = t.user_id) as codes_left
               from two_factor t where user_id = $1`,
        values: [id],
      });
      return row ?? null;
    },

    /** Begins an enrolment, or begins it anew; false when two-factor is on. */
    async beginTwoFactor(id: UserId, secret: string, now: Date): Promise<boolean> {
      const rows = await database.query({
        text: `insert into two_factor as t (user_id, secret, started_at) values ($1, $2, $3)
               on conflict (user_id) do update set secret = excluded.secret, started_at = excluded.started_at, last_step = 0
               where t.enabled_at is null returning user_id`,
        values: [id, secret, now],
      });
      return rows.length === 1;
    },

    /** False when another request confirmed, replaced or removed this enrolment first. */
    async enableTwoFactor(tx: Transaction, id: UserId, secret: string, step: number, now: Date): Promise<boolean> {
      const rows = await tx.query({
        text: `update two_factor set enabled_at = $4, last_step = $3
               where user_id = $1 and secret = $2 and enabled_at is null returning user_id`,
        values: [id, secret, step, now],
      });
      return rows.length === 1;
    },

    async insertRecoveryCodes(tx: Transaction, id: UserId, hashes: readonly string[]): Promise<void> {
      await tx.query({
        text: 'insert into recovery_codes (user_id, hash) select $1, unnest($2::text[])',
        values: [id, hashes],
      });
    },

    /** True for the one request that uses a code of this step first. */
    async takeStep(id: UserId, step: number, queryable: Queryable = database): Promise<boolean> {
      const rows = await queryable.query({
        text: `update two_factor set last_step = $2
               where user_id = $1 and enabled_at is not null and last_step < $2 returning user_id`,
        values: [id, step],
      });
      return rows.length === 1;
    },

    /** True for the one request that uses this recovery code. */
    async takeRecoveryCode(id: UserId, hash: string, queryable: Queryable = database): Promise<boolean> {
      const rows = await queryable.query({
        text: 'delete from recovery_codes where user_id = $1 and hash = $2 returning user_id',
        values: [id, hash],
      });
      return rows.length === 1;
    },

    async removeTwoFactor(tx: Transaction, id: UserId): Promise<void> {
      await tx.query({ text: 'delete from two_factor where user_id = $1', values: [id] });
    },
  };
}
