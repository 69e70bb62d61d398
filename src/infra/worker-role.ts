// Keeps a job runner going while the process has the worker role: when the database goes away and the runner ends, it
// is started again until it holds.

import { setTimeout as sleep } from 'node:timers/promises';
import { type JobRunner, startJobRunner } from './jobs.ts';

export interface WorkerRole {
  stop(): Promise<void>;
}

const RETRY_MS = 1_000;

export async function startWorkerRole(
  options: Omit<Parameters<typeof startJobRunner>[0], 'concurrency'>,
): Promise<WorkerRole> {
  const { log } = options;
  const stopped = new AbortController();
  let runner: JobRunner | null = await startJobRunner({ ...options, concurrency: 8 });

  const keepGoing = async () => {
    while (!stopped.signal.aborted) {
      try {
        runner ??= await startJobRunner({ ...options, concurrency: 8 });
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
