// Under load, small mails are read on one thread of their own, in batches: the event loop keeps to the dialogue and the database
// while another core reads. Part of read; an idle service reads at once, without the detour.

import type { Worker } from 'node:worker_threads';
import { startThread } from '../infra/thread.ts';
import { createBusyGauge } from './busy.ts';
import type { ReadContext, ReadMail } from './read-now.ts';

/** Several mails behind one another in one piece of memory that changes hands: nothing is copied on the way to the thread. */
export interface Batch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mails: { readonly length: number; readonly recipients: string[] }[];
}
/** Null where reading threw. */
export type BatchAnswer = (ReadMail | null)[];
/** What the thread says: at first that it has loaded what it needs, then answers. */
export type ThreadSays = 'ready' | BatchAnswer;

export interface BatchReader {
  /** True while mails come so quickly that the detour pays. Counts the mail that asks. */
  isBusy(): boolean;
  /** Null when the thread cannot read it, or is not ready yet: then it is read here. */
  read(raw: Uint8Array, context: ReadContext): Promise<ReadMail | null>;
  close(): Promise<void>;
}

const BATCH = 32;
const TIME_LIMIT_MS = 5_000;
/** A thread that broke is not started again at once: a rush of mails would start hundreds. */
const RESTART_MS = 5_000;

interface Waiting {
  readonly raw: Uint8Array;
  readonly recipients: string[];
  readonly settle: (mail: ReadMail | null) => void;
}

export function createBatchReader(program: URL): BatchReader {
  let worker: Worker | null = null;
  let ready = false;
  let restartAt = 0;
  let underWay: Waiting[] = [];
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = false;

  /** Whatever the thread had in hand is read by the caller. */
  function giveUp(): void {
    void worker?.terminate();
    worker = null;
    ready = false;
    restartAt = performance.now() + RESTART_MS;
    finish([]);
  }

  function finish(mails: BatchAnswer): void {
    clearTimeout(timer);
    const done = underWay;
    underWay = [];
    worker?.unref();
    for (const [i, { settle }] of done.entries()) settle(mails[i] ?? null);
    send();
  }

  function start(): Worker {
    const started = startThread(program);
    started.on('message', (says: ThreadSays) => {
      if (says === 'ready') ready = true;
      else finish(says);
    });
    started.on('error', () => {
      if (worker === started) giveUp();
    });
    started.unref();
    return started;
  }

  function send(): void {
    if (underWay.length > 0 || waiting.length === 0) return;
    underWay = waiting.splice(0, BATCH);
    if (!worker) {
      finish([]);
      return;
    }
    worker.ref();
    timer = setTimeout(giveUp, TIME_LIMIT_MS);
    const batch = pack(underWay);
    worker.postMessage(batch, [batch.bytes.buffer]);
  }

  return {
    isBusy: createBusyGauge(),
    read(raw, { recipients }) {
      if (!worker && performance.now() >= restartAt) worker = start();
      if (!ready) return Promise.resolve(null);
      return new Promise((settle) => {
        waiting.push({ raw, recipients, settle });
        // In the next turn of the loop: what came in this one goes together, and waking a thread is dear.
        if (due) return;
        due = true;
        setImmediate(() => {
          due = false;
          send();
        });
      });
    },
    async close() {
      clearTimeout(timer);
      await worker?.terminate();
      worker = null;
      for (const { settle } of [...underWay.splice(0), ...waiting.splice(0)]) settle(null);
    },
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
