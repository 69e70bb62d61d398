// Codes against the vectors of RFC 6238, and one step of drift.

import { expect, test } from 'vitest';
import { newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

// The secret of RFC 6238, appendix B: "12345678901234567890".
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [20_000_000_000, '353130'],
])('the code at %d is that of the RFC', (seconds, code) => {
  expect(totpCode(RFC_SECRET, at(seconds))).toBe(code);
  expect(totpStep(RFC_SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('one step of drift is taken either way, two are not', () => {
  const step = 50_000_000;
  const code = totpCode(RFC_SECRET, at(step * 30));
  const seen = [-2, -1, 0, 1, 2].map((drift) => totpStep(RFC_SECRET, code, at((step + drift) * 30 + 15)));
  expect(seen).toEqual([null, step, step, step, null]);
});

test('drift is counted in steps, also at the edges of a step', () => {
  const step = 50_000_000;
  const code = totpCode(RFC_SECRET, at(step * 30));
  expect(totpStep(RFC_SECRET, code, at((step + 1) * 30 + 29))).toBe(step);
  expect(totpStep(RFC_SECRET, code, at((step + 2) * 30))).toBeNull();
  expect(totpStep(RFC_SECRET, code, at((step - 1) * 30))).toBe(step);
  expect(totpStep(RFC_SECRET, code, at((step - 1) * 30 - 1))).toBeNull();
});

test.each(['', '12345', '1234567', 'abcdef', '-12345', '१२३४५६', '12345\u0000'])('%j is never a code', (code) => {
  expect(totpStep(RFC_SECRET, code, at(59))).toBeNull();
});

test('a space in the middle, as apps show it, does not matter', () => {
  expect(totpStep(RFC_SECRET, '287 082', at(59))).toBe(1);
});

test('secrets are 160 bits, and the URI names issuer and account', () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'mai@example.com'));
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp']);
  expect(decodeURIComponent(uri.pathname)).toBe('/Mayfly:mai@example.com');
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Mayfly');
});
