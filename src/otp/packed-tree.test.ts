// The packed tree knows exactly the words that were put into the growing one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { GrowingTree } from './growing-tree.ts';
import { childOf, GOES_ON, KINDS, pack } from './packed-tree.ts';

// Few characters make nodes with many children; some lie so that they meet in one place of a table.
const word = fc
  .array(fc.constantFrom(...'abcdefgh -zäж验', String.fromCharCode(97 + 32), String.fromCharCode(97 + 64)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((characters) => characters.join(''));

function kindsOf(words: readonly string[], asked: string): number {
  const growing = new GrowingTree();
  const root = growing.add();
  words.forEach((each, i) => {
    growing.say(growing.growTo(root, each), 1 << (i % 16));
  });
  const { tree, roots } = pack(growing, [root]);
  let node = roots[0] ?? 0;
  for (const character of asked) node = node === 0 ? 0 : childOf(tree, node, character.charCodeAt(0));
  return (tree.marks[node] ?? 0) & KINDS;
}

test('finds every word with its kinds, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), word, (words, other) => {
      for (const asked of [...words, other]) {
        const expected = words.reduce((kinds, each, i) => (each === asked ? kinds | (1 << (i % 16)) : kinds), 0);
        expect(kindsOf(words, asked)).toBe(expected);
      }
    }),
    runs(40),
  );
});

test('two words that share their tail lead to the same place', () => {
  const growing = new GrowingTree();
  const [root, tail] = [growing.add(), growing.add()];
  growing.say(growing.growTo(tail, ' number'), 1, true);
  for (const first of ['order', 'parcel']) growing.setTail(growing.growTo(root, first), tail);
  const { tree, roots } = pack(growing, [root]);
  const ends = ['order', 'parcel'].map((first) => {
    let node = roots[0] ?? 0;
    for (const character of first) node = childOf(tree, node, character.charCodeAt(0));
    node = tree.tails.get(node) ?? 0;
    for (const character of ' number') node = childOf(tree, node, character.charCodeAt(0));
    return node;
  });
  expect(ends[0]).toBe(ends[1]);
  expect((tree.marks[ends[0] ?? 0] ?? 0) & GOES_ON).not.toBe(0);
});
