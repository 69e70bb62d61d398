// The log of delivery attempts: why a mail did or did not arrive. Beside the mail's line, never in it: attempts are
// gathered in memory and written once a second, and what is too much is dropped and counted.

import type { Database } from '../infra/db/database.ts';
import type { Log } from '../infra/log.ts';
import type { Clock } from '../lib/clock.ts';
import type { InboundAttempt } from '../lib/inbound-attempt.ts';
import { createInboundLogStore } from './log-store.ts';

export type { InboundAttempt };

/** `at` is now unless given. */
export type NewAttempt = Omit<InboundAttempt, 'at'> & { readonly at?: Date };

export interface InboundLog {
  /** Never throws and never waits. */
  record(attempt: NewAttempt): void;
  /** Newest first. `to` is an address, `domain` everything under it. */
  recent(query: { to?: string; domain?: string; limit: number }): Promise<InboundAttempt[]>;
  /** Writes what is gathered. */
  flush(): Promise<void>;
  /** Keeps the table within its size and age; a job calls it every minute. */
  trim(): Promise<void>;
  /** Attempts that were not written since the start. */
  readonly dropped: number;
  close(): Promise<void>;
}

const FLUSH_MS = 1_000;
const BATCH = 2_000;
/** One busy or hostile server must not push everybody else out of the log. */
const PER_PEER = 200;
const KEEP_ROWS = 100_000;
const KEEP_DAYS = 7;

export function createInboundLog(options: {
  database: Database;
  clock: Clock;
  log: Log;
  keepRows?: number;
}): InboundLog {
  const { clock, log } = options;
  const keepRows = options.keepRows ?? KEEP_ROWS;
  const store = createInboundLogStore(options.database);
  let waiting: InboundAttempt[] = [];
  let perPeer = new Map<string, number>();
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;

  /** One write at a time: while the database is slow or away, what comes meanwhile is bounded by the size of a batch. */
  async function flush(): Promise<void> {
    while (writing) await writing;
    if (timer) clearTimeout(timer);
    timer = null;
    const batch = waiting;
    waiting = [];
    perPeer = new Map();
    if (batch.length === 0) return;
    writing = store
      .insert(batch)
      .catch((error) => {
        dropped += batch.length;
        log.debug({ err: error, attempts: batch.length }, 'delivery attempts were not logged');
      })
      .finally(() => {
        writing = null;
      });
    await writing;
  }

  return {
    record(attempt) {
      const seen = perPeer.get(attempt.peer) ?? 0;
      if (waiting.length >= BATCH || seen >= PER_PEER) {
        dropped++;
        return;
      }
      perPeer.set(attempt.peer, seen + 1);
      waiting.push({ ...attempt, at: attempt.at ?? clock.now() });
      // No unref: close() clears it, and an attempt of the last second should still be written.
      timer ??= setTimeout(() => void flush(), FLUSH_MS);
    },
    recent: (query) => store.recent(query),
    flush,
    trim: () => store.trim(keepRows, new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000)),
    get dropped() {
      return dropped;
    },
    close: flush,
  };
}
