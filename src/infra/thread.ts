// A thread for work that would hold the event loop: started when it is first asked, started again when it broke, never waited for
// beyond its time. All threads are started here, because V8's settings are the whole process's. in-thread.ts is the other side.

import { setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/**
 * Young objects of a thread, in MB. It begins with what a busy thread needs, since serve has stopped the growth for the whole process:
 * left at V8's 1 MB, the thread that reads mail was collected 200 times a second and grew old with what was only under way.
 */
const YOUNG_MB = 8;
/** A thread that breaks while it loads would do so again: a rush of mails must not start hundreds. */
const RESTART_MS = 5_000;

/** The work on one job threw; or the thread broke, could not be started, or took too long. */
export type OnTrouble = (error: Error, source: 'job' | 'thread') => void;

export interface ThreadOptions {
  readonly program: URL;
  /** For one job, unless it says otherwise. A job that takes longer ends the thread. */
  readonly timeLimitMs: number;
  /** Told why a job got no answer; whoever runs the service has to be able to see it. */
  readonly onTrouble?: OnTrouble | undefined;
  readonly workerData?: unknown;
  readonly resourceLimits?: ResourceLimits;
}

export interface Thread<Job, Answer> {
  /** Null when the thread could not say: the work threw, the thread broke, or the time was up. */
  ask(job: Job, moved?: ArrayBuffer[], timeLimitMs?: number): Promise<Answer | null>;
  /** Starts it if it does not run yet; false while it may not be, because it broke while it loaded. */
  runs(): boolean;
  /** The same, and true only once it has loaded what it needs. */
  isReady(): boolean;
  readonly underWay: number;
  close(): Promise<void>;
}

/** A job on its way to the thread, and what comes back. */
export interface Asked<Job> {
  readonly id: number;
  readonly job: Job;
}
export type Said<Answer> = 'ready' | { readonly id: number; readonly answer: Answer | null; readonly error?: Error };

export function createThread<Job, Answer>(options: ThreadOptions): Thread<Job, Answer> {
  const { program, workerData, resourceLimits, onTrouble = () => {} } = options;
  const waiting = new Map<number, (answer: Answer | null) => void>();
  let worker: Worker | null = null;
  let ready = false;
  let restartAt = 0;
  let last = 0;

  function start(): Worker {
    setFlagsFromString(`--min-semi-space-size=${YOUNG_MB}`);
    const started = new Worker(program, { workerData, ...(resourceLimits ? { resourceLimits } : {}) });
    const gone = () => {
      if (worker !== started) return;
      if (!ready) restartAt = performance.now() + RESTART_MS;
      forget();
    };
    started.on('message', (said: Said<Answer>) => {
      if (said === 'ready') {
        ready ||= worker === started;
        return;
      }
      if (said.error) onTrouble(said.error, 'job');
      waiting.get(said.id)?.(said.answer);
    });
    started.on('error', (error: Error) => {
      onTrouble(error, 'thread');
      gone();
    });
    started.on('exit', gone);
    started.unref();
    return started;
  }

  /** Nobody is left without an answer; the next job gets a new thread. */
  function forget(): void {
    void worker?.terminate();
    worker = null;
    ready = false;
    for (const settle of [...waiting.values()]) settle(null);
  }

  function running(): Worker | null {
    if (worker || performance.now() < restartAt) return worker;
    try {
      worker = start();
    } catch (error) {
      onTrouble(error as Error, 'thread');
      restartAt = performance.now() + RESTART_MS;
    }
    return worker;
  }

  return {
    ask(job, moved = [], timeLimitMs = options.timeLimitMs) {
      const thread = running();
      if (!thread) return Promise.resolve(null);
      return new Promise((resolve) => {
        const id = ++last;
        const timer = setTimeout(() => {
          onTrouble(new Error(`the thread took longer than ${Math.round(timeLimitMs)} ms`), 'thread');
          forget();
        }, timeLimitMs);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          waiting.delete(id);
          if (waiting.size === 0) thread.unref();
          resolve(answer);
        });
        thread.ref();
        try {
          thread.postMessage({ id, job } satisfies Asked<Job>, moved);
        } catch (error) {
          onTrouble(error as Error, 'thread');
          waiting.get(id)?.(null);
        }
      });
    },
    runs: () => running() !== null,
    isReady: () => running() !== null && ready,
    get underWay() {
      return waiting.size;
    },
    async close() {
      const ended = worker?.terminate();
      forget();
      restartAt = Number.POSITIVE_INFINITY;
      await ended;
    },
  };
}
