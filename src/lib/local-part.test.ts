// The rule of local parts; generated ones keep it, read well and do not repeat.

import { expect, test } from 'vitest';
import { generateLocalPart, LOCAL_PART } from './local-part.ts';

test.each(['a', '0', 'a.b-c_d', 'a'.repeat(64)])('the rule takes %s', (local) => expect(local).toMatch(LOCAL_PART));
test.each(['', '.a', '-a', 'A', 'a+b', 'a b', 'ä', 'a'.repeat(65), 'a\n'])('the rule refuses %j', (local) =>
  expect(local).not.toMatch(LOCAL_PART),
);

test('ten thousand keep the rule and none comes twice', () => {
  const parts = new Set(Array.from({ length: 10_000 }, generateLocalPart));
  expect(parts.size).toBe(10_000);
  for (const part of parts) expect(part).toMatch(LOCAL_PART);
});

test('two words of syllables with digits that cannot be taken for letters', () => {
  expect(generateLocalPart()).toMatch(
    /^([bdfghjklmnprstvz][aeiou]){3}[2-9]{2}-([bdfghjklmnprstvz][aeiou]){3}[2-9]{2}$/,
  );
});
