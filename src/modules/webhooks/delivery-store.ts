// The tables webhook_pending and webhook_attempts: what waits to be sent, who has it in hand, and the ring of the last attempts.

import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import type { EventName } from '../../lib/events.ts';
import { newId, type WebhookId } from '../../lib/ids.ts';
import { dropPending } from './endpoint-store.ts';
import type { Settlement } from './settle.ts';

export interface NewDelivery {
  readonly webhookId: WebhookId;
  readonly eventId: string;
  readonly event: EventName;
  readonly body: string;
}

/** A delivery in this process's hand until its lease ends. */
export interface ClaimedDelivery extends NewDelivery {
  readonly id: string;
  readonly attempt: number;
  readonly url: string;
  /** Encrypted. */
  readonly secret: string;
  readonly proven: boolean;
}

export interface AttemptRow {
  readonly id: string;
  readonly eventId: string;
  readonly event: EventName;
  readonly attempt: number;
  readonly succeeded: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: Date;
  readonly nextAttemptAt: Date | null;
}

export type AttemptResult = Pick<AttemptRow, 'statusCode' | 'error' | 'durationMs' | 'at' | 'nextAttemptAt'>;

const RING_SIZE = 100;
const FAILING_MS = 5 * 24 * 3_600_000;
/** Longer than the whole schedule of retries; reached only by what an endpoint never got round to. */
const PENDING_MAX_MS = 3 * 24 * 3_600_000;
const PRUNED_AT_ONCE = 50_000;

export function createDeliveryStore(database: Database) {
  return {
    async insertPending(tx: Queryable, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
      await tx.query({
        name: 'webhooks.insertPending',
        text: `insert into webhook_pending (id, webhook_id, event_id, event, body, created_at, due_at)
               select d.*, $6, $6 from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as d`,
        values: [
          deliveries.map(() => newId('delivery')),
          deliveries.map((delivery) => delivery.webhookId),
          deliveries.map((delivery) => delivery.eventId),
          deliveries.map((delivery) => delivery.event),
          deliveries.map((delivery) => delivery.body),
          now,
        ],
      });
    },

    /**
     * Takes what is due for one endpoint: at most `perEndpoint` in hand over all processes while it is proven, one while it
     * is not; of these at most `room` (or `unprovenRoom`) now.
     */
    async claim(
      id: WebhookId,
      limits: { now: Date; leaseUntil: Date; room: number; unprovenRoom: number; perEndpoint: number },
    ): Promise<ClaimedDelivery[]> {
      return database.query<ClaimedDelivery>({
        name: 'webhooks.claim',
        text: `with endpoint as (
                 select id, url, secret, proven from webhooks
                 where id = $1 and status = 'active' and (held_until is null or held_until <= $2) and ${UNSYNCED}
               ), allowed as (
                 select least(case when proven then $4::int else $5::int end, case when proven then $6::int else 1 end
                   - (select count(*) from webhook_pending where webhook_id = $1 and leased_until > $2)) as n
                 from endpoint
               ), next as (
                 select id from webhook_pending
                 where webhook_id = $1 and due_at <= $2 and (leased_until is null or leased_until <= $2)
                 order by due_at limit (select coalesce(max(greatest(n, 0)), 0) from allowed) for update skip locked
               )
               update webhook_pending p set attempt = p.attempt + 1, leased_until = $3 from next, endpoint e
               where p.id = next.id
               returning p.id, p.webhook_id as "webhookId", p.event_id as "eventId", p.event, p.body, p.attempt,
                 e.url, e.secret, e.proven`,
        values: [id, limits.now, limits.leaseUntil, limits.room, limits.unprovenRoom, limits.perEndpoint],
      });
    },

    async recordSuccess(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
      await database.query({
        name: 'webhooks.recordSuccess',
        // The endpoint's row is locked first, here and in everything else that locks both.
        text: `with endpoint as (
                 update webhooks set attempts = attempts + 1, proven = true, failing_since = null
                 where id = $1 and ${UNSYNCED} returning attempts as seq
               ), done as (delete from webhook_pending using endpoint where id = $12 and attempt = $5)
               ${INSERT_ATTEMPT} from endpoint ${TAKE_SLOT}`,
        values: [...attemptValues(delivery, result, true), delivery.id],
      });
    },

    /** Returns when to look at the endpoint again. The caller adds these jobs in the same transaction. */
    async recordFailure(
      tx: Transaction,
      delivery: ClaimedDelivery,
      result: Omit<AttemptResult, 'error' | 'nextAttemptAt'>,
      settlement: Exclude<Settlement, { kind: 'delivered' }>,
    ): Promise<Date[]> {
      const holdUntil = settlement.kind === 'retry' ? settlement.holdUntil : null;
      const [endpoint] = await tx.query<{ seq: number; status: string; failingSince: Date }>({
        text: `update webhooks set attempts = attempts + 1, proven = false, failing_since = coalesce(failing_since, $2),
                 held_until = greatest(held_until, $3)
               where id = $1
               returning attempts as seq, status, failing_since as "failingSince"`,
        values: [delivery.webhookId, result.at, holdUntil],
      });
      if (!endpoint) return [];
      const reason = pauseReason(settlement, endpoint.failingSince, result.at);
      const pauses = reason !== null && endpoint.status === 'active';
      const retryAt = settlement.kind === 'retry' && !pauses ? await reschedule(tx, delivery, settlement.at) : null;
      await tx.query({
        text: `${INSERT_ATTEMPT} from (select $12::bigint as seq) as endpoint ${TAKE_SLOT}`,
        values: [
          ...attemptValues(delivery, { ...result, error: settlement.error, nextAttemptAt: retryAt }, false),
          endpoint.seq,
        ],
      });
      if (settlement.kind !== 'retry') {
        await tx.query({
          text: 'delete from webhook_pending where id = $1 and attempt = $2',
          values: [delivery.id, delivery.attempt],
        });
      }
      if (pauses) {
        await tx.query({
          text: `update webhooks set status = 'paused', paused_reason = $2 where id = $1`,
          values: [delivery.webhookId, reason],
        });
        await dropPending(tx, delivery.webhookId);
        return [];
      }
      return [retryAt, holdUntil].filter((at) => at !== null);
    },

    /** Hands back what a stopping process has not finished; the attempt does not count. */
    async release(deliveries: readonly ClaimedDelivery[]): Promise<void> {
      await database.query({
        text: `update webhook_pending p set leased_until = null, attempt = p.attempt - 1
               from unnest($1::text[], $2::int[]) as d(id, attempt) where p.id = d.id and p.attempt = d.attempt`,
        values: [deliveries.map((delivery) => delivery.id), deliveries.map((delivery) => delivery.attempt)],
      });
    },

    async dueEndpoints(now: Date, limit: number): Promise<WebhookId[]> {
      const rows = await database.query<{ id: WebhookId }>({
        text: `select distinct p.webhook_id as id from webhook_pending p
               join webhooks w on w.id = p.webhook_id and w.status = 'active' and (w.held_until is null or w.held_until <= $1)
               where p.due_at <= $1 and (p.leased_until is null or p.leased_until <= $1) limit $2`,
        values: [now, limit],
      });
      return rows.map((row) => row.id);
    },

    /** Removes what no endpoint waits for any more: recorded while its endpoint was being paused or deleted, or too old. */
    async prunePending(now: Date): Promise<void> {
      await database.query({
        // Never waits for a row that someone has in hand: the next run gets it.
        text: `delete from webhook_pending where id in (
                 select p.id from webhook_pending p where p.created_at < $1
                   or not exists (select from webhooks w where w.id = p.webhook_id and w.status = 'active')
                 limit $2 for update skip locked)`,
        values: [new Date(now.getTime() - PENDING_MAX_MS), PRUNED_AT_ONCE],
      });
    },

    async attempts(id: WebhookId): Promise<AttemptRow[]> {
      return database.query<AttemptRow>({
        text: `select id, event_id as "eventId", event, attempt, succeeded, status_code as "statusCode", error,
                 duration_ms as "durationMs", at, next_attempt_at as "nextAttemptAt"
               from webhook_attempts where webhook_id = $1 order by at desc, seq desc`,
        values: [id],
      });
    },

    transaction: <T>(work: (tx: Transaction) => Promise<T>) => database.transaction(work),
  };
}

