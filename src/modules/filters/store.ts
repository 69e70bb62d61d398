// The table filters.

import { lockAccount } from '../../infra/db/account-lock.ts';
import { type Database, isForeignKeyViolation, type Transaction } from '../../infra/db/database.ts';
import type { DomainId, FilterId, UserId } from '../../lib/ids.ts';

export interface FilterRow {
  readonly id: FilterId;
  readonly name: string;
  readonly scopeType: 'all' | 'domain';
  readonly domainId: DomainId | null;
  readonly fromPattern: string | null;
  readonly subjectPattern: string | null;
  readonly extractRegex: string;
  readonly priority: number;
  readonly status: 'active' | 'disabled';
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type FilterChange = Partial<
  Pick<FilterRow, 'name' | 'extractRegex' | 'fromPattern' | 'subjectPattern' | 'priority' | 'status'>
>;

export type InsertOutcome = 'done' | 'limit' | 'reference-gone';

const COLUMNS = `id, name, scope_type as "scopeType", domain_id as "domainId", from_pattern as "fromPattern",
  subject_pattern as "subjectPattern", extract_regex as "extractRegex", priority, status, created_at as "createdAt",
  updated_at as "updatedAt"`;

export type FilterStore = ReturnType<typeof createFilterStore>;

export function createFilterStore(database: Database) {
  async function insert(tx: Transaction, ownerId: UserId, row: FilterRow, max: number): Promise<InsertOutcome> {
    await lockAccount(tx, 'filters', ownerId);
    const rows = await tx.query({
      text: `insert into filters (id, owner_id, name, scope_type, domain_id, from_pattern, subject_pattern,
               extract_regex, priority, status, created_at, updated_at)
             select $1, $2, $3, $4, $5, $6, $7, $8, $9::int, $10, $11, $12
             where (select count(*) from filters where owner_id = $2) < $13 returning id`,
      values: [
        row.id,
        ownerId,
        row.name,
        row.scopeType,
        row.domainId,
        row.fromPattern,
        row.subjectPattern,
        row.extractRegex,
        row.priority,
        row.status,
        row.createdAt,
        row.updatedAt,
        max,
      ],
    });
    return rows.length === 1 ? 'done' : 'limit';
  }

  return {
    async insert(ownerId: UserId, row: FilterRow, max: number): Promise<InsertOutcome> {
      try {
        return await database.transaction((tx) => insert(tx, ownerId, row, max));
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'reference-gone';
        throw error;
      }
    },

    /** In the order in which they are tried. */
    async list(ownerId: UserId): Promise<FilterRow[]> {
      return database.query<FilterRow>({
        name: 'filters.list',
        text: `select ${COLUMNS} from filters where owner_id = $1 order by priority, id`,
        values: [ownerId],
      });
    },

    /** Null when the account has no such filter. */
    async change(ownerId: UserId, id: FilterId, change: FilterChange, now: Date): Promise<FilterRow | null> {
      // Null is a value of the two patterns, so that "leave as it is" has to be said apart from it.
      const [row] = await database.query<FilterRow>({
        text: `update filters set name = coalesce($3, name), extract_regex = coalesce($4, extract_regex),
                 from_pattern = case when $5 then $6 else from_pattern end,
                 subject_pattern = case when $7 then $8 else subject_pattern end,
                 priority = coalesce($9, priority), status = coalesce($10, status), updated_at = $11
               where id = $1 and owner_id = $2 returning ${COLUMNS}`,
        values: [
          id,
          ownerId,
          change.name ?? null,
          change.extractRegex ?? null,
          change.fromPattern !== undefined,
          change.fromPattern ?? null,
          change.subjectPattern !== undefined,
          change.subjectPattern ?? null,
          change.priority ?? null,
          change.status ?? null,
          now,
        ],
      });
      return row ?? null;
    },

    async remove(ownerId: UserId, id: FilterId): Promise<boolean> {
      const rows = await database.query({
        text: 'delete from filters where id = $1 and owner_id = $2 returning id',
        values: [id, ownerId],
      });
      return rows.length === 1;
    },
  };
}
