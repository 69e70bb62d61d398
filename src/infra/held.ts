// Holds a request until its mailbox has something to say: subscribe, look, wait, look again. No timer touches the database.

import type { Wakeup } from './wakeup.ts';

export interface HoldOptions<T> {
  readonly wakeup: Wakeup;
  readonly topic: string;
  readonly waitMs: number;
  /** When what is waited for ends by itself: the wait is cut there and the last look decides what to answer. */
  readonly endsAt: Date;
  readonly now: () => Date;
  readonly gone: AbortSignal;
  /** Null while there is nothing to answer. Throws what should end the wait. */
  readonly look: () => Promise<T | null>;
}

/** The answer, or null when the time is up or the caller went away. */
export async function held<T>(options: HoldOptions<T>): Promise<T | null> {
  const { wakeup, now, look } = options;
  const deadline = Math.min(now().getTime() + options.waitMs, options.endsAt.getTime());
  const subscription = wakeup.subscribe(options.topic);
  try {
    for (;;) {
      const found = await look();
      if (found !== null) return found;
      const left = deadline - now().getTime();
      if (left <= 0 || options.gone.aborted) return null;
      const outcome = await subscription.wait(left + 1, options.gone);
      if (outcome === 'aborted') return null;
    }
  } finally {
    subscription.close();
  }
}
