// Recipients in one spelling; what smells of relaying is refused; any text at all gets an answer.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { normaliseDomain, normaliseRecipient, splitAddress } from './address.ts';

describe('recipients', () => {
  it.each([
    ['User@Example.COM', 'user@example.com'],
    ['user@example.com.', 'user@example.com'],
    ['user+tag@example.com', 'user+tag@example.com'],
    ['user@bücher.example', 'user@xn--bcher-kva.example'],
    ['user@BÜCHER.example', 'user@xn--bcher-kva.example'],
    ['user@例え.jp', 'user@xn--r8jz45g.jp'],
    ['ユーザー@example.com', 'ユーザー@example.com'],
  ])('%s is spelled %s', (given, wanted) =>
    expect(normaliseRecipient(given)).toMatchObject({ ok: true, address: wanted }),
  );

  it.each([
    ['', 'empty'],
    ['user', 'no-domain'],
    ['user@', 'no-domain'],
    ['@example.com', 'source-route'],
    ['@relay.example:user@example.com', 'source-route'],
    ['a:b@c.example@example.com', 'source-route'],
    ['user@other.example@example.com', 'multiple-at'],
    ['user%other.example@example.com', 'relay-hack'],
    ['other.example!user@example.com', 'relay-hack'],
    ['"user@other.example"@example.com', 'quoted-local'],
    ['"user"@example.com', 'quoted-local'],
    ['us\\er@example.com', 'quoted-local'],
    ['.user@example.com', 'bad-local'],
    ['us..er@example.com', 'bad-local'],
    ['us er@example.com', 'bad-local'],
    ['us\0er@example.com', 'bad-local'],
    [`${'a'.repeat(65)}@example.com`, 'bad-local'],
    ['user@example', 'bad-domain'],
    ['user@127.0.0.1', 'bad-domain'],
    ['user@[127.0.0.1]', 'bad-domain'],
    ['user@-a.example', 'bad-domain'],
    ['user@a..example', 'bad-domain'],
    ['user@exam ple.com', 'bad-domain'],
    [`user@${'a'.repeat(64)}.example`, 'bad-domain'],
    [`${'a'.repeat(400)}@example.com`, 'too-long'],
  ])('%j is refused as %s', (given, problem) => expect(normaliseRecipient(given)).toEqual({ ok: false, problem }));

  it('a normalised recipient normalises to itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (given) => {
        const first = normaliseRecipient(given);
        if (first.ok) expect(normaliseRecipient(first.address)).toEqual(first);
      }),
      runs(100),
    );
  });

  it('splitting never throws and never finds an @ in a half', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => {
        const split = splitAddress(given);
        if (split.ok) expect(split.local.includes('@') || split.domain.includes('@')).toBe(false);
      }),
      runs(100),
    );
  });

  it('a domain has one spelling', () => expect(normaliseDomain('EXAMPLE.com.')).toBe('example.com'));
});
