// The bounded map: what is forgotten, when, and that its bound holds.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLru } from './lru.ts';

test('forgets what was used least recently', () => {
  const lru = createLru<string, number>({ max: 2 });
  lru.set('a', 1);
  lru.set('b', 2);
  lru.get('a');
  lru.set('c', 3);
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual([1, undefined, 3]);
});

test('forgets by age, counted from the writing', () => {
  let now = 0;
  const lru = createLru<string, number>({ max: 9, maxAgeMs: 100, now: () => now });
  lru.set('a', 1);
  now = 100;
  expect(lru.get('a')).toBe(1);
  now = 101;
  expect([lru.get('a'), lru.size]).toEqual([undefined, 0]);
});

test('an entry heavier than the bound is not kept and pushes nothing out', () => {
  const lru = createLru<string, number>({ max: 10, weigh: (value) => value });
  lru.set('a', 5);
  lru.set('b', 11);
  expect([lru.get('a'), lru.get('b')]).toEqual([5, undefined]);
});

test('a heavier value under the same key replaces the weight', () => {
  const lru = createLru<string, number>({ max: 10, weigh: (value) => value });
  lru.set('a', 9);
  lru.set('a', 2);
  lru.set('b', 8);
  expect([lru.get('a'), lru.get('b')]).toEqual([2, 8]);
});

test('whatever is done, the bound holds and the newest entry is there', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 10 })), { maxLength: 100 }), (writes) => {
      const lru = createLru<number, number>({ max: 30, weigh: (value) => value });
      const kept = new Set<number>();
      for (const [key, value] of writes) {
        lru.set(key, value);
        kept.add(key);
        expect(lru.get(key)).toBe(value);
        const total = [...kept].reduce((sum, each) => sum + (lru.get(each) ?? 0), 0);
        expect(total).toBeLessThanOrEqual(30);
        lru.get(key);
      }
    }),
  );
});
