// The other side of thread.ts: what a thread's program calls to answer jobs.

import { parentPort } from 'node:worker_threads';
import type { Asked, Said } from './thread.ts';

/** `work` is called with each job; an exception is an answer of null. `moved` names the memory that goes with an answer instead of being copied. */
export function answerJobs<Job, Answer>(
  work: (job: Job) => Answer | Promise<Answer>,
  moved: (answer: Answer) => ArrayBuffer[] = () => [],
): void {
  const say = (said: Said<Answer>, memory: ArrayBuffer[] = []) => parentPort?.postMessage(said, memory);
  parentPort?.on('message', ({ id, job }: Asked<Job>) => {
    const answer = (value: Answer) => say({ id, answer: value }, moved(value));
    const fail = (error: unknown) =>
      say({ id, answer: null, error: error instanceof Error ? error : new Error(String(error)) });
    try {
      const result = work(job);
      if (result instanceof Promise) result.then(answer).catch(fail);
      else answer(result);
    } catch (error) {
      fail(error);
    }
  });
  say('ready');
}
