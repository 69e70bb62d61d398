// TypeIDs: shape, order, and what is not one.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID_PREFIXES, type IdKind, newId, readId, suffixOf } from './ids.ts';

const kinds = Object.keys(ID_PREFIXES) as IdKind[];

test('an id of every kind has its prefix and is read as its own kind only', () => {
  for (const kind of kinds) {
    const id = newId(kind);
    expect(id).toMatch(new RegExp(`^${ID_PREFIXES[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
    expect(kinds.filter((other) => readId(other, id) !== null)).toEqual([kind]);
  }
});

test.each([
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['00000000-0000-0000-0000-00000000000a', '0000000000000000000000000a'],
  ['0110c853-1d09-52d8-d73e-1194e95b5f19', '0123456789abcdefghjkmnpqrs'],
  ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
])('the suffix of %s is %s, as TypeID has it', (uuid, suffix) => {
  expect(suffixOf(uuid)).toBe(suffix);
});

test('prefixes are unique', () => {
  expect(new Set(Object.values(ID_PREFIXES)).size).toBe(kinds.length);
});

test('ten thousand ids are all different', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId('message'))).size).toBe(10_000);
});

test('a later id sorts after an earlier one', async () => {
  const first = newId('message');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(newId('message') > first).toBe(true);
});

test('text that is not an id is null', () => {
  const id = newId('mailbox');
  for (const text of [
    '',
    'mbx_',
    id.toUpperCase(),
    `${id}x`,
    id.slice(0, -1),
    ` ${id}`,
    id.replace('_', '-'),
    `${id.slice(0, -1)}u`,
  ]) {
    expect([text, readId('mailbox', text)]).toEqual([text, null]);
  }
});

test('random text is never read as an id unless it has the shape', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(readId('mailbox', text) === null || /^mbx_[0-9a-z]{26}$/.test(text)).toBe(true);
    }),
  );
});
