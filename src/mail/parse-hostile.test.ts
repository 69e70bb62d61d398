// Hostile mail is read in bounded time, and nothing throws.

import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { hostileMails } from '../../test/support/hostile-mail.ts';
import { parseMailNow as parse } from './parse.ts';

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
const mail = (text: string) => parse(Buffer.from(crlf(text)));

describe('whatever the bytes', () => {
  it.each(hostileMails)('$name is read in bounded time', ({ make, degraded }) => {
    const raw = make();
    const start = process.cpuUsage();
    const parsed = parse(raw);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(3_000);
    expect(parsed.degraded.length > 0).toBe(degraded);
  });

  it('hostile structure still shows the start of the mail', () => {
    const parsed = mail(
      `Subject: hi\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nfirst words\n${'--b\n\nx\n'.repeat(5_000)}`,
    );
    expect(parsed.subject).toBe('hi');
    expect(parsed.text).toContain('first words');
  });

  it.each(['50,000 addresses in one header', '50,000 folded addresses', '50,000 To headers'])(
    '%s: the first are listed',
    (name) => {
      const raw = hostileMails.find((hostile) => hostile.name === name)?.make() ?? Buffer.alloc(0);
      const { to } = parse(raw);
      expect(to.length).toBeGreaterThan(400);
      expect(to.length).toBeLessThanOrEqual(500);
    },
  );

  it('nothing throws, and every string can be stored', () => {
    const line = fc.oneof(
      fc.constantFrom(
        'Content-Type: multipart/mixed; boundary=b',
        'Content-Type: text/html; charset=utf-7',
        '--b',
        '--b--',
        '',
        ' folded',
        'From: "a <b',
        'To: a:b;,<',
        'Subject: =?x?B?=',
        'Content-Transfer-Encoding: base64',
        'Content-Disposition: attachment; filename*0*=x',
        'Date: (',
        'Content-Type: message/rfc822',
        '=3D=',
        '====',
        'A',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), fc.uint8Array({ maxLength: 40 }), (lines, tail) => {
        const parsed = parse(Buffer.concat([Buffer.from(lines.join('\r\n')), tail]));
        expect(parsed.degraded).not.toContain('the mail could not be read');
        const { attachments, ...rest } = parsed;
        const all = JSON.stringify([rest, attachments.map(({ content: _content, ...meta }) => meta)]);
        expect(/\\u0000|\\u[dD][89a-fA-F]/.test(all)).toBe(false);
      }),
      runs(1_500),
    );
  });
});

describe('against postal-mime, which reads ordinary mail well', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abc XYZ 0189.,=-_ é ü ệ 認 \n'.split('')), maxLength: 300 });
  const encode: Record<string, (value: string) => string> = {
    '8bit': (value) => value,
    base64: (value) =>
      (
        Buffer.from(value)
          .toString('base64')
          .match(/.{1,76}/g) ?? []
      ).join('\n'),
    'quoted-printable': (value) =>
      [...Buffer.from(value)]
        .map((byte) =>
          byte === 10
            ? '\n'
            : byte === 61 || byte > 126
              ? `=${byte.toString(16).toUpperCase()}`
              : String.fromCharCode(byte),
        )
        .join(''),
  };
  const part = fc.record({
    type: fc.constantFrom('text/plain', 'text/html', 'application/pdf'),
    encoding: fc.constantFrom('8bit', 'base64', 'quoted-printable'),
    text,
  });
  const tidy = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, ' ').trim();

  it('alternatives have the same text and HTML', async () => {
    await fc.assert(
      fc.asyncProperty(text, part, part, async (subject, first, second) => {
        const parts = [
          { ...first, type: 'text/plain' },
          { ...second, type: 'text/html' },
        ];
        const raw = Buffer.from(
          crlf(
            `From: A <a@example.com>\nSubject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=\nContent-Type: multipart/alternative; boundary="=_b"\n\n${parts.map(({ type, encoding, text: value }) => `--=_b\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: ${encoding}\n\n${encode[encoding]?.(value)}\n`).join('')}--=_b--\n`,
          ),
        );
        const ours = parse(raw);
        const theirs = await PostalMime.parse(raw);
        expect(tidy(ours.html)).toBe(tidy(theirs.html));
        if (tidy(first.text) !== '') expect(tidy(ours.text)).toBe(tidy(theirs.text));
        expect(tidy(ours.subject)).toBe(tidy(theirs.subject));
        expect(ours.from.address).toBe(theirs.from?.address);
      }),
      runs(200),
    );
  });
});
