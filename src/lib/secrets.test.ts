// Random credentials, signatures and encryption at rest.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecrets, hashCredential, randomText, sameSecret } from './secrets.ts';

const secrets = createSecrets('k'.repeat(32));

test('random text has its length and alphabet and does not repeat', () => {
  expect(randomText(40)).toMatch(/^[0-9A-Za-z]{40}$/);
  expect(randomText(5, 'ab')).toMatch(/^[ab]{5}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => randomText(20))).size).toBe(1_000);
});

test('a signature fits its purpose and text only', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      fc.pre(text !== other);
      const signature = secrets.sign('a', text);
      expect(secrets.verify('a', text, signature)).toBe(true);
      expect(secrets.verify('b', text, signature)).toBe(false);
      expect(secrets.verify('a', other, signature)).toBe(false);
    }),
  );
});

test('a signature of any other length or text is refused without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(secrets.verify('a', 'x', text)).toBe(false);
    }),
  );
});

test('what was encrypted comes back, and is never twice the same', () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      const text = plain.toWellFormed();
      const [one, two] = [secrets.encrypt(text), secrets.encrypt(text)];
      expect([secrets.decrypt(one), one === two]).toEqual([text, false]);
    }),
  );
});

test('a sealed text that was changed does not open', () => {
  const sealed = secrets.encrypt('secret');
  const bytes = Buffer.from(sealed, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => secrets.decrypt(changed.toString('base64url'))).toThrow();
  }
});

test('another key opens nothing', () => {
  expect(() => createSecrets('x'.repeat(32)).decrypt(secrets.encrypt('secret'))).toThrow();
});

test('equal texts are equal, others are not, whatever their length', () => {
  expect([sameSecret('a', 'a'), sameSecret('a', 'b'), sameSecret('a', 'aa'), sameSecret('', 'a')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the hash of a credential does not contain it', () => {
  expect(hashCredential('mfg_abc')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(hashCredential('mfg_abc')).not.toBe(hashCredential('mfg_abd'));
});
