// Sends what waits in webhook_pending. A job only wakes an endpoint's lane and is done at once: the sending itself holds no job
// slot, so that endpoints which hang for 15 s hold up neither other endpoints nor other jobs.
//
// A delivery is claimed for a lease and sent; what a killed process had in hand is claimed again when its lease has run out.
// An endpoint whose last attempt succeeded gets four sends at a time. One that has not proved itself, or fails, gets one, out
// of a share of the sockets that all such endpoints have together: however many are dead, the proven ones find room.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../infra/log.ts';
import type { WebhookId } from '../../lib/ids.ts';
import { ATTEMPT_TIMEOUT_MS, type DeliverParts, deliver } from './deliver.ts';
import type { ClaimedDelivery } from './store.ts';

const PER_ENDPOINT = 4;
const SOCKETS = 256;
const UNPROVEN_SOCKETS = 128;
/** The attempt itself, and time to record it. Recorded later than that, it may be sent twice. */
const LEASE_MS = ATTEMPT_TIMEOUT_MS + 5_000;
const SWEEP_LANES = 1_000;
/** What is still under way when the process stops gets this long; then it is handed back. */
const STOP_MS = 3_000;

export interface Sender {
  /** The job: claims and sends what is due for the endpoints. Resolves when it is claimed, not when it is sent. */
  run(payload: unknown): Promise<void>;
  /** Wakes every endpoint that has something due: a net under the jobs, for what a killed process left behind. */
  sweep(): Promise<void>;
  /** Looks at once, and again when leases of a process that was killed before have run out. */
  start(): void;
  stop(): Promise<void>;
}

export interface SenderOptions extends DeliverParts {
  log: Log;
  leaseMs?: number;
}

export function createSender(options: SenderOptions): Sender {
  const { store, clock, log } = options;
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const inHand = new Map<ClaimedDelivery, Promise<void>>();
  const claiming = new Map<WebhookId, { again: boolean }>();
  const waitForSocket = new Set<WebhookId>();
  const waitForUnproven = new Set<WebhookId>();
  const handedBack = new Set<ClaimedDelivery>();
  const stopped = new AbortController();
  // Counts reservations as well: many lanes may be claiming at the same time.
  let sockets = 0;
  let unproven = 0;

  async function claimOnce(id: WebhookId): Promise<void> {
    const room = Math.min(PER_ENDPOINT, SOCKETS - sockets);
    if (room <= 0) {
      waitForSocket.add(id);
      return;
    }
    const unprovenRoom = unproven < UNPROVEN_SOCKETS ? 1 : 0;
    sockets += room;
    unproven += unprovenRoom;
    let claimed: ClaimedDelivery[] = [];
    try {
      const now = clock.now();
      const leaseUntil = new Date(now.getTime() + leaseMs);
      claimed = await store.claim(id, { now, leaseUntil, room, unprovenRoom, perEndpoint: PER_ENDPOINT });
    } finally {
      sockets -= room - claimed.length;
      if (claimed[0]?.proven !== false) unproven -= unprovenRoom;
    }
    if (claimed.length === 0 && unprovenRoom === 0) waitForUnproven.add(id);
    for (const delivery of claimed) inHand.set(delivery, send(delivery));
    wakeWaiting();
  }

  async function send(delivery: ClaimedDelivery): Promise<void> {
    try {
      await deliver(options, delivery, () => handedBack.has(delivery));
    } catch (error) {
      // Not recorded: the lease runs out, and it is sent again. Better twice than never.
      log.warn({ err: error, webhookId: delivery.webhookId }, 'a webhook attempt could not be recorded');
      return;
    } finally {
      inHand.delete(delivery);
      sockets--;
      if (!delivery.proven) unproven--;
      wakeWaiting();
    }
    wakeLater(delivery.webhookId);
  }

  async function wake(id: WebhookId): Promise<void> {
    const busy = claiming.get(id);
    if (busy) {
      busy.again = true;
      return;
    }
    const lane = { again: true };
    claiming.set(id, lane);
    try {
      while (lane.again && !stopped.signal.aborted) {
        lane.again = false;
        await claimOnce(id);
      }
    } finally {
      claiming.delete(id);
    }
  }

  function wakeLater(id: WebhookId): void {
    wake(id).catch((error) =>
      log.warn({ err: error, webhookId: id }, 'a webhook lane paused; a sweep takes it up again'),
    );
  }

  // A lane that is woken reserves its room before this goes on, so that neither share is given out twice.
  function wakeWaiting(): void {
    if (stopped.signal.aborted) return;
    for (const id of waitForSocket) {
      if (sockets >= SOCKETS) return;
      waitForSocket.delete(id);
      wakeLater(id);
    }
    for (const id of waitForUnproven) {
      if (sockets >= SOCKETS || unproven >= UNPROVEN_SOCKETS) return;
      waitForUnproven.delete(id);
      wakeLater(id);
    }
  }

  async function sweep(): Promise<void> {
    for (const id of await store.dueEndpoints(clock.now(), SWEEP_LANES)) await wake(id);
  }

  return {
    async run(payload) {
      const { webhookIds } = payload as { webhookIds: readonly WebhookId[] };
      await Promise.all(webhookIds.map(wake));
    },
    sweep,
    start() {
      const look = async () => {
        await sweep();
        await sleep(leaseMs + 1_000, undefined, { signal: stopped.signal });
        await sweep();
      };
      look().catch((error) => {
        if (!stopped.signal.aborted) log.warn({ err: error }, 'the first look at waiting webhooks failed');
      });
    },
    async stop() {
      stopped.abort();
      await Promise.race([Promise.all(inHand.values()), sleep(STOP_MS, undefined, { ref: false })]);
      const left = [...inHand.keys()];
      if (left.length === 0) return;
      for (const delivery of left) handedBack.add(delivery);
      await store.release(left).catch((error) => log.debug({ err: error }, 'webhook leases were not handed back'));
    },
  };
}
