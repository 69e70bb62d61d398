// First step of the extractor: one spelling for digits, spaces, dashes and letters, so that later steps only meet ASCII codes.

const NON_ASCII = /[^\x00-\x7f]/;
const NOT_COMPATIBLE = /[^\x00-\x7f]+/g;
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u200d|\u034f|\u20e3|[\ufe00-\ufe0f]/g;
const SUPERSCRIPT = /[\u00b2\u00b3\u00b9\u2070-\u209c]/g;
const DASH = /[\u00ad\u2010-\u2015\u2212\u2043\ufe58\ufe63]/g;
const SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const LINE_BREAK = /\r\n?|[\u2028\u2029\u0085\u000b\u000c]/g;
// Decimal digits that compatibility folding leaves alone; each row of ten starts at its zero.
const DIGIT_ZEROS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1b50, 0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900,
  0xaa50, 0xabf0,
];
const FOREIGN_DIGIT = new RegExp(`[${DIGIT_ZEROS.map((zero) => `\\u${hex(zero)}-\\u${hex(zero + 9)}`).join('')}]`, 'g');

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** Same text in one spelling. `limit` bounds the work, whatever the sender wrote. */
export function normalise(raw: string, limit: number): string {
  const text = raw.length > limit ? raw.slice(0, limit) : raw;
  if (!NON_ASCII.test(text)) return text.includes('\r') ? text.replace(LINE_BREAK, '\n') : text;
  const plain = text
    .replace(LINE_BREAK, '\n')
    .replace(INVISIBLE, '')
    // Written right behind a number, it closes the clause; as an ASCII comma it would make "482913，10分" one amount.
    .replace(/[\uff0c\u3001\u060c]/g, ', ')
    .replace(SUPERSCRIPT, ' ')
    .replace(NOT_COMPATIBLE, (run) => run.normalize('NFKC'))
    .normalize('NFC')
    .replace(DASH, '-')
    .replace(SPACE, ' ')
    .replace(FOREIGN_DIGIT, asciiDigit)
    // The one letter whose lower case is longer than itself; folding it keeps both spellings aligned.
    .replace(/\u0130/g, 'I');
  return plain.length > limit ? plain.slice(0, limit) : plain;
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = DIGIT_ZEROS.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
