import { describe, expect, test } from 'vitest';
import { findTerms, says } from './terms.ts';
import { english } from './words/english.ts';
import { vietnamese } from './words/vietnamese.ts';

describe('the filter before the tree', () => {
  test.each([
    ['English', english],
    ['Vietnamese', vietnamese],
  ])(
    'lets every %s entry through, at the start and inside a text, over line ends and in bigger text',
    (_name, list) => {
      const missed = Object.values(list)
        .flatMap((entries: string) => entries.split('|'))
        .map((entry) => entry.replace(/\*/g, '').trim())
        .filter((entry) => {
          const wrapped = `x ${entry.replace(/ /g, '\n')} 1`;
          return (
            findTerms(entry).length === 0 || findTerms(`x ${entry} 1`).length === 0 || findTerms(wrapped).length === 0
          );
        });
      expect(missed).toEqual([]);
    },
  );
  test('keeps words apart that only begin alike', () => {
    expect(findTerms('codeine pinned tokenize')).toEqual([]);
  });
});

test('a stem with an open end takes the whole word', () => {
  const [term] = findTerms('кодами');
  expect(term).toMatchObject({ start: 0, end: 6 });
});

test('a term says all that its lists say', () => {
  const [term] = findTerms('gift card code');
  expect(term !== undefined && says(term, 'label') && says(term, 'giftCard')).toBe(true);
});
