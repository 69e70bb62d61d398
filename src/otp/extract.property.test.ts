import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { extractOtp, type OtpInput } from './extract.ts';
import { normalise } from './normalise.ts';

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.integer({ min: 0, max: 10 ** 10 }).map(String),
  fc.constantFrom(
    'verification code',
    ' is ',
    ': ',
    '\n',
    '\t',
    ' ',
    'T4R-QKE',
    '4 8 2 9 1 3',
    'mã xác thực',
    '验证码',
    '４８２',
    '@acme.example #',
    'https://a.example/verify?t=1',
    'old',
    '**',
    '-',
    '\u200b',
    'İ',
  ),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
const input: fc.Arbitrary<OtpInput> = fc.record({
  subject: text,
  text: fc.option(text),
  htmlText: fc.option(text),
  links: fc.array(fc.record({ href: fc.webUrl(), label: text }), { maxLength: 4 }),
  from: fc.record({ address: fc.emailAddress(), name: fc.option(text) }),
  recipients: fc.array(fc.emailAddress(), { maxLength: 2 }),
});

const bare = (words: string): string => normalise(words, 1_000_000).replace(/[^A-Za-z0-9]/g, '');

test('never throws, and gives the same answer twice', () => {
  fc.assert(
    fc.property(input, (mail) => {
      expect(extractOtp(mail)).toEqual(extractOtp(mail));
    }),
    runs(100),
  );
});

test('every code it gives stands in the mail', () => {
  fc.assert(
    fc.property(input, (mail) => {
      const { code } = extractOtp(mail);
      const whole = bare([mail.subject, mail.text ?? '', mail.htmlText ?? ''].join('\n'));
      expect(code === null || whole.includes(bare(code))).toBe(true);
    }),
    runs(100),
  );
});

test('no code means confidence 0, a code means more', () => {
  fc.assert(
    fc.property(input, (mail) => {
      const { code, confidence } = extractOtp(mail);
      expect(code === null ? confidence === 0 : confidence > 0 && confidence <= 1).toBe(true);
    }),
    runs(100),
  );
});

test('candidates are at most ten, best first', () => {
  fc.assert(
    fc.property(input, (mail) => {
      const scores = extractOtp(mail).candidates.map((candidate) => candidate.score);
      expect(scores.length <= 10 && scores.every((score, at) => at === 0 || score <= (scores[at - 1] ?? 0))).toBe(true);
    }),
    runs(100),
  );
});

test.each([
  ['digits', '1'.repeat(1_000_000)],
  ['groups of digits', '1234 '.repeat(200_000)],
  ['lines of digits', '482913\n'.repeat(140_000)],
  ['the word code', 'code '.repeat(200_000)],
  ['codes', 'code 482913 '.repeat(80_000)],
  ['spaces', ' '.repeat(1_000_000)],
  ['at signs', '@'.repeat(1_000_000)],
  ['hyphens', 'a-'.repeat(500_000)],
  ['web addresses', 'https://a.example/verify?token=abcdef12345 '.repeat(20_000)],
  ['capitals', 'ABCDEF '.repeat(140_000)],
  ['combining marks', `e${'\u0301'.repeat(900_000)}`],
])('a megabyte of %s is bounded work', (_name, hostile) => {
  const started = performance.now();
  extractOtp({
    subject: hostile,
    text: hostile,
    htmlText: `${hostile} `,
    links: [],
    from: { address: 'a@b.example', name: hostile },
    recipients: [],
  });
  expect(performance.now() - started).toBeLessThan(3_000);
});
