// Questions of one turn go together; an answer is never older than its question.

import { setImmediate as turnEnds } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

/** Knows every key of three letters, and remembers what it was asked. */
function source() {
  const asked: string[][] = [];
  const lookup = gathered(async (keys: readonly string[]) => {
    asked.push([...keys]);
    return new Map(keys.filter((key) => key.length === 3).map((key) => [key, key.toUpperCase()]));
  });
  return { asked, lookup };
}

test('questions of one turn are asked together, each key once, and each gets its own answer', async () => {
  const { asked, lookup } = source();
  expect(await Promise.all(['one', 'two', 'one', 'three'].map(lookup))).toEqual(['ONE', 'TWO', 'ONE', null]);
  expect(asked).toEqual([['one', 'two', 'three']]);
});

test('a question that comes while others are under way is asked anew, not answered from theirs', async () => {
  const answers: ((value: Map<string, number>) => void)[] = [];
  const lookup = gathered((_keys: readonly string[]) => new Promise<Map<string, number>>((done) => answers.push(done)));
  const first = lookup('a');
  await turnEnds();
  const second = lookup('a');
  await turnEnds();
  expect(answers).toHaveLength(2);
  // The later one does not wait for the earlier one either.
  answers[1]?.(new Map([['a', 2]]));
  expect(await second).toBe(2);
  answers[0]?.(new Map([['a', 1]]));
  expect(await first).toBe(1);
});

test('more questions than one lookup takes go in several, all of the same turn', async () => {
  const { asked, lookup } = source();
  const keys = Array.from({ length: 150 }, (_, number) => String(number + 100));
  const answers = keys.map(lookup);
  await turnEnds();
  expect(asked.map((some) => some.length)).toEqual([64, 64, 22]);
  expect(await Promise.all(answers)).toEqual(keys);
});

test('a failure reaches everyone who asked, and the next turn asks again', async () => {
  let away = true;
  const lookup = gathered(async (keys: readonly string[]) => {
    if (away) throw new Error('database away');
    return new Map(keys.map((key) => [key, true]));
  });
  const outcomes = await Promise.allSettled([lookup('a'), lookup('b')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  away = false;
  expect(await lookup('a')).toBe(true);
});
