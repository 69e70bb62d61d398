// The table webhooks: an account's endpoints.

import { lockAccount } from '../../infra/db/account-lock.ts';
import { type Database, isForeignKeyViolation, type Queryable, type Transaction } from '../../infra/db/database.ts';
import type { EventName } from '../../lib/events.ts';
import type { DomainId, UserId, WebhookId } from '../../lib/ids.ts';

export interface WebhookRow {
  readonly id: WebhookId;
  readonly url: string;
  readonly events: EventName[];
  readonly domainId: DomainId | null;
  readonly status: 'active' | 'paused';
  readonly pausedReason: string | null;
  readonly createdAt: Date;
}

export interface Subscriber {
  readonly id: WebhookId;
  readonly ownerId: string;
  readonly events: EventName[];
  readonly domainId: string | null;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly EventName[] | undefined;
  readonly status?: 'active' | 'paused' | undefined;
}

export type InsertOutcome = 'done' | 'limit' | 'reference-gone';

const COLUMNS =
  'id, url, events, domain_id as "domainId", status, paused_reason as "pausedReason", created_at as "createdAt"';

export function createEndpointStore(database: Database) {
  async function insert(
    tx: Transaction,
    ownerId: UserId,
    row: WebhookRow & { secret: string },
    max: number,
  ): Promise<InsertOutcome> {
    await lockAccount(tx, 'webhooks', ownerId);
    const rows = await tx.query({
      text: `insert into webhooks (id, owner_id, url, events, domain_id, secret, created_at)
             select $1, $2, $3, $4, $5, $6, $7
             where (select count(*) from webhooks where owner_id = $2) < $8 returning id`,
      values: [row.id, ownerId, row.url, row.events, row.domainId, row.secret, row.createdAt, max],
    });
    return rows.length === 1 ? 'done' : 'limit';
  }

  return {
    async insert(ownerId: UserId, row: WebhookRow & { secret: string }, max: number): Promise<InsertOutcome> {
      try {
        return await database.transaction((tx) => insert(tx, ownerId, row, max));
      } catch (error) {
        if (isForeignKeyViolation(error)) return 'reference-gone';
        throw error;
      }
    },

    async list(ownerId: UserId): Promise<WebhookRow[]> {
      return database.query<WebhookRow>({
        text: `select ${COLUMNS} from webhooks where owner_id = $1 order by id desc`,
        values: [ownerId],
      });
    },

    async exists(ownerId: UserId, id: WebhookId): Promise<boolean> {
      const rows = await database.query({
        text: 'select from webhooks where id = $1 and owner_id = $2',
        values: [id, ownerId],
      });
      return rows.length === 1;
    },

    /**
     * Null when the account has no such endpoint. Resuming and a new address begin with a clean slate; pausing drops what
     * waits to be sent.
     */
    async change(ownerId: UserId, id: WebhookId, change: WebhookChange): Promise<WebhookRow | null> {
      return database.transaction(async (tx) => {
        const [row] = await tx.query<WebhookRow>({
          text: `update webhooks w set url = coalesce($3, url), events = coalesce($4, events), status = coalesce($5, status),
                   paused_reason = case when $5 = 'active' then null else paused_reason end,
                   failing_since = case when fresh then null else failing_since end,
                   held_until = case when fresh then null else held_until end,
                   proven = proven and not fresh
                 from (select (coalesce($5, '') = 'active' and status = 'paused') or coalesce($3 <> url, false) as fresh
                       from webhooks where id = $1 and owner_id = $2 for update) as before
                 where w.id = $1 returning ${COLUMNS}`,
          values: [id, ownerId, change.url ?? null, change.events ?? null, change.status ?? null],
        });
        if (row && change.status === 'paused') await dropPending(tx, id);
        return row ?? null;
      });
    },

    async remove(ownerId: UserId, id: WebhookId): Promise<boolean> {
      return database.transaction(async (tx) => {
        const rows = await tx.query({
          text: 'delete from webhooks where id = $1 and owner_id = $2 returning id',
          values: [id, ownerId],
        });
        if (rows.length === 1) await dropPending(tx, id);
        return rows.length === 1;
      });
    },

    /** Active endpoints of several accounts at once. */
    async subscribers(queryable: Queryable, ownerIds: readonly string[]): Promise<Subscriber[]> {
      return queryable.query<Subscriber>({
        name: 'webhooks.subscribers',
        text: `select id, owner_id as "ownerId", events, domain_id as "domainId" from webhooks
               where owner_id = any($1) and status = 'active' order by id`,
        values: [ownerIds],
      });
    },
  };
}

/** Nothing more is sent to the endpoint, and no attempt in its history promises another. */
export async function dropPending(tx: Queryable, id: WebhookId): Promise<void> {
  await tx.query({ text: 'delete from webhook_pending where webhook_id = $1', values: [id] });
  await tx.query({
    text: 'update webhook_attempts set next_attempt_at = null where webhook_id = $1 and next_attempt_at is not null',
    values: [id],
  });
}
