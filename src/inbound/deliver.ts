// Last step of the mail line: 250 means durable. Every mail that finished while the last commit was under way goes into the next
// transaction together; an idle server commits at once, a busy one in batches. No timer.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Transaction } from '../infra/db/database.ts';
import { isDiskFull, isUnavailable } from '../infra/db/database.ts';
import type { Log } from '../infra/log.ts';
import type { Outbox } from '../infra/outbox.ts';
import type { Wakeup } from '../infra/wakeup.ts';
import type { UserId } from '../lib/ids.ts';
import type { MailboxService } from '../modules/mailboxes/service.ts';
import type { MessageService } from '../modules/messages/service.ts';
import { type Allotment, allot } from './allot.ts';
import type { Parcel } from './parcel.ts';
import type { Verdict } from './reply.ts';

interface Pending {
  readonly parcel: Parcel;
  readonly settle: (verdict: Verdict) => void;
}

const MAX_BATCH = 64;
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
const MAX_QUEUE = 2_000;
const MAX_QUEUE_BYTES = 256 * 1024 * 1024;
const RETRIES = 3;
const NO_PARTITION = '23514';
/** Failures that another attempt may not meet: a deadlock, a serialization failure, a missing partition. */
const PASSING = new Set(['40P01', '40001', NO_PARTITION]);

export type Delivery = ReturnType<typeof createDelivery>;

export function createDelivery(parts: {
  database: Database;
  mailboxes: MailboxService;
  messages: MessageService;
  outbox: Outbox;
  wakeup: Wakeup;
  log: Log;
}) {
  const { database, mailboxes, messages, outbox, wakeup, log } = parts;
  const queue: Pending[] = [];
  let queuedBytes = 0;
  let committing: Promise<void> | null = null;

  async function commitAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = takeBatch();
      const verdicts = await commitBatch(batch.map(({ parcel }) => parcel)).catch((error: unknown): Verdict[] => {
        // Nobody may be left without an answer, whatever this was.
        log.error({ err: error }, 'mail deferred: storing it failed unexpectedly');
        return [];
      });
      batch.forEach(({ parcel, settle }, i) => {
        const verdict = verdicts[i] ?? 'store-down';
        if (verdict === 'accepted') for (const { row } of parcel.copies) wakeup.publish(row.mailboxId, 'mail');
        settle(verdict);
      });
    }
  }

  function takeBatch(): Pending[] {
    let bytes = 0;
    let count = 0;
    for (const { parcel } of queue) {
      if (count > 0 && (count >= MAX_BATCH || bytes + parcel.bytes > MAX_BATCH_BYTES)) break;
      bytes += parcel.bytes;
      count++;
    }
    queuedBytes -= bytes;
    return queue.splice(0, count);
  }

  /** A verdict for each parcel. One that cannot be stored with the others is tried alone, so that it hurts nobody. */
  async function commitBatch(parcels: readonly Parcel[]): Promise<Verdict[]> {
    let failure: string | null = null;
    for (let attempt = 1; ; attempt++) {
      try {
        // No partition yet for originals that end then: made first, and if that fails it is judged like any other failure.
        if (failure === NO_PARTITION) await messages.openRawSlots();
        return await database.transaction((tx) => storeParcels(tx, parcels));
      } catch (error) {
        if (error instanceof MixedOutcome && parcels.length === 1) return [error.verdict];
        if (isDiskFull(error)) return parcels.map(() => 'disk-full');
        if (isUnavailable(error)) {
          log.warn({ err: error }, 'mail deferred: the database is not available');
          return parcels.map(() => 'store-down');
        }
        failure = (error as { code?: string }).code ?? null;
        if (attempt < RETRIES && failure !== null && PASSING.has(failure)) continue;
        if (parcels.length > 1) return oneByOne(parcels);
        log.error({ err: error }, 'mail deferred: it could not be stored');
        return ['store-down'];
      }
    }
  }

  async function oneByOne(parcels: readonly Parcel[]): Promise<Verdict[]> {
    const verdicts: Verdict[] = [];
    for (const parcel of parcels) verdicts.push(...(await commitBatch([parcel])));
    return verdicts;
  }

  async function storeParcels(tx: Transaction, parcels: readonly Parcel[]): Promise<Verdict[]> {
    const allotment = await claimNumbers(tx, parcels);
    const mixed = allotment.verdicts.find((verdict) => typeof verdict !== 'string');
    if (mixed) throw new MixedOutcome(mixed.mixed);
    const stored = parcels.filter((_, i) => allotment.verdicts[i] === 'accepted');
    if (stored.length > 0) await writeParcels(tx, stored, allotment);
    return allotment.verdicts as Verdict[];
  }

  async function claimNumbers(tx: Transaction, parcels: readonly Parcel[]): Promise<Allotment> {
    const copies = parcels.flatMap((parcel) => parcel.copies);
    const owners = [...new Set(copies.map((copy) => copy.ownerId).filter((id) => id !== null))].sort();
    const used = owners.length > 0 ? await mailboxes.lockAccountUsage(tx, owners) : new Map<UserId, number>();
    return allot(parcels, used, (claims) => mailboxes.claim(tx, claims));
  }

  async function writeParcels(tx: Transaction, parcels: readonly Parcel[], allotment: Allotment): Promise<void> {
    const copies = parcels.flatMap((parcel) => parcel.copies);
    messages.store(
      tx,
      copies.map((copy) => ({ ...copy.row, seq: allotment.seqOf(copy) })),
      parcels.flatMap((parcel) => parcel.raws),
      copies.flatMap((copy) => copy.attachments),
      parcels.flatMap((parcel) => parcel.shared),
    );
    const added = new Map<UserId, number>();
    for (const { ownerId } of copies) if (ownerId !== null) added.set(ownerId, (added.get(ownerId) ?? 0) + 1);
    if (added.size > 0) await mailboxes.addAccountUsage(tx, added);
    const events = copies.flatMap((copy) => copy.events);
    if (events.length > 0) await outbox.record(tx, events);
  }

  return {
    /** True when mail should be deferred before it is read. */
    get isBusy(): boolean {
      return queue.length >= MAX_QUEUE || queuedBytes >= MAX_QUEUE_BYTES;
    },

    submit(parcel: Parcel): Promise<Verdict> {
      return new Promise((settle) => {
        queue.push({ parcel, settle });
        queuedBytes += parcel.bytes;
        // In the next turn of the loop: what came in this one goes together.
        committing ??= nextTurn()
          .then(commitAll)
          .finally(() => {
            committing = null;
          });
      });
    },

    /** Resolves when everything that was submitted is answered. */
    async drain(): Promise<void> {
      while (committing) await committing;
    },
  };
}

/** Some recipients of one mail could have it and others not; SMTP has one answer for all, so nothing is stored. */
class MixedOutcome extends Error {
  readonly verdict: Verdict;
  constructor(verdict: Verdict) {
    super(`recipients of one mail had different outcomes: ${verdict}`);
    this.verdict = verdict;
  }
}
