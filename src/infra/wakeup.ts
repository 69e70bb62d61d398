// Addressed wake-ups: a waiter registers for one mailbox, a delivery wakes exactly the waiters of that mailbox.
// In one process through memory; across processes through Redis pub/sub (wakeup-redis.ts).

/** Why a waiter was woken: something arrived, or the mailbox is no more. */
export type Signal = 'mail' | 'gone';

export interface Subscription {
  /**
   * Resolves with the next signal, also one that came since subscribe() or the last wait, else with 'timeout' or 'aborted'.
   * Subscribe, then look, then wait, then look again: no signal falls between.
   */
  wait(timeoutMs: number, abort?: AbortSignal): Promise<Signal | 'timeout' | 'aborted'>;
  close(): void;
}

export interface Wakeup {
  subscribe(topic: string): Subscription;
  publish(topic: string, signal: Signal): void;
  /** Ends every wait at once (shutdown): they resolve with 'aborted'. */
  releaseAll(): void;
  readonly waiting: number;
  close(): Promise<void>;
}

interface Waiter {
  signal: Signal | null;
  wake: ((signal: Signal | 'aborted') => void) | null;
}

export interface LocalWakeup extends Wakeup {
  /** Makes every waiter look again, after signals may have been missed. */
  wakeAll(): void;
  /** What somebody waits for right now. */
  topics(): string[];
  onTopicOpened: (topic: string) => void;
  onTopicClosed: (topic: string) => void;
}

export function createLocalWakeup(): LocalWakeup {
  const topics = new Map<string, Set<Waiter>>();
  let count = 0;
  let released = false;

  const wakeup: LocalWakeup = {
    onTopicOpened: () => {},
    onTopicClosed: () => {},
    subscribe(topic) {
      const waiter: Waiter = { signal: null, wake: null };
      let waiters = topics.get(topic);
      if (!waiters) {
        waiters = new Set();
        topics.set(topic, waiters);
        wakeup.onTopicOpened(topic);
      }
      waiters.add(waiter);
      count++;
      return {
        wait(timeoutMs, abort) {
          if (waiter.signal) {
            const pending = waiter.signal;
            waiter.signal = null;
            return Promise.resolve(pending);
          }
          if (released || abort?.aborted) return Promise.resolve('aborted');
          return new Promise((resolve) => {
            const finish = (outcome: Signal | 'timeout' | 'aborted') => {
              waiter.wake = null;
              clearTimeout(timer);
              abort?.removeEventListener('abort', onAbort);
              resolve(outcome);
            };
            const onAbort = () => finish('aborted');
            const timer = setTimeout(() => finish('timeout'), timeoutMs);
            abort?.addEventListener('abort', onAbort);
            waiter.wake = finish;
          });
        },
        close() {
          if (!waiters.delete(waiter)) return;
          count--;
          if (waiters.size === 0 && topics.get(topic) === waiters) {
            topics.delete(topic);
            wakeup.onTopicClosed(topic);
          }
        },
      };
    },
    publish(topic, signal) {
      for (const waiter of topics.get(topic) ?? []) signalWaiter(waiter, signal);
    },
    wakeAll() {
      for (const waiters of topics.values()) for (const waiter of waiters) signalWaiter(waiter, 'mail');
    },
    topics: () => [...topics.keys()],
    releaseAll() {
      released = true;
      for (const waiters of topics.values()) for (const waiter of waiters) waiter.wake?.('aborted');
    },
    get waiting() {
      return count;
    },
    async close() {
      wakeup.releaseAll();
    },
  };
  return wakeup;
}

function signalWaiter(waiter: Waiter, signal: Signal): void {
  if (waiter.wake) waiter.wake(signal);
  // That it is gone outweighs mail: whoever looks for mail once more would go on waiting.
  else if (waiter.signal !== 'gone') waiter.signal = signal;
}
