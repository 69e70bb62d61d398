// Which language a caller gets.

import { expect, test } from 'vitest';
import { chooseLocale, readLocale, wantedLocales } from './language.ts';

test('?lang= wins over Accept-Language', () => {
  expect(wantedLocales('vi', 'de, fr')).toEqual(['vi']);
});

test('Accept-Language is read by quality; zero, stars and nonsense are left out', () => {
  expect(wantedLocales(undefined, 'da, en-gb;q=0.8, en;q=0.7, fr;q=0, *;q=0.5, ;;, de;q=x, pt-br;q=0.9')).toEqual([
    'da',
    'pt-BR',
    'en-GB',
    'en',
  ]);
});

test('a huge header is read in part only', () => {
  expect(wantedLocales(undefined, 'aa,'.repeat(100_000)).length).toBeLessThanOrEqual(20);
});

test.each([
  [['en', 'pt'], ['pt-BR'], 'pt'],
  [['en', 'pt-BR'], ['pt'], 'pt-BR'],
  [['en', 'vi'], ['fr', 'vi'], 'vi'],
  [['en', 'zh-Hant'], ['zh-Hant-TW'], 'zh-Hant'],
  [['en', 'vi'], ['fr'], 'en'],
  [['vi'], ['fr'], null],
  [[], ['en'], null],
])('of %j, %j gets %s', (available, wanted, chosen) => {
  expect(chooseLocale(available, wanted)).toBe(chosen);
});

test.each(['', 'e', '<b>', 'en_US', 'a'.repeat(50), 'en-'])('"%s" is no language tag', (text) => {
  expect(readLocale(text)).toBeNull();
});
