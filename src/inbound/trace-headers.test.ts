// The trace on top of a mail, and results in our own name that we did not write.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countReceived, disarmForgedResults, mailDate, receivedHeader } from './trace-headers.ts';

const AT = new Date('2026-11-05T07:08:09.123Z');
const trace = (changes: Partial<Parameters<typeof receivedHeader>[0]> & { helo?: string; ip?: string } = {}) =>
  receivedHeader({
    peer: { ip: changes.ip ?? '192.0.2.9', helo: changes.helo ?? 'client.example', protocol: 'ESMTP' },
    by: 'mx.mayfly.test',
    id: 'abc',
    recipient: 'box@mayfly.test',
    at: AT,
    ...changes,
  });

describe('Received', () => {
  test('names peer, server, recipient and time', () => {
    expect(trace()).toBe(
      'Received: from client.example ([192.0.2.9])\r\n\tby mx.mayfly.test (Mayfly) with ESMTP id abc\r\n\tfor <box@mayfly.test>;\r\n\tThu, 5 Nov 2026 07:08:09 +0000\r\n',
    );
  });

  test('names no recipient when there are several', () => {
    expect(trace({ recipient: null })).not.toContain('for <');
  });

  test('writes IPv6 addresses as literals', () => {
    expect(trace({ ip: '2001:db8::1' })).toContain('([IPv6:2001:db8::1])');
  });

  test('whatever the peer calls itself, it stays one header of known lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (helo) => {
        const lines = trace({ helo }).split('\r\n');
        expect(lines).toHaveLength(5);
        expect(lines.slice(1, 4).every((line) => line.startsWith('\t'))).toBe(true);
        expect(lines[0]).toMatch(/^Received: from [\x21-\x7e]+ \(\[192\.0\.2\.9\]\)$/);
      }),
    );
  });

  test('the date is RFC 5322 in UTC', () => {
    expect(mailDate(new Date('2026-01-31T23:59:59.999Z'))).toBe('Sat, 31 Jan 2026 23:59:59 +0000');
  });
});

describe('counting Received', () => {
  const count = (text: string) => countReceived(Buffer.from(text));

  test('counts headers in any case and not what is in the body', () => {
    expect(count('received: a\r\nRECEIVED: b\r\nSubject: x\r\n\r\nReceived: c\r\n')).toBe(2);
  });

  test('a folded line is not another header', () => {
    expect(count('Received: a\r\n Received: b\r\n\tReceived: c\r\nSubject: x\r\n\r\n')).toBe(1);
  });
});

describe('forged results', () => {
  const ours = 'mx.mayfly.test';
  const disarm = (text: string) => disarmForgedResults(Buffer.from(text), ours).toString();
  const rest = 'Subject: x\r\n\r\nbody\r\n';

  test.each([
    ['plain', 'Authentication-Results: mx.mayfly.test; spf=pass\r\n'],
    ['upper case', 'AUTHENTICATION-RESULTS: MX.MAYFLY.TEST; spf=pass\r\n'],
    ['a version', 'Authentication-Results: mx.mayfly.test 1; spf=pass\r\n'],
    ['folded', 'Authentication-Results:\r\n\tmx.mayfly.test; spf=pass\r\n'],
    ['a comment', 'Authentication-Results: (hello) mx.mayfly.test; spf=pass\r\n'],
    ['nested comments', 'Authentication-Results: (a(b)c) mx.mayfly.test; spf=pass\r\n'],
    ['an escaped bracket', 'Authentication-Results: (a\\)b) mx.mayfly.test; spf=pass\r\n'],
    ['a comment behind', 'Authentication-Results: mx.mayfly.test(x); spf=pass\r\n'],
    ['a comment without end to look at', `Authentication-Results: (${'x'.repeat(2_000)}) mx.mayfly.test; spf=pass\r\n`],
    ['quoted', 'Authentication-Results: "mx.mayfly.test"; spf=pass\r\n'],
    ['a blank before the colon', 'Authentication-Results : mx.mayfly.test; spf=pass\r\n'],
    ['bare line feeds', 'Authentication-Results: mx.mayfly.test; spf=pass\n'],
  ])('in our name is renamed: %s', (_, header) => {
    expect(disarm(`Received: a\r\n${header}${rest}`)).toBe(`Received: a\r\nX-Forged-${header}${rest}`);
  });

  test.each([
    ['another server', 'Authentication-Results: mx.google.com; spf=pass smtp.mailfrom=x@mx.mayfly.test\r\n'],
    ['a longer name', 'Authentication-Results: mx.mayfly.test.example; spf=pass\r\n'],
    ['another header', 'X-Authentication-Results: mx.mayfly.test; spf=pass\r\n'],
  ])('is left alone: %s', (_, header) => {
    const text = `${header}${rest}`;
    expect(disarm(text)).toBe(text);
  });

  test('text in the body is left alone', () => {
    const text = `${rest}Authentication-Results: mx.mayfly.test; spf=pass\r\n`;
    expect(disarm(text)).toBe(text);
  });

  test('any bytes are only ever added to', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const out = disarmForgedResults(Buffer.from(bytes), ours).toString('latin1');
        expect(out.replaceAll('X-Forged-', '')).toBe(Buffer.from(bytes).toString('latin1').replaceAll('X-Forged-', ''));
      }),
    );
  });
});
