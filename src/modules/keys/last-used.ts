// When each developer key was last used, gathered in memory and written in batches: no request waits for a write.

import type { Log } from '../../infra/log.ts';
import type { KeyStore } from './store.ts';

const FLUSH_MS = 5_000;
/** Beyond this many keys in one batch the rest is written with their next use. */
const MAX_PENDING = 50_000;

export interface LastUsed {
  note(prefix: string, at: Date): void;
  /** Uses that are not written yet count as well. */
  latest(prefix: string, stored: Date | null): Date | null;
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createLastUsed(store: Pick<KeyStore, 'touch'>, log: Log): LastUsed {
  let pending = new Map<string, Date>();

  async function flush(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await store.touch(batch);
    } catch (error) {
      log.debug({ err: error }, 'uses of developer keys could not be noted; trying again');
      for (const [prefix, at] of batch) if (!pending.has(prefix)) pending.set(prefix, at);
    }
  }

  const timer = setInterval(flush, FLUSH_MS);
  timer.unref();

  return {
    note(prefix, at) {
      if (pending.size < MAX_PENDING || pending.has(prefix)) pending.set(prefix, at);
    },
    latest(prefix, stored) {
      const noted = pending.get(prefix);
      return noted && (stored === null || noted > stored) ? noted : stored;
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
