// Moments come back from the database as they are, whatever time zone the session writes them in.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { connectDatabase, type Database } from './database.ts';

let own: TestDatabase;
let database: Database;
beforeAll(async () => {
  own = await createTestDatabase();
  database = connectDatabase({ url: own.url, max: 1, onIdleError: () => {} });
});
afterAll(async () => {
  await database.close();
  await own.drop();
});

const read = (text: string, zone: string) =>
  database.transaction(async (tx) => {
    await tx.query({ text: `set local timezone to '${zone}'` });
    const rows = await tx.query<{ at: unknown }>({ text: 'select $1::timestamptz as at', values: [text] });
    return rows[0]?.at;
  });

describe.each(['UTC', 'Asia/Ho_Chi_Minh', 'America/St_Johns'])('a session in %s', (zone) => {
  test.each([
    '2026-11-15T12:00:03.000Z',
    '2026-11-15T12:00:03.200Z',
    '2026-11-15T12:00:03.214Z',
    '1970-01-01T00:00:00.000Z',
    '1899-12-31T23:59:59.999Z',
    '9999-12-31T00:00:00.000Z',
    '0099-03-01T00:00:00.000Z',
  ])('gives %s back', async (text) => {
    expect(await read(text, zone)).toEqual(new Date(text));
  });
});

test('microseconds are cut to milliseconds', async () => {
  expect(await read('2026-11-15 12:00:03.214999+00', 'UTC')).toEqual(new Date('2026-11-15T12:00:03.214Z'));
});

test('what is no moment of the calendar is left to the library', async () => {
  expect(await read('infinity', 'UTC')).toBe(Number.POSITIVE_INFINITY);
});
