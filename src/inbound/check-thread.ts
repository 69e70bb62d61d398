// Under load, signed mails are checked on a thread of their own: the hashing and the public-key operations of one cost more than
// the rest of its way. Part of verify-sender; an idle service checks at once, without the detour.

import { Worker } from 'node:worker_threads';
import type { DnsOptions } from '../infra/dns.ts';
import type { SenderCheck, Submission } from './check-sender.ts';

/** What the thread needs to ask for itself. */
export interface CheckThreadOptions {
  readonly authserv: string;
  readonly dns: DnsOptions;
  readonly dnsBudgetMs: number;
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
  /** Null when the thread could not say. */
  check(raw: Uint8Array, submission: Submission): Promise<SenderCheck | null>;
  close(): Promise<void>;
}

export function createCheckThread(options: CheckThreadOptions): CheckThread {
  const pending = new Map<number, (check: SenderCheck | null) => void>();
  let worker: Worker | null = null;
  let last = 0;

  function settle({ id, check }: CheckAnswer): void {
    const answer = pending.get(id);
    pending.delete(id);
    if (pending.size === 0) worker?.unref();
    answer?.(check);
  }

  function start(): Worker {
    const started = new Worker(new URL('./check-sender-worker.ts', import.meta.url), { workerData: options });
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
    check(raw, submission) {
      return new Promise((resolve) => {
        worker ??= start();
        worker.ref();
        const id = ++last;
        pending.set(id, resolve);
        // The line keeps its bytes for storing them, so the thread gets its own.
        const job: CheckJob = { id, raw: new Uint8Array(raw), submission };
        worker.postMessage(job, [job.raw.buffer]);
      });
    },
    async close() {
      await worker?.terminate();
    },
  };
}
