// The oldest PostgreSQL that is taken, and what is said of an older one.

import { expect, test } from 'vitest';
import { serverTooOld } from './server-version.ts';

test.each([90_624, 120_022, 140_019, 149_999])('%i is refused with a line that names both versions', (version) => {
  const major = Math.floor(version / 10_000);
  expect(serverTooOld(version)).toBe(`DATABASE_URL is PostgreSQL ${major}; Mayfly takes 15 or newer.`);
});

test.each([150_000, 150_004, 180_001])('%i is taken', (version) => {
  expect(serverTooOld(version)).toBeNull();
});
