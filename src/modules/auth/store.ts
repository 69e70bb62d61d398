// The tables user_tokens, password_resets and signups. Only hashes of tokens are kept; single use is decided here.

import { type Database, isForeignKeyViolation, type Queryable, type Transaction } from '../../infra/db/database.ts';
import { addJobs, type Job } from '../../infra/jobs.ts';
import type { UserId } from '../../lib/ids.ts';

export interface SignupRow {
  readonly id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly locale: string;
}

export type AuthStore = ReturnType<typeof createAuthStore>;

export function createAuthStore(database: Database) {
  return {
    transaction: <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work),
    addJob: (job: Job, queryable: Queryable = database) => addJobs(queryable, [job]),

    /** False when the account was disabled or removed meanwhile. */
    async insertToken(
      token: { hash: string; userId: UserId; now: Date; expiresAt: Date },
      queryable: Queryable = database,
    ): Promise<boolean> {
      try {
        await queryable.query({
          name: 'auth.insertToken',
          text: 'insert into user_tokens (hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)',
          values: [token.hash, token.userId, token.now, token.expiresAt],
        });
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
    },

    async userOfToken(hash: string, now: Date): Promise<UserId | null> {
      const [row] = await database.query<{ user_id: UserId }>({
        name: 'auth.userOfToken',
        text: 'select user_id from user_tokens where hash = $1 and active and expires_at > $2',
        values: [hash, now],
      });
      return row?.user_id ?? null;
    },

    async revokeTokens(userId: UserId, queryable: Queryable = database): Promise<void> {
      await queryable.query({ text: 'delete from user_tokens where user_id = $1', values: [userId] });
    },

    /** Replaces the account's earlier reset token, if it has one. */
    async putReset(userId: UserId, hash: string, expiresAt: Date): Promise<void> {
      await database.query({
        text: `insert into password_resets (user_id, hash, expires_at) values ($1, $2, $3)
               on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
        values: [userId, hash, expiresAt],
      });
    },

    async isResetLive(hash: string, now: Date): Promise<boolean> {
      const rows = await database.query({
        text: 'select 1 from password_resets where hash = $1 and expires_at > $2',
        values: [hash, now],
      });
      return rows.length === 1;
    },

    /** The account of the token, for the one request that uses it. */
    async takeReset(tx: Transaction, hash: string, now: Date): Promise<UserId | null> {
      const [row] = await tx.query<{ user_id: UserId }>({
        text: 'delete from password_resets where hash = $1 and expires_at > $2 returning user_id',
        values: [hash, now],
      });
      return row?.user_id ?? null;
    },

    async insertSignup(
      tx: Transaction,
      signup: { email: string; passwordHash: string; locale: string; expiresAt: Date },
    ): Promise<number> {
      const [row] = await tx.query<{ id: number }>({
        text: 'insert into signups (email, password_hash, locale, expires_at) values ($1, $2, $3, $4) returning id',
        values: [signup.email, signup.passwordHash, signup.locale, signup.expiresAt],
      });
      if (!row) throw new Error('the sign-up was not stored');
      return row.id;
    },

    async findSignup(id: number): Promise<SignupRow | null> {
      const [row] = await database.query<SignupRow>({
        text: 'select id, email, password_hash, locale from signups where id = $1',
        values: [id],
      });
      return row ?? null;
    },

    /** False when the sign-up is gone. */
    async setSignupToken(id: number, hash: string, expiresAt: Date): Promise<boolean> {
      const rows = await database.query({
        text: 'update signups set hash = $2, expires_at = $3 where id = $1 returning id',
        values: [id, hash, expiresAt],
      });
      return rows.length === 1;
    },

    async removeSignup(id: number): Promise<void> {
      await database.query({ text: 'delete from signups where id = $1', values: [id] });
    },

    /** The sign-up of the token, for the one request that uses it. Other sign-ups of the address end with it. */
    async takeSignup(tx: Transaction, hash: string, now: Date): Promise<SignupRow | null> {
      const [row] = await tx.query<SignupRow>({
        text: `delete from signups where hash = $1 and expires_at > $2
               returning id, email, password_hash, locale`,
        values: [hash, now],
      });
      if (!row) return null;
      await tx.query({ text: 'delete from signups where email = $1', values: [row.email] });
      return row;
    },

    async removeExpired(now: Date): Promise<void> {
      await database.query({ text: 'delete from user_tokens where expires_at <= $1', values: [now] });
      await database.query({ text: 'delete from password_resets where expires_at <= $1', values: [now] });
      await database.query({ text: 'delete from signups where expires_at <= $1', values: [now] });
    },
  };
}
