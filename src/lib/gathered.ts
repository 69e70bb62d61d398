// Questions of the same kind that come within one turn of the event loop go to the database as one.

import { setImmediate as turnEnds } from 'node:timers/promises';

/** Of one lookup: bounds what its answer takes in memory. */
const MOST_KEYS = 64;

/**
 * Asks for one key at a time and has all keys of a turn looked up together. The lookup starts after every question in it was
 * asked, so an answer is never older than its question; and no lookup waits for the one before.
 */
export function gathered<K, V>(ask: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>): (key: K) => Promise<V | null> {
  let next: { readonly keys: Set<K>; readonly answers: Promise<ReadonlyMap<K, V>> } | null = null;

  function gather() {
    const keys = new Set<K>();
    const answers = turnEnds().then(() => {
      next = null;
      return ask([...keys]);
    });
    return { keys, answers };
  }

  return async (key) => {
    if (next === null || next.keys.size >= MOST_KEYS) next = gather();
    next.keys.add(key);
    return (await next.answers).get(key) ?? null;
  };
}
