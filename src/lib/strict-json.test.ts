// Strict JSON: what it takes is exactly what JSON.parse makes of it; what JSON.parse is too kind to is refused.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { parseStrictJson, StrictJsonError } from './strict-json.ts';

const parse = (text: string) => parseStrictJson(Buffer.from(text));
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value has something that is refused on purpose. */
function isOdd(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(isOdd);
  return Object.entries(value).some(([key, inner]) => FORBIDDEN.has(key) || isOdd(key) || isOdd(inner));
}

test('ordinary JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      const value: unknown = JSON.parse(text);
      if (isOdd(value)) expect(() => parse(text)).toThrow(StrictJsonError);
      else expect(parse(text)).toEqual(value);
    }),
    runs(1_000),
  );
});

test('what JSON.parse refuses is refused', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      let ok = true;
      try {
        JSON.parse(text.toWellFormed());
      } catch {
        ok = false;
      }
      if (!ok) expect(() => parse(text.toWellFormed())).toThrow(StrictJsonError);
    }),
  );
});

test('any bytes give a value or a StrictJsonError, nothing else', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        parseStrictJson(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(StrictJsonError);
      }
    }),
  );
});

describe('refused although JSON.parse takes it', () => {
  test.each([
    ['a key twice', '{"a":1,"a":2}'],
    ['a key twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a key twice, with blanks', '{"a" : 1 ,\n"a"\t: 2}'],
    ['a key twice further in', '[{"x":{"a":1,"b":[{}],"a":2}}]'],
    ['__proto__', '{"__proto__":1}'],
    ['constructor further in', '{"a":[{"constructor":1}]}'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['NUL', '"\\u0000"'],
    ['a lone surrogate', '"\\udc00"'],
  ])('%s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow();
    expect(() => parse(text)).toThrow(StrictJsonError);
  });
});

describe('taken', () => {
  test.each([
    ['the same key in two objects', '[{"a":1},{"a":2}]'],
    ['the same text as key and value', '{"a":"a","b":"a"}'],
    ['a forbidden word as a value', '{"a":"__proto__"}'],
    ['brackets within strings', '{"a":"[[[[{{{{\\"]"}'],
    ['a pair of surrogates', '"\\ud83d\\ude00"'],
    ['32 levels', `${'['.repeat(32)}${']'.repeat(32)}`],
  ])('%s', (_, text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});

test('a megabyte is read in well under a second', () => {
  const text = `[${'{"a":"b\\\\"},'.repeat(80_000)}1]`;
  const began = performance.now();
  parse(text);
  expect(performance.now() - began).toBeLessThan(1_500);
});
