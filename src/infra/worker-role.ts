// Keeps a job runner going while the process has the worker role: when the database goes away and the runner ends, it
// is started again until it holds.

import { setTimeout as sleep } from 'node:timers/promises';
import { type JobRunner, startJobRunner } from './jobs.ts';

export interface WorkerRole {
  stop(): Promise<void>;
}

const RETRY_MS = 1_000;

const CONCURRENCY = 8;

export async function startWorkerRole(
  options: Omit<Parameters<typeof startJobRunner>[0], 'concurrency'>,
  startRunner = startJobRunner,
): Promise<WorkerRole> {
  const { log } = options;
  const stopped = new AbortController();
  const start = () => startRunner({ ...options, concurrency: CONCURRENCY });
  let runner: JobRunner | null = await start();

  const keepGoing = async () => {
    while (!stopped.signal.aborted) {
      try {
        runner ??= await start();
        // Told to stop while this one was starting: nobody else knows of it.
        if (stopped.signal.aborted) await runner.stop();
        await runner.ended;
      } catch (error) {
        if (stopped.signal.aborted) return;
        log.warn({ err: error }, 'background jobs paused; trying again');
      }
      runner = null;
      await sleep(RETRY_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const loop = keepGoing();

  return {
    async stop() {
      stopped.abort();
      await runner?.stop();
      await loop;
    },
  };
}
