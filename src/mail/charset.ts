// Bytes in any charset a mail may name → a string that PostgreSQL and JSON both take. First step of mail/parse.
// The one importer of iconv-lite: it has UTF-7 and the DOS code pages, which TextDecoder lacks.
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

const LABEL_LENGTH = 40;

const UTF8_OR_GUESS = new Set([
  '',
  'utf8',
  'usascii',
  'ascii',
  'ansix341968',
  'unicode11utf8',
  '7bit',
  '8bit',
  'binary',
]);

const ALIASES = new Map([
  ['iso88598i', 'iso-8859-8'],
  ['iso88598e', 'iso-8859-8'],
  ['shiftjis', 'shift_jis'],
  ['windows31j', 'shift_jis'],
  ['cp932', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['eucjp', 'euc-jp'],
  ['iso2022jp', 'iso-2022-jp'],
  ['iso2022jp1', 'iso-2022-jp'],
  ['iso2022jp2', 'iso-2022-jp'],
  ['iso2022jpms', 'iso-2022-jp'],
  ['cp50220', 'iso-2022-jp'],
  ['cp50221', 'iso-2022-jp'],
  ['euckr', 'euc-kr'],
  ['ksc56011987', 'euc-kr'],
  ['ksc5601', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp949', 'euc-kr'],
  ['ms949', 'euc-kr'],
  ['gb2312', 'gb18030'],
  ['gb231280', 'gb18030'],
  ['gbk', 'gb18030'],
  ['cp936', 'gb18030'],
  ['ms936', 'gb18030'],
  ['big5hkscs', 'big5'],
  ['cp950', 'big5'],
  ['cnbig5', 'big5'],
  ['tis620', 'windows-874'],
  ['unicode11utf7', 'utf-7'],
]);

type Decode = (bytes: Uint8Array) => string;

// Bounded: senders make up labels at will, and each decoder is kept.
const CACHE_LIMIT = 200;
const decoders = new Map<string, Decode>();

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const western = new TextDecoder('windows-1252');
const utf8: Decode = (bytes) => asBuffer(bytes).toString('utf8');
const guess: Decode = (bytes) => (isUtf8(bytes) ? utf8(bytes) : western.decode(bytes));

function findDecoder(label: string): Decode {
  const bare = label.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[\s._:-]+/g, '');
  if (bare === 'utf8') return utf8;
  if (UTF8_OR_GUESS.has(bare)) return guess;
  for (const name of [ALIASES.get(bare) ?? label, label.replace(/^x-/, '')]) {
    try {
      const decoder = new TextDecoder(name);
      return (bytes) => decoder.decode(bytes);
    } catch {
      if (iconv.encodingExists(name)) return (bytes) => iconv.decode(asBuffer(bytes), name);
    }
  }
  return guess;
}

/** Decodes with the named charset; an unknown or missing name is read as UTF-8 when it is valid, else windows-1252. */
export function decodeBytes(bytes: Uint8Array, label: string | null): string {
  const key = (label ?? '').slice(0, LABEL_LENGTH).trim().toLowerCase();
  let decode = decoders.get(key);
  if (!decode) {
    decode = findDecoder(key);
    if (decoders.size < CACHE_LIMIT) decoders.set(key, decode);
  }
  let text: string;
  try {
    text = decode(bytes);
  } catch {
    text = guess(bytes);
  }
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** False for the labels postal-mime's own word decoder surely knows. */
export function needsOwnDecoder(label: string): boolean {
  return !/^(?:utf-?8|us-ascii|iso-2022-jp|gb18030|gbk|gb2312|shift_jis|euc-jp|euc-kr|big5|koi8-r|windows-125[0-8]|iso-8859-(?:[1-79]|1[0345]))$/i.test(
    label,
  );
}

const LINE_CONTROLS = /[\0-\x1f\x7f\u2028\u2029]+/g;

/** A body as it may be stored: well-formed, LF line ends, no NUL. */
export function cleanBody(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const plain = lines.includes('\0') ? lines.replaceAll('\0', '') : lines;
  return plain.isWellFormed() ? plain : plain.toWellFormed();
}

/** A header value as it may be stored: one line, well-formed, bounded. */
export function cleanLine(text: string, limit: number): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  const plain = cut.search(LINE_CONTROLS) < 0 ? cut : cut.replace(LINE_CONTROLS, ' ');
  const trimmed = plain.trim();
  return trimmed.isWellFormed() ? trimmed : trimmed.toWellFormed();
}
