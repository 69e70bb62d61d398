// docs/promises.md names the tests that keep the promises: the files must be there and have tests of these names.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const lines = readFileSync(new URL('docs/promises.md', root), 'utf8').split('\n');
const rows = lines.filter((line) => line.startsWith('| ') && !line.startsWith('| promise |'));
const NAMED = /`([^`]+\.test\.ts)`: "([^"]+)"/g;
const named = rows.flatMap((row) => [...row.matchAll(NAMED)].map(([, file = '', name = '']) => ({ file, name })));

test('the table is read', () => {
  expect(rows.length).toBeGreaterThan(50);
  expect(named.length).toBeGreaterThan(rows.length);
});

test('every promise names a test', () => {
  expect(rows.filter((row) => !row.match(NAMED))).toEqual([]);
});

describe.each([...Map.groupBy(named, ({ file }) => file)])('%s', (file, entries) => {
  test('has the tests that are named', () => {
    expect(existsSync(new URL(file, root))).toBe(true);
    // Names are written in single quotes, double quotes or backticks, and some are escaped.
    const source = readFileSync(new URL(file, root), 'utf8').replaceAll("\\'", "'");
    expect(entries.map(({ name }) => name).filter((name) => !source.includes(name))).toEqual([]);
  });
});
