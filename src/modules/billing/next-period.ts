// Pure: which period comes after one that has ended.

import { addInterval, type Interval } from '../../lib/period.ts';

export interface Period {
  /** Where counting began; `number` periods have passed since. */
  readonly anchor: Date;
  readonly number: number;
  readonly start: Date;
  readonly end: Date;
}

export function firstPeriod(now: Date, interval: Interval): Period {
  return { anchor: now, number: 0, start: now, end: addInterval(now, interval, 1) };
}

/**
 * The period that a renewal at `now` pays for. It begins where the last one ended; if that one would be over as well
 * (the service stood still for longer than a period), nobody is charged for time without service: it begins now.
 */
export function nextPeriod(last: Period, interval: Interval, now: Date): Period {
  const number = last.number + 1;
  const end = addInterval(last.anchor, interval, number + 1);
  return end > now ? { anchor: last.anchor, number, start: last.end, end } : firstPeriod(now, interval);
}
