// A small bounded map that forgets what was used least recently, with an optional age limit.

export interface Lru<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
  readonly size: number;
}

export function createLru<K, V>(options: {
  max: number;
  maxAgeMs?: number;
  now?: () => number;
  /** Weighs entries; `max` then bounds the sum of weights. */
  weigh?: (value: V) => number;
}): Lru<K, V> {
  const now = options.now ?? Date.now;
  const weigh = options.weigh ?? (() => 1);
  const entries = new Map<K, { value: V; at: number; weight: number }>();
  let total = 0;

  function drop(key: K): void {
    const entry = entries.get(key);
    if (entry && entries.delete(key)) total -= entry.weight;
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (options.maxAgeMs !== undefined && now() - entry.at > options.maxAgeMs) {
        drop(key);
        return undefined;
      }
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value) {
      drop(key);
      const weight = weigh(value);
      if (weight > options.max) return;
      entries.set(key, { value, at: now(), weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= options.max) break;
        drop(oldest);
      }
    },
    delete: drop,
    clear() {
      entries.clear();
      total = 0;
    },
    get size() {
      return entries.size;
    },
  };
}
