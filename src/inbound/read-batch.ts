// Under load, small mails are read on one thread of their own, in batches: the event loop keeps to the dialogue and the database
// while another core reads. Part of read; an idle service reads at once, without the detour.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { createThread, type OnTrouble } from '../infra/thread.ts';
import { createBusyGauge } from './busy.ts';
import type { ReadContext, ReadMail } from './read-now.ts';

/** Several mails behind one another in one piece of memory that changes hands: nothing is copied on the way to the thread. */
export interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mails: { readonly length: number; readonly recipients: string[] }[];
}
/** Null where reading threw. */
export type BatchAnswer = (ReadMail | null)[];

export interface BatchReader {
  /** True while mails come so quickly that the detour pays. Counts the mail that asks. */
  isBusy(): boolean;
  /** Null when the thread cannot read it, or is not ready yet: then it is read here. */
  read(raw: Uint8Array, context: ReadContext): Promise<ReadMail | null>;
  close(): Promise<void>;
}

const BATCH = 32;
const TIME_LIMIT_MS = 5_000;

interface Waiting {
  readonly raw: Uint8Array;
  readonly recipients: string[];
  readonly settle: (mail: ReadMail | null) => void;
}

export function createBatchReader(program: URL, onTrouble?: OnTrouble | undefined): BatchReader {
  const thread = createThread<Batch, BatchAnswer>({ program, timeLimitMs: TIME_LIMIT_MS, onTrouble });
  const waiting: Waiting[] = [];
  let sending = false;

  /** One batch after the other, each with all that came in meanwhile. */
  async function send(): Promise<void> {
    // In the next turn of the loop: what came in this one goes together, and waking a thread is dear.
    await nextTurn();
    while (waiting.length > 0) {
      const mails = waiting.splice(0, BATCH);
      const batch = pack(mails);
      const answer = await thread.ask(batch, [batch.bytes.buffer]);
      for (const [i, { settle }] of mails.entries()) settle(answer?.[i] ?? null);
    }
    sending = false;
  }

  return {
    isBusy: createBusyGauge(),
    read(raw, { recipients }) {
      if (!thread.isReady()) return Promise.resolve(null);
      return new Promise((settle) => {
        waiting.push({ raw, recipients, settle });
        if (sending) return;
        sending = true;
        void send();
      });
    },
    close: () => thread.close(),
  };
}

function pack(mails: readonly Waiting[]): Batch {
  const bytes = new Uint8Array(mails.reduce((sum, { raw }) => sum + raw.length, 0));
  let at = 0;
  for (const { raw } of mails) {
    bytes.set(raw, at);
    at += raw.length;
  }
  return { bytes, mails: mails.map(({ raw, recipients }) => ({ length: raw.length, recipients })) };
}
