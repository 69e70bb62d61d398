// Keeping a job runner going, and stopping in every phase. The runner is a stand-in: when it ends or starts is the test's to say.

import { expect, test, vi } from 'vitest';
import type { JobRunner } from './jobs.ts';
import { createLog } from './log.ts';
import { startWorkerRole } from './worker-role.ts';

interface Runner extends JobRunner {
  readonly stopped: () => boolean;
  fail(): void;
}

function createRunner(): Runner {
  const end = Promise.withResolvers<void>();
  end.promise.catch(() => {});
  let stopped = false;
  return {
    ended: end.promise,
    stopped: () => stopped,
    fail: () => end.reject(new Error('the database went away')),
    async stop() {
      stopped = true;
      end.resolve();
    },
  };
}

const options = { log: createLog('silent'), tasks: {}, cron: [] } as unknown as Parameters<typeof startWorkerRole>[0];

test('a runner that ends by itself is followed by another', async () => {
  const [first, second] = [createRunner(), createRunner()];
  const start = vi.fn(async () => second).mockResolvedValueOnce(first);
  const role = await startWorkerRole(options, start);
  first.fail();
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  await role.stop();
  expect(second.stopped()).toBe(true);
});

test('a stop that comes while the next runner is starting stops that one and ends', async () => {
  const [first, second] = [createRunner(), createRunner()];
  const starting = Promise.withResolvers<JobRunner>();
  const start = vi.fn(() => starting.promise).mockResolvedValueOnce(first);
  const role = await startWorkerRole(options, start);
  first.fail();
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  const stopped = role.stop();
  starting.resolve(second);
  await stopped;
  expect(second.stopped()).toBe(true);
}, 10_000);
