// Cursors: they come back as they were, and only to the list that gave them out.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { createCursors, cutPage } from './cursor.ts';
import { AppError } from './errors.ts';
import { createSecrets } from './secrets.ts';

const cursors = createCursors(createSecrets('k'.repeat(32)));
const refused = (list: string, cursor: string) => {
  try {
    cursors.decode(list, cursor);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
};

test('a position comes back as it was', () => {
  fc.assert(
    fc.property(fc.string(), (position) => {
      const text = position.toWellFormed();
      expect(cursors.decode('list', cursors.encode('list', text))).toBe(text);
    }),
    runs(100),
  );
});

test('no cursor stays none', () => {
  expect(cursors.decode('list', undefined)).toBeUndefined();
});

test('another list refuses it', () => {
  expect(refused('other', cursors.encode('list', 7))).toBe('request.invalid_cursor');
});

test('another key refuses it', () => {
  const other = createCursors(createSecrets('x'.repeat(32)));
  expect(() => other.decode('list', cursors.encode('list', 7))).toThrow(AppError);
});

test('one changed character anywhere is refused', () => {
  const cursor = cursors.encode('list', '123456');
  fc.assert(
    fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = cursor.slice(0, at) + character + cursor.slice(at + 1);
      fc.pre(changed !== cursor);
      expect(refused('list', changed)).toBe('request.invalid_cursor');
    }),
    runs(500),
  );
});

test('random text is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(refused('list', text)).toBe('request.invalid_cursor');
    }),
    runs(100),
  );
});

test('a list and a position cannot be shifted against each other', () => {
  expect(refused('a:b', cursors.encode('a', 'b'))).toBe('request.invalid_cursor');
});

test('a page is cut at its limit and names its last item only when there is more', () => {
  expect(cutPage([1, 2, 3], 2, String)).toEqual({ items: [1, 2], nextCursor: '2' });
  expect(cutPage([1, 2], 2, String)).toEqual({ items: [1, 2], nextCursor: null });
  expect(cutPage([], 2, String)).toEqual({ items: [], nextCursor: null });
});