// Commits without waiting for the disk. Lost in a crash of PostgreSQL, a claim or a success means that a delivery is sent
// again, which receivers have to take anyway; waiting would cost every delivery two flushes. (Always true, as a condition.)
const UNSYNCED = `set_config('synchronous_commit', 'off', true) is not null`;

// The ring: the place of an attempt is its number modulo 100, so that the newest takes the place of the oldest.
const INSERT_ATTEMPT = `insert into webhook_attempts (webhook_id, slot, seq, id, event_id, event, attempt, succeeded,
    status_code, error, duration_ms, at, next_attempt_at)
  select $1, endpoint.seq % ${RING_SIZE}, endpoint.seq, $2, $3, $4, $5::int, $6, $7::int, $8, $9, $10, $11::timestamptz`;
const TAKE_SLOT = `on conflict (webhook_id, slot) do update set seq = excluded.seq, id = excluded.id,
    event_id = excluded.event_id, event = excluded.event, attempt = excluded.attempt, succeeded = excluded.succeeded,
    status_code = excluded.status_code, error = excluded.error, duration_ms = excluded.duration_ms, at = excluded.at,
    next_attempt_at = excluded.next_attempt_at`;

function attemptValues(delivery: ClaimedDelivery, result: AttemptResult, succeeded: boolean): unknown[] {
  return [
    delivery.webhookId,
    newId('delivery'),
    delivery.eventId,
    delivery.event,
    delivery.attempt,
    succeeded,
    result.statusCode,
    result.error,
    result.durationMs,
    result.at,
    result.nextAttemptAt,
  ];
}

function pauseReason(settlement: Settlement, failingSince: Date, at: Date): 'gone' | 'failing' | null {
  if (settlement.kind === 'gone') return 'gone';
  return at.getTime() - failingSince.getTime() >= FAILING_MS ? 'failing' : null;
}

/** Null when the delivery is no longer this sender's: dropped by a pause, or claimed by another after the lease. */
async function reschedule(tx: Queryable, delivery: ClaimedDelivery, at: Date): Promise<Date | null> {
  const rows = await tx.query({
    text: 'update webhook_pending set due_at = $3, leased_until = null where id = $1 and attempt = $2 returning id',
    values: [delivery.id, delivery.attempt, at],
  });
  return rows.length === 1 ? at : null;
}
