// One spelling for each address, and none for what is no address.

import { expect, test } from 'vitest';
import { normaliseEmail } from './email-address.ts';

test.each([
  [' Mai.Nguyen@Example.COM ', 'mai.nguyen@example.com'],
  ['MAI+news@example.com', 'mai+news@example.com'],
  ['mai@bücher.example', 'mai@xn--bcher-kva.example'],
  ['mai@BÜCHER.example', 'mai@xn--bcher-kva.example'],
  ['mai@xn--bcher-kva.example', 'mai@xn--bcher-kva.example'],
  ['mai@example.com.', 'mai@example.com'],
  ['mai@exa\u{ff4d}ple.com', 'mai@example.com'],
  ['cafe\u0301@example.com', 'caf\u00e9@example.com'],
  ["o'neil@example.co.uk", "o'neil@example.co.uk"],
])('%s has one spelling', (given, spelling) => {
  expect(normaliseEmail(given)).toBe(spelling);
});

test('dots and plus tags make different addresses, because only the provider knows otherwise', () => {
  expect(normaliseEmail('a.b@example.com')).not.toBe(normaliseEmail('ab@example.com'));
  expect(normaliseEmail('a+b@example.com')).not.toBe(normaliseEmail('a@example.com'));
});

test('a spelling is stable under a second pass', () => {
  for (const text of ['İ@example.com', 'ẞ@example.com', 'Å@straße.example']) {
    const once = normaliseEmail(text);
    expect(once).not.toBeNull();
    expect(normaliseEmail(once ?? '')).toBe(once);
  }
});

test.each([
  '',
  'mai',
  '@example.com',
  'mai@',
  'mai@localhost',
  'mai@127.0.0.1',
  'mai@[127.0.0.1]',
  'mai nguyen@example.com',
  'mai@exa mple.com',
  'mai@example.com\r\nBcc: eve@example.com',
  'Mai <mai@example.com>',
  'mai@example.com, eve@example.com',
  'a@b@example.com',
  '.mai@example.com',
  'mai..x@example.com',
  `${'x'.repeat(65)}@example.com`,
  `mai@${'x'.repeat(64)}.com`,
  'mai\u200b@example.com',
])('%j is no address', (given) => {
  expect(normaliseEmail(given)).toBeNull();
});
