// The table domains. Who holds a name is decided here, by the unique index over verified and suspended rows.

import { lockAccount } from '../../infra/db/account-lock.ts';
import {
  type Database,
  isForeignKeyViolation,
  type Queryable,
  type Transaction,
  uniqueViolation,
} from '../../infra/db/database.ts';
import type { DomainId, UserId } from '../../lib/ids.ts';
import type { DnsReport } from './dns-check.ts';

export type DomainStatus = 'unverified' | 'verified' | 'suspended';

export interface DomainRow {
  readonly id: DomainId;
  readonly ownerId: UserId;
  readonly domain: string;
  readonly status: DomainStatus;
  readonly catchAll: boolean;
  readonly token: string;
  readonly txtFound: string[];
  readonly txtOk: boolean;
  readonly mxFound: string[];
  readonly mxOk: boolean;
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly lastCheckedAt: Date | null;
}

export type InsertOutcome = 'done' | 'own-already' | 'limit' | 'held' | 'account-gone';

const COLUMNS = `id, owner_id as "ownerId", domain, status, catch_all as "catchAll", token, txt_found as "txtFound",
  txt_ok as "txtOk", mx_found as "mxFound", mx_ok as "mxOk", created_at as "createdAt", verified_at as "verifiedAt",
  last_checked_at as "lastCheckedAt"`;

export type DomainStore = ReturnType<typeof createDomainStore>;

export function createDomainStore(database: Database) {
  async function insert(
    tx: Transaction,
    row: Pick<DomainRow, 'id' | 'ownerId' | 'domain' | 'token' | 'createdAt'> & { max: number },
  ): Promise<InsertOutcome> {
    await lockAccount(tx, 'domains', row.ownerId);
    const [state] = await tx.query<{ count: number; own: boolean; held: boolean }>({
      text: `select (select count(*) from domains where owner_id = $1) as count,
               exists (select from domains where owner_id = $1 and domain = $2) as own,
               exists (select from domains where domain = $2 and status = 'verified') as held`,
      values: [row.ownerId, row.domain],
    });
    if (state?.own) return 'own-already';
    if ((state?.count ?? 0) >= row.max) return 'limit';
    if (state?.held) return 'held';
    await tx.query({
      text: 'insert into domains (id, owner_id, domain, token, created_at) values ($1, $2, $3, $4, $5)',
      values: [row.id, row.ownerId, row.domain, row.token, row.createdAt],
    });
    return 'done';
  }

  return {
    async insert(row: Parameters<typeof insert>[1]): Promise<InsertOutcome> {
      try {
        return await database.transaction((tx) => insert(tx, row));
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'account-gone';
        throw error;
      }
    },

    async list(ownerId: UserId): Promise<DomainRow[]> {
      return database.query<DomainRow>({
        text: `select ${COLUMNS} from domains where owner_id = $1 order by id desc`,
        values: [ownerId],
      });
    },

    async find(ownerId: UserId, id: DomainId): Promise<DomainRow | null> {
      const [row] = await database.query<DomainRow>({
        text: `select ${COLUMNS} from domains where id = $1 and owner_id = $2`,
        values: [id, ownerId],
      });
      return row ?? null;
    },

    /** Who holds the name, verified or suspended. Asked at every RCPT for a private domain: one index look-up. */
    async holder(domain: string): Promise<Pick<DomainRow, 'id' | 'ownerId' | 'status' | 'catchAll'> | null> {
      const [row] = await database.query<Pick<DomainRow, 'id' | 'ownerId' | 'status' | 'catchAll'>>({
        name: 'domains.holder',
        text: `select id, owner_id as "ownerId", status, catch_all as "catchAll" from domains
               where domain = $1 and status in ('verified', 'suspended')`,
        values: [domain],
      });
      return row ?? null;
    },

    /** The holders of several names at once, within a transaction. */
    async holderIds(tx: Queryable, domains: readonly string[]): Promise<Map<string, DomainId>> {
      const rows = await tx.query<{ id: DomainId; domain: string }>({
        name: 'domains.holderIds',
        text: `select id, domain from domains where domain = any($1) and status in ('verified', 'suspended')`,
        values: [domains],
      });
      return new Map(rows.map((row) => [row.domain, row.id]));
    },

    async remove(ownerId: UserId, id: DomainId): Promise<boolean> {
      const rows = await database.query({
        text: 'delete from domains where id = $1 and owner_id = $2 returning id',
        values: [id, ownerId],
      });
      return rows.length === 1;
    },

    /** Null when there is no such domain, or when it has to be verified and is not. */
    async setCatchAll(ownerId: UserId, id: DomainId, enabled: boolean): Promise<DomainRow | null> {
      const [row] = await database.query<DomainRow>({
        text: `update domains set catch_all = $3 where id = $1 and owner_id = $2 and (status = 'verified' or not $3)
               returning ${COLUMNS}`,
        values: [id, ownerId, enabled],
      });
      return row ?? null;
    },

    /** The row, locked until the transaction ends: a state is judged and changed by one at a time. */
    async lock(tx: Transaction, id: DomainId): Promise<DomainRow | null> {
      const [row] = await tx.query<DomainRow>({
        text: `select ${COLUMNS} from domains where id = $1 for update`,
        values: [id],
      });
      return row ?? null;
    },

    async recordCheck(
      tx: Queryable,
      id: DomainId,
      check: DnsReport & { at: Date; nextAt: Date; status: DomainStatus; verifiedAt: Date | null },
    ): Promise<DomainRow | null> {
      const [row] = await tx.query<DomainRow>({
        text: `update domains set status = $2, verified_at = $3, last_checked_at = $4, next_check_at = $5,
                 txt_found = $6, txt_ok = $7, mx_found = $8, mx_ok = $9
               where id = $1 returning ${COLUMNS}`,
        values: [
          id,
          check.status,
          check.verifiedAt,
          check.at,
          check.nextAt,
          check.txt.found,
          check.txt.ok,
          check.mx.found,
          check.mx.ok,
        ],
      });
      return row ?? null;
    },

    /** A suspended holder makes way for an account that has just proved the name; a verified one does not. */
    async releaseSuspended(tx: Queryable, domain: string, exceptId: DomainId): Promise<void> {
      await tx.query({
        text: `update domains set status = 'unverified', catch_all = false
               where domain = $1 and status = 'suspended' and id <> $2`,
        values: [domain, exceptId],
      });
    },

    /** Takes some domains whose re-check is due; other processes take others. A process that dies leaves them due again. */
    async takeDue(now: Date, until: Date, limit: number): Promise<DomainRow[]> {
      return database.query<DomainRow>({
        text: `update domains set next_check_at = $2 where id in (
                 select id from domains where status in ('verified', 'suspended') and next_check_at <= $1
                 order by next_check_at limit $3 for update skip locked)
               returning ${COLUMNS}`,
        values: [now, until, limit],
      });
    },

    transaction: <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work),
    isHeldByAnother: (error: unknown): boolean => uniqueViolation(error) === 'domains_holder',
  };
}
