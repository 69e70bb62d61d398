// Where events become deliveries: one row for each endpoint that listens, and a job that wakes a sender, both in the
// transaction that caused the event. Accounts without endpoints cost one look-up a second at most.

import type { Queryable } from '../../infra/db/database.ts';
import { addJobs, type Job } from '../../infra/jobs.ts';
import type { Outbox } from '../../infra/outbox.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AccountEvent } from '../../lib/events.ts';
import { newId, type WebhookId } from '../../lib/ids.ts';
import { createLru } from '../../lib/lru.ts';
import { payloadOf } from './event-payload.ts';
import type { NewDelivery, Subscriber, WebhookStore } from './store.ts';

export const DELIVER_TASK = 'webhooks.deliver';

/** Tells a sender that these endpoints have something due, now or then. */
export function wakeJob(webhookIds: readonly WebhookId[], runAt?: Date): Job {
  return { task: DELIVER_TASK, payload: { webhookIds }, ...(runAt ? { runAt } : {}) };
}

/** An endpoint made in another process hears of events here after this time; one made in this process at once. */
const CACHE_AGE_MS = 1_000;
const CACHED_SUBSCRIBERS = 50_000;

export interface WebhookOutbox extends Outbox {
  /** The account's endpoints have changed. */
  forget(ownerId: string): void;
}

export function createOutbox(parts: { store: WebhookStore; clock: Clock }): WebhookOutbox {
  const { store, clock } = parts;
  const known = createLru<string, Subscriber[]>({
    max: CACHED_SUBSCRIBERS,
    maxAgeMs: CACHE_AGE_MS,
    weigh: (subscribers) => 1 + subscribers.length,
  });
  let changes = 0;

  async function subscribersOf(tx: Queryable, ownerIds: ReadonlySet<string>): Promise<Map<string, Subscriber[]>> {
    const found = new Map<string, Subscriber[]>();
    const unknown: string[] = [];
    for (const ownerId of ownerIds) {
      const kept = known.get(ownerId);
      if (kept) found.set(ownerId, kept);
      else unknown.push(ownerId);
    }
    if (unknown.length === 0) return found;
    const before = changes;
    const read = Map.groupBy(await store.subscribers(tx, unknown), (subscriber) => subscriber.ownerId);
    for (const ownerId of unknown) {
      const subscribers = read.get(ownerId) ?? [];
      found.set(ownerId, subscribers);
      // What was read while something changed may be from before the change.
      if (before === changes) known.set(ownerId, subscribers);
    }
    return found;
  }

  return {
    async record(tx, events) {
      if (events.length === 0) return;
      const subscribers = await subscribersOf(tx, new Set(events.map((event) => event.ownerId)));
      const deliveries = events.flatMap((event) => deliveriesOf(event, subscribers.get(event.ownerId) ?? []));
      if (deliveries.length === 0) return;
      await store.insertPending(tx, deliveries, clock.now());
      const webhookIds = [...new Set(deliveries.map((delivery) => delivery.webhookId))];
      await addJobs(tx, [wakeJob(webhookIds)]);
    },

    forget(ownerId) {
      changes++;
      known.delete(ownerId);
    },
  };
}

function deliveriesOf(event: AccountEvent, subscribers: readonly Subscriber[]): NewDelivery[] {
  const listening = subscribers.filter(
    ({ events, domainId }) => events.includes(event.name) && (domainId === null || domainId === event.domainId),
  );
  if (listening.length === 0) return [];
  // The same for every endpoint and every retry: it is the webhook-id by which receivers know repeats.
  const eventId = newId('event');
  const body = payloadOf(event);
  return listening.map(({ id }) => ({ webhookId: id, eventId, event: event.name, body }));
}
