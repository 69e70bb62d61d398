// Holds a request until its mailbox has something to say: subscribe, look, wait, look again. No timer touches the database.

import type { Wakeup } from './wakeup.ts';

export interface HoldOptions<T> {
  readonly wakeup: Wakeup;
  readonly topic: string;
  readonly waitMs: number;
  /** When what is waited for ends by itself, as far as the caller knows. */
  readonly endsAt: Date;
  /** Asked when that moment has come or the topic is said to be gone: the end as it is now. Throws when it is over. */
  readonly endOf: () => Promise<Date>;
  readonly now: () => Date;
  readonly gone: AbortSignal;
  /** Null while there is nothing to answer. Throws what should end the wait. */
  readonly look: () => Promise<T | null>;
  /** Told how long it took from a wake-up to the answer that it brought. */
  readonly onAnswer?: (seconds: number) => void;
}

/** The answer, or null when the time is up or the caller went away. */
export async function held<T>(options: HoldOptions<T>): Promise<T | null> {
  const { wakeup, now, look } = options;
  // By two clocks: that of the machine, set back by an hour, would hold the caller for an hour.
  const byClock = now().getTime() + options.waitMs;
  const bySteadyTime = performance.now() + options.waitMs;
  let end = options.endsAt.getTime();
  let inDoubt = false;
  let wokenAt: number | null = null;
  const subscription = wakeup.subscribe(options.topic);
  try {
    for (;;) {
      const found = await look();
      if (found !== null) {
        if (wokenAt !== null) options.onAnswer?.((performance.now() - wokenAt) / 1_000);
        return found;
      }
      if (inDoubt || end <= now().getTime()) end = (await options.endOf()).getTime();
      const left = Math.min(byClock - now().getTime(), bySteadyTime - performance.now());
      if (left <= 0 || options.gone.aborted) return null;
      const untilEnd = Math.max(end - now().getTime(), 0);
      const outcome = await subscription.wait(Math.min(left, untilEnd) + 1, options.gone);
      if (outcome === 'aborted') return null;
      wokenAt = outcome === 'mail' ? performance.now() : null;
      inDoubt = outcome === 'gone';
    }
  } finally {
    subscription.close();
  }
}
