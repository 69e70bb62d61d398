// Under load, signed mails are checked on a thread of their own: the hashing and the public-key operations of one cost more than
// the rest of its way. Part of verify-sender; an idle service checks at once, without the detour.

import type { Worker } from 'node:worker_threads';
import type { DnsOptions } from '../infra/dns.ts';
import { startThread } from '../infra/thread.ts';
import type { SenderCheck, Submission } from './check-sender.ts';

/** What the thread needs to ask for itself. */
export interface CheckThreadOptions {
  readonly authserv: string;
  readonly dns: DnsOptions;
  readonly dnsBudgetMs: number;
  /** For one mail, from handing in to answer. */
  readonly timeLimitMs: number;
}
export interface CheckJob {
  readonly id: number;
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly submission: Submission;
}
/** Null where the check threw. */
export interface CheckAnswer {
  readonly id: number;
  readonly check: SenderCheck | null;
}

export interface CheckThread {
  /** False for what the thread should not be given: a large mail, or one more than it can do in time. */
  hasRoom(bytes: number): boolean;
  /** Rejects when the thread could not say. */
  check(raw: Uint8Array, submission: Submission): Promise<SenderCheck>;
  close(): Promise<void>;
}

const MAX_BYTES = 64 * 1024;
const MAX_PENDING = 256;

interface Pending {
  readonly settle: (check: SenderCheck | null) => void;
  readonly since: number;
}

const PROGRAM = new URL('./check-sender-worker.ts', import.meta.url);

/** `program` is the thread's; tests put a broken one here. */
export function createCheckThread(options: CheckThreadOptions, program = PROGRAM): CheckThread {
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let watch: NodeJS.Timeout | undefined;
  let last = 0;

  function settle({ id, check }: CheckAnswer): void {
    const job = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) rest();
    job?.settle(check);
  }

  function rest(): void {
    worker?.unref();
    clearInterval(watch);
    watch = undefined;
  }

  /** A mail that keeps the thread longer than anybody waits ends it; the next one gets a new thread. */
  function endIfStuck(): void {
    const [oldest] = pending.values();
    if (oldest && performance.now() - oldest.since > options.timeLimitMs) void worker?.terminate();
  }

  function start(): Worker {
    const started = startThread(program, { workerData: options });
    started.on('message', settle);
    const gone = () => {
      if (worker !== started) return;
      worker = null;
      for (const id of [...pending.keys()]) settle({ id, check: null });
    };
    started.on('error', gone);
    started.on('exit', gone);
    return started;
  }

  return {
    hasRoom: (bytes) => bytes <= MAX_BYTES && pending.size < MAX_PENDING,
    check(raw, submission) {
      return new Promise((resolve, reject) => {
        worker ??= start();
        worker.ref();
        watch ??= setInterval(endIfStuck, options.timeLimitMs / 4).unref();
        const id = ++last;
        const settleThis = (check: SenderCheck | null) =>
          check ? resolve(check) : reject(new Error('the thread could not check the mail'));
        pending.set(id, { settle: settleThis, since: performance.now() });
        // The line keeps its bytes for storing them, so the thread gets its own.
        const job: CheckJob = { id, raw: new Uint8Array(raw), submission };
        worker.postMessage(job, [job.raw.buffer]);
      });
    },
    async close() {
      rest();
      await worker?.terminate();
    },
  };
}
