// The verdict of `npm run soak` finds what grows, and is content with what does not.

import { expect, test } from 'vitest';
import { judge, type Sample } from '../../bench/soak/verdict.ts';

const run = (change: (i: number) => Partial<Sample> = () => ({})): Sample[] =>
  Array.from({ length: 30 }, (_, i) => ({
    at: i * 10,
    rssMb: 300 + (i % 3),
    rows: { mailboxes: 100 },
    bounds: { mailboxes: 150 },
    p99: { wake: 10 + (i % 2) },
    ...change(i),
  }));
const problems = (samples: readonly Sample[], errors: readonly string[] = [], undelivered = 0) =>
  judge(samples, errors, undelivered)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

test('a steady run is steady', () => {
  expect(problems(run())).toEqual([]);
});

test.each<[string, Sample[], string[]]>([
  ['memory that grows', run((i) => ({ rssMb: 300 + i * 5 })), ['memory is flat']],
  ['a table beyond what is alive', run(() => ({ rows: { mailboxes: 151 } })), ['rows of mailboxes']],
  ['waits that become longer', run((i) => ({ p99: { wake: i * i } })), ['p99 of wake is steady']],
])('%s is found', (_what, samples, wanted) => {
  expect(problems(samples)).toEqual(wanted);
});

test('memory that grew while it warmed up is no problem', () => {
  expect(problems(run((i) => ({ rssMb: Math.min(400, 200 + i * 20) })))).toEqual([]);
});

test('an error and a webhook that did not arrive are problems', () => {
  expect(problems(run(), ['GET /x answered 500'], 1)).toEqual(['no errors', 'webhooks']);
});
