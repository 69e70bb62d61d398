// Which names may be brought: real domains in one spelling, below a public suffix, and not the operator’s own.

import { describe, expect, test } from 'vitest';
import { isOwnName, readDomainName } from './domain-name.ts';

describe('a domain name is kept in one spelling', () => {
  test.each([
    ['example.com', 'example.com'],
    ['Mail.EXAMPLE.com', 'mail.example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['example。com', 'example.com'],
    ['customer.github.io', 'customer.github.io'],
    ['firma.co.uk', 'firma.co.uk'],
  ])('%s → %s', (text, domain) => {
    expect(readDomainName(text)).toEqual({ ok: true, domain });
  });
});

describe('refused as a domain name', () => {
  test.each([
    'com',
    'co.uk',
    'github.io',
    'xn--p1ai',
    'localhost',
    'mail',
    '',
    '.',
    '..',
    'example..com',
    '.example.com',
    'example.com..',
    '-a.example.com',
    'a-.example.com',
    'under_score.example.com',
    '*.example.com',
    'exa mple.com',
    'https://example.com',
    'example.com/path',
    'example.com:25',
    'user@example.com',
    '127.0.0.1',
    '0x7f.1',
    '１２７.0.0.1',
    '[::1]',
    '::1',
    '1.2.3',
    'example.123',
    'ex%61mple.com',
    'example.com?x',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(122)}com`,
    '\u202eexample.com\u0000',
  ])('%j', (text) => {
    expect(readDomainName(text)).toEqual({ ok: false, reason: expect.stringMatching(/\w/) });
  });
});

describe('the operator’s own names', () => {
  test.each([
    ['mayfly.test', true],
    ['sub.mayfly.test', true],
    ['second.example', true],
    ['deep.down.second.example', true],
    ['mx.host.example', true],
    ['host.example', true],
    ['other.host.example', true],
    ['notmayfly.test', false],
    ['mayfly.test.evil.example', false],
    ['customer.example', false],
  ])('%s: %s', (domain, own) => {
    expect(isOwnName(domain, ['mayfly.test', 'second.example'], 'mx.host.example')).toBe(own);
  });
});
