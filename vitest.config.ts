import { defineConfig } from 'vitest/config';
import { FUZZ_FACTOR } from './test/support/fuzz.ts';

/** Tests that look at the clock: they run after the others, one file at a time, so that no neighbour makes them late. */
const ALONE = [
  'src/inbound/read.test.ts',
  'src/lib/user-regex.test.ts',
  'test/flows/accounts-timing.test.ts',
  'test/flows/faults-start.test.ts',
  'test/flows/long-poll-crowd.test.ts',
  'test/flows/operation.test.ts',
  'test/flows/smtp-limits.test.ts',
  'test/flows/smtp-original.test.ts',
];

const shared = {
  globalSetup: ['test/support/global-setup.ts'],
  pool: 'forks' as const,
  testTimeout: 20_000 * FUZZ_FACTOR,
  hookTimeout: 30_000,
};

export default defineConfig({
  test: {
    reporters: ['dot'],
    silent: 'passed-only',
    projects: [
      {
        test: {
          ...shared,
          name: 'together',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...ALONE, 'node_modules/**'],
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'alone',
          include: ALONE,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
