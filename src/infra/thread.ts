// Starts a thread for work that would hold the event loop. All threads are started here, because V8's settings are the whole process's.

import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Young objects of a thread, in MB. It begins with what a busy thread needs, since serve has stopped the growth for the whole process:
 * left at V8's 1 MB, the thread that reads mail was collected 200 times a second and grew old with what was only under way.
 */
const YOUNG_MB = 8;

export function startThread(program: URL, options: WorkerOptions = {}): Worker {
  setFlagsFromString(`--min-semi-space-size=${YOUNG_MB}`);
  return new Worker(program, options);
}
