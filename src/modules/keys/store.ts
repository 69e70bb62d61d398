// The table api_keys. Only a hash of each key is kept.

import { lockAccount } from '../../infra/db/account-lock.ts';
import { type Database, isForeignKeyViolation, type Transaction, uniqueViolation } from '../../infra/db/database.ts';
import type { UserId } from '../../lib/ids.ts';
import type { Scope } from '../../lib/principal.ts';

export interface KeyRow {
  readonly prefix: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly allowed_cidrs: string[];
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

export interface VerificationRow {
  readonly hash: string;
  readonly user_id: UserId;
  readonly scopes: Scope[];
  readonly allowed_cidrs: string[];
  readonly expires_at: Date | null;
}

export type InsertOutcome = 'done' | 'limit' | 'prefix-taken' | 'account-gone';

export type KeyStore = ReturnType<typeof createKeyStore>;

const RECORD = 'prefix, name, scopes, allowed_cidrs, expires_at, created_at, last_used_at';

export function createKeyStore(database: Database) {
  async function insert(
    tx: Transaction,
    key: Omit<KeyRow, 'last_used_at'> & { hash: string; userId: UserId; max: number },
  ): Promise<InsertOutcome> {
    await lockAccount(tx, 'api_keys', key.userId);
    const rows = await tx.query({
      text: `insert into api_keys (prefix, hash, user_id, name, scopes, allowed_cidrs, expires_at, created_at)
             select $1, $2, $3, $4, $5, $6, $7, $8
             where (select count(*) from api_keys where user_id = $3) < $9 returning prefix`,
      values: [
        key.prefix,
        key.hash,
        key.userId,
        key.name,
        key.scopes,
        key.allowed_cidrs,
        key.expires_at,
        key.created_at,
        key.max,
      ],
    });
    return rows.length === 1 ? 'done' : 'limit';
  }

  return {
    async insert(key: Parameters<typeof insert>[1]): Promise<InsertOutcome> {
      try {
        return await database.transaction((tx) => insert(tx, key));
      } catch (error) {
        if (uniqueViolation(error) !== null) return 'prefix-taken';
        if (isForeignKeyViolation(error)) return 'account-gone';
        throw error;
      }
    },

    async list(userId: UserId): Promise<KeyRow[]> {
      return database.query<KeyRow>({
        text: `select ${RECORD} from api_keys where user_id = $1 and active order by created_at desc, prefix`,
        values: [userId],
      });
    },

    /** False when the account has no such key. */
    async remove(userId: UserId, prefix: string): Promise<boolean> {
      const rows = await database.query({
        text: 'delete from api_keys where user_id = $1 and prefix = $2 returning prefix',
        values: [userId, prefix],
      });
      return rows.length === 1;
    },

    async findForVerification(prefix: string): Promise<VerificationRow | null> {
      const [row] = await database.query<VerificationRow>({
        name: 'keys.verify',
        text: 'select hash, user_id, scopes, allowed_cidrs, expires_at from api_keys where prefix = $1 and active',
        values: [prefix],
      });
      return row ?? null;
    },

    async touch(uses: ReadonlyMap<string, Date>): Promise<void> {
      // In the order of their prefixes, so that two processes never wait for each other.
      const sorted = [...uses].sort(([a], [b]) => (a < b ? -1 : 1));
      await database.query({
        text: `with used as (select * from unnest($1::text[], $2::timestamptz[]) as u(prefix, at)),
                 held as (select k.prefix from api_keys k join used using (prefix) order by k.prefix for update of k)
               update api_keys k set last_used_at = greatest(k.last_used_at, used.at)
               from used join held using (prefix) where k.prefix = used.prefix`,
        values: [sorted.map(([prefix]) => prefix), sorted.map(([, at]) => at)],
      });
    },
  };
}
