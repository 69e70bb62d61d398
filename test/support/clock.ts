// A clock that a test moves.

import type { Clock } from '../../src/lib/clock.ts';

export interface TestClock extends Clock {
  advance(seconds: number): void;
  set(time: Date): void;
}

/** Runs on with real time from `start`, and jumps when told. */
export function createTestClock(start = new Date()): TestClock {
  let offset = start.getTime() - Date.now();
  return {
    now: () => new Date(Date.now() + offset),
    advance(seconds) {
      offset += seconds * 1_000;
    },
    set(time) {
      offset = time.getTime() - Date.now();
    },
  };
}
