// Customers’ patterns: what RE2 takes, what is answered, and bounds on size and time.

import { describe, expect, test } from 'vitest';
import { compileUserRegex, extractWith, PATTERN_MAX, SEARCHED_MIN, type UserRegex } from './user-regex.ts';

function regex(pattern: string): UserRegex {
  const result = compileUserRegex(pattern);
  if (!result.ok) throw new Error(result.reason);
  return result.regex;
}

function fill(unit: string): string {
  return unit.repeat(Math.floor(PATTERN_MAX / unit.length));
}

describe('extractWith', () => {
  test.each([
    ['group code before group 1', '(ref) (?P<code>\\d{6})', 'ref 482913', '482913'],
    ['group code in the other spelling', '(ref) (?<code>\\d{6})', 'ref 482913', '482913'],
    ['group 1 where there is no group code', 'code: (\\d+)-(\\d+)', 'code: 12-34', '12'],
    ['the whole match where there is no group', '\\d{6}', 'use 482913 now', '482913'],
    ['the first match', '\\d{6}', '111111 222222', '111111'],
    ['the first match that is not empty', '\\d*', 'abc 4829', '4829'],
    ['the first answer that is not empty', 'code:(\\d*)', 'code: none yet\ncode:4829', '4829'],
    ['nothing where every match is empty', '\\d*', 'no digits', null],
    ['nothing where the group took no part', '(\\d{6})|sorry', 'sorry', null],
    ['nothing where nothing matches', '\\d{6}', 'no digits', null],
    ['case as the pattern says', '(?i)CODE ([a-z]+)', 'code QkE', 'QkE'],
    ['astral characters whole', 'is (.)!', 'it is 😀!', '😀'],
  ])('answers %s', (_rule, pattern, text, expected) => {
    expect(extractWith(regex(pattern), 'subject', text)).toBe(expected);
  });

  test('searches the subject, then a newline, then the text', () => {
    expect(extractWith(regex('(?s)^(.*)$'), 'sub', 'text')).toBe('sub\ntext');
  });

  test('sees at least SEARCHED_MIN characters, whatever the pattern', () => {
    const text = 'b'.repeat(SEARCHED_MIN - 100);
    expect(extractWith(regex(`(?:a?){350}(\\d{6})`), '', `${text}482913`)).toBe('482913');
  });

  test('does not search beyond what the pattern may cost', () => {
    const pattern = regex('(\\d{6})');
    expect(extractWith(pattern, '', `${'b'.repeat(pattern.searched)}482913`)).toBeNull();
  });
});

describe('compileUserRegex', () => {
  test.each([
    ['', 'empty'],
    ['a(?=b)', '(?='],
    ['(a)\\1', '\\1'],
    ['(?<!x)y', '(?<!x)y'],
    ['(', 'missing closing )'],
    ['[', 'missing closing ]'],
    ['*a', 'missing argument'],
    ['a{1001}', 'invalid repeat count'],
    ['(?P<code>a)|(?P<code>b)', 'duplicate'],
    ['a'.repeat(PATTERN_MAX + 1), 'longer than 512'],
    [fill('.{1000}'), 'too large'],
    ['(a{1000}){1000}', 'too large'],
    [`(?:(?:(?:${'a?'.repeat(200)}){10}){10}){10}`, 'too large'],
    [fill('(.?){999}'), 'too large'],
    [fill('\\pL'), 'Unicode classes'],
  ])('refuses %j with a reason that says %j', (pattern, reason) => {
    expect(compileUserRegex(pattern)).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test.each([
    fill('a'),
    fill('x*'),
    fill('(a)'),
    fill('()'),
    '\\x{1F600}',
    '\\Q{999}{999}\\E',
    '[{999}{999}]',
    '\\{999}\\{999}',
  ])('takes %j: large counts are refused only where they repeat', (pattern) => {
    expect(compileUserRegex(pattern).ok).toBe(true);
  });

  test('refuses an exploding pattern without compiling it', () => {
    const started = performance.now();
    for (let i = 0; i < 200; i++) compileUserRegex(`${'.{1000}'.repeat(70)}${i}`);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test('answers a pattern it has seen from its cache', () => {
    expect(compileUserRegex('cached (\\d+)')).toBe(compileUserRegex('cached (\\d+)'));
  });
});

describe('linear time', () => {
  const texts = { a: 'a'.repeat(1_048_576), prose: 'Hello there, order number 12 is on its way.\n'.repeat(24_000) };
  test.each([
    '(a+)+$',
    '(a|aa)+$',
    '(a|a?)+[YZ]',
    '(a*)*[YZ]',
    '((a*)*)*[YZ]',
    '(.*)(.*)(.*)(.*)(.*)(\\d{9})',
    '(?s)(.*)(.*)(.*)(.*)[YZ]',
    '(?:a?){380}[YZ]',
    '(.{0,190}){2}[YZ]',
    '(a|b|c)*a(a|b|c){60}[YZ]',
    '\\pL{1,350}(\\d{9})',
    '(\\w+\\s*)+[YZ]',
    '()'.repeat(250),
    '(?s)(?:.*[YZ])?',
    '\\b*',
  ])('%j on 1 MB ends at once', (pattern) => {
    const compiled = regex(pattern);
    for (const text of Object.values(texts)) {
      const started = performance.now();
      extractWith(compiled, 'subject', text);
      // Ten times what a quiet machine needs.
      expect(performance.now() - started).toBeLessThan(400);
    }
  });
});
