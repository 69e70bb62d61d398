// Under load, small mails are read on one thread of their own, in batches: the event loop keeps to the dialogue and the database
// while another core reads. Part of read; an idle service reads at once, without the detour.

import { Worker } from 'node:worker_threads';
import type { ReadContext, ReadMail } from './read-now.ts';

export interface BatchJob {
  readonly raw: Uint8Array;
  readonly recipients: string[];
}
/** Null where reading threw. */
export type BatchAnswer = (ReadMail | null)[];

export interface BatchReader {
  /** True while mails come so quickly that the detour pays. Counts the mail that asks. */
  isBusy(): boolean;
  /** Null when the thread could not read it: then it is read here. */
  read(raw: Uint8Array, context: ReadContext): Promise<ReadMail | null>;
  close(): Promise<void>;
}

const WINDOW_MS = 50;
/** 300 mails a second. */
const BUSY_PER_WINDOW = 15;
const BATCH = 32;
const TIME_LIMIT_MS = 5_000;

interface Waiting {
  readonly job: BatchJob;
  readonly settle: (mail: ReadMail | null) => void;
}

export function createBatchReader(program: URL): BatchReader {
  let worker: Worker | null = null;
  let underWay: Waiting[] = [];
  const waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let windowStart = 0;
  let inWindow = 0;
  let lastWindow = 0;

  /** Whatever the thread had in hand is read by the caller; a new thread takes the next batch. */
  function giveUp(): void {
    void worker?.terminate();
    worker = null;
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
    const started = new Worker(program);
    started.on('message', finish);
    started.on('error', () => {
      if (worker === started) giveUp();
    });
    return started;
  }

  function send(): void {
    if (underWay.length > 0 || waiting.length === 0) return;
    underWay = waiting.splice(0, BATCH);
    worker ??= start();
    worker.ref();
    timer = setTimeout(giveUp, TIME_LIMIT_MS);
    worker.postMessage(underWay.map(({ job }) => job));
  }

  return {
    isBusy() {
      const now = performance.now();
      if (now - windowStart >= WINDOW_MS) {
        lastWindow = now - windowStart < 2 * WINDOW_MS ? inWindow : 0;
        inWindow = 0;
        windowStart = now;
      }
      inWindow++;
      return lastWindow >= BUSY_PER_WINDOW || inWindow >= BUSY_PER_WINDOW;
    },
    read(raw, { recipients }) {
      return new Promise((settle) => {
        waiting.push({ job: { raw, recipients }, settle });
        send();
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
