// Under load, signed mails are checked on a thread of their own: the hashing and the public-key operations of one cost more than
// the rest of its way. Part of verify-sender; an idle service checks at once, without the detour.

import type { DnsOptions } from '../infra/dns.ts';
import { createThread, type OnTrouble } from '../infra/thread.ts';
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
  readonly raw: Uint8Array<ArrayBuffer>;
  readonly submission: Submission;
}

export interface CheckThread {
  /** False for what the thread should not be given: a large mail, or one more than it can do in time; and while it loads. */
  hasRoom(bytes: number): boolean;
  /** Rejects when the thread could not say. */
  check(raw: Uint8Array, submission: Submission): Promise<SenderCheck>;
  close(): Promise<void>;
}

const MAX_BYTES = 64 * 1024;
const MAX_PENDING = 256;
const PROGRAM = new URL('./check-sender-worker.ts', import.meta.url);

/** `program` is the thread's; tests put a broken one here. */
export function createCheckThread(
  options: CheckThreadOptions,
  { program = PROGRAM, onTrouble }: { program?: URL; onTrouble?: OnTrouble | undefined } = {},
): CheckThread {
  const { timeLimitMs } = options;
  const thread = createThread<CheckJob, SenderCheck>({ program, timeLimitMs, onTrouble, workerData: options });
  return {
    hasRoom: (bytes) => bytes <= MAX_BYTES && thread.underWay < MAX_PENDING && thread.isReady(),
    async check(raw, submission) {
      // The line keeps its bytes for storing them, so the thread gets its own.
      const job: CheckJob = { raw: new Uint8Array(raw), submission };
      const check = await thread.ask(job, [job.raw.buffer]);
      if (!check) throw new Error('the thread could not check the mail');
      return check;
    },
    close: () => thread.close(),
  };
}
