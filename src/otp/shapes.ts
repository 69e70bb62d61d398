// What a run of letters and digits looks like on its own: a possible code, or a date, a price, a phone number, an identifier.

export type Shape = 'digits' | 'mixed' | 'letters' | 'words';

export type Reading =
  /** Could be typed as a code. `penalty` says how much it also looks like something else, and `why` says what. */
  | { is: 'code'; code: string; shape: Shape; penalty: number; why: string | null }
  /** An identifier: never a code, but it uses up the label before it. */
  | { is: 'identifier'; why: string }
  /** A date, time, amount or small number: neither a code nor the value of a label. */
  | { is: 'quantity'; why: string };

const QUANTITY_ENDING =
  /^\d+(?:st|nd|rd|th|h|m|s|d|k|x|p|w|v|g|min|mins|sec|secs|hr|hrs|day|days|am|pm|kg|km|gb|mb|tb|kb|px|pt|em|mah|hz|ghz|mhz|mp|kwh|cm|mm|ml|usd|eur|vnd|gbp|k\+)$/i;
// `9h12`, `21h30m`, `2h05min`, `7m40`: a time of day or how long something took.
const CLOCK = /^(?:[01]?\d|2[0-4])(?:[hu][0-5]\d(?:m(?:in)?)?|h[0-5]?\dm(?:in)?(?:[0-5]?\ds)?)$|^\d{1,2}m[0-5]\ds?$/i;
/** Nothing that a code looks like; but a password that is named as one may. */
export const MAYBE_PASSWORD = 'words and digits';
export const NAME = 'looks like a name';
/** `4471 902 836`: what is not called a PIN in so many words is a phone number. */
export const LONG_GROUPS = 'grouped like a phone number';
export const YEAR = 'looks like a year';
export const DOCUMENT = 'looks like a document number';
const WORDS_AND_NUMBER =
  /^(?:[a-z]{3,8}-){2,3}\d{2,6}$|^(?:[A-Z][a-z]{2,7}-){2,3}\d{2,6}$|^[a-z]{3,8}-\d{3,6}-[a-z]{3,8}$/;
const DOCUMENT_NUMBER = /^[A-Z]{2,6}-\d{3,10}$/;
const NAME_WITH_NUMBER = /^(?:[a-z]{3,}|[A-Z][a-z]{2,}|[a-z]+[A-Z][a-z]+)\d{1,8}$/;
const WORD_WITH_NUMBER = /^(?:[A-Z]{4,}\d{1,3}|[A-Z]{3,}(?:[1-9]?[05]|100|20\d\d))$/;
const STRIPPED_PREFIX = /^(?:[A-Z]|FB|IG)-(\d{4,10})$/;

const NAMED_PREFIX = /^(?:code|otp|pin|kod|kode|tan|tac|token|passcode|cod|ma)-(\d{4,10})$/i;

export function readDigits(digits: string): Reading {
  if (digits.length < 4) return { is: 'quantity', why: 'too short' };
  if (digits.length > 10) return { is: 'identifier', why: 'too long' };
  if (/^(?:19|20)\d\d$/.test(digits)) return code(digits, 'digits', 0.22, YEAR);
  if (/^25[5-9]\d$/.test(digits)) return code(digits, 'digits', 0.1, 'looks like a Buddhist year');
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits))
    return code(digits, 'digits', 0.15, 'looks like a date');
  if (digits.length >= 9) return code(digits, 'digits', digits.startsWith('0') ? 0.25 : 0.1, 'long for a code');
  return code(digits, 'digits', 0, null);
}

/** Digits written in groups with spaces between: `482 913`, `4 8 2 9 1 3`; longer ones are phone, card or account numbers. */
export function readSpacedDigits(groups: string[]): Reading {
  const joined = groups.join('');
  if (groups.every((group) => group.length === 1)) {
    if (joined.length > 10) return { is: 'identifier', why: 'too long' };
    // A scale to click on, or page numbers.
    return joined.length < 4 || '0123456789'.includes(joined)
      ? { is: 'quantity', why: 'counting' }
      : code(joined, 'digits', 0, null);
  }
  const first = groups[0]?.length ?? 0;
  const even = groups.every((group) => group.length === first);
  if (groups.length === 2 && even && first >= 2 && first <= 5)
    return code(joined, 'digits', first === 2 ? 0.12 : 0.04, 'in two groups');
  if (groups.length === 3 && even && first === 2) return code(joined, 'digits', 0.05, 'in three groups');
  if (groups.length === 3 && even && first === 3)
    return code(joined, 'digits', 0.2, 'looks like a registration or phone number');
  if (groups.length === 4 && even && first === 2) return code(joined, 'digits', 0.15, 'in four groups');
  if (groups.length === 3 && joined.length >= 9 && joined.length <= 10 && groups.every(({ length }) => length >= 3))
    return code(joined, 'digits', 0.3, LONG_GROUPS);
  return { is: 'identifier', why: 'grouped like a phone or account number' };
}

// `CVE-2025-31877`, `INV-2026-0042`.
const DATED_IDENTIFIER = /^[A-Za-z]{2,5}-(?:19|20)\d\d-/;

// What keys, fingerprints, networks and standards are called: `SHA256`, `RSA-4096`, `ssh-ed25519`, `TRC20`, `ISO27001`.
const ALGORITHM =
  /^(?:ssh-?)?(?:SHA[123]?-?(?:224|256|384|512)|(?:RSA|DSA|DH)-?(?:1024|2048|3072|4096|8192)|AES-?(?:128|192|256)(?:-?[A-Z]{3})?|ED-?(?:25519|448)|X(?:25519|448|509)|CURVE25519|SECP\d{3}[KR]1|(?:NIST)?P-?(?:256|384|521)|ECDSA-?\d{3}|(?:HS|RS|ES|PS)(?:256|384|512)|HMAC-?(?:SHA)?-?\d{1,3}|BLAKE2[BS]?|CRC-?(?:16|32|64)|BASE-?(?:32|58|64)|UTF-?(?:16|32)|PKCS-?\d{1,2}|(?:TRC|ERC|BEP)-?(?:20|721|1155)|IPV[46]|WPA[23]|ISO-?\d{4,5}|RFC-?\d{4})$/i;

export function readToken(token: string): Reading {
  if (/^\d+$/.test(token)) return readDigits(token);
  if (/^\d(?:\.\d){3,9}$/.test(token))
    return code(token.replace(/\./g, ''), 'digits', token.length === 7 ? 0.3 : 0.1, 'split by dots');
  // `482.913` is an amount almost everywhere; only a plain announcement outweighs that.
  if (/^\d{3}\.\d{3}$/.test(token)) return code(token.replace('.', ''), 'digits', 0.32, 'looks like an amount');
  if (/[.,:/']/.test(token)) return { is: 'quantity', why: 'date, time or amount' };
  if (ALGORITHM.test(token)) return { is: 'quantity', why: 'the name of a standard' };
  if (token.includes('-')) return readHyphenated(token);
  return /\d/.test(token) ? readMixed(token) : readLetters(token);
}

function readMixed(token: string): Reading {
  if (/^[xX]{2,}\d+$/.test(token)) return { is: 'quantity', why: 'masked number' };
  if (token.length < 4 || QUANTITY_ENDING.test(token) || CLOCK.test(token)) return { is: 'quantity', why: 'quantity' };
  if (token.length > 12) return { is: 'identifier', why: token.length > 20 ? 'too long' : MAYBE_PASSWORD };
  if (NAME_WITH_NUMBER.test(token)) return code(token, 'mixed', 0.3, NAME);
  if (WORD_WITH_NUMBER.test(token)) return code(token, 'mixed', 0.25, 'looks like a slogan');
  if (/^[A-Z]{2}\d{3,4}$/.test(token)) return code(token, 'mixed', 0.1, 'looks like a flight number');
  if (token.length === 4) return code(token, 'mixed', 0.08, 'short for letters');
  if (!/[A-Z]/.test(token)) return code(token, 'mixed', 0.12, 'small letters');
  return code(token, 'mixed', /[a-z]/.test(token) ? 0.08 : 0.02, null);
}

function readLetters(token: string): Reading {
  if (token.length < 4 || token.length > 12 || token !== token.toUpperCase()) return { is: 'quantity', why: 'a word' };
  return code(token, 'letters', 0.2, 'letters only');
}

function readHyphenated(token: string): Reading {
  const groups = token.split('-');
  if (DATED_IDENTIFIER.test(token)) return { is: 'identifier', why: 'letters and a year' };
  if (/^[\d-]+$/.test(token)) return readHyphenatedDigits(token, groups);
  const stripped = STRIPPED_PREFIX.exec(token)?.[1];
  if (stripped !== undefined) return code(stripped, 'digits', 0, null);
  const named = NAMED_PREFIX.exec(token)?.[1];
  if (named !== undefined) return readDigits(named);
  if (groups.length <= 6 && groups.length >= 3 && groups.every((group) => /^[a-z]{3,}$/.test(group)))
    return code(token, 'words', 0.2, 'words');
  // `hbxkq-wprtm`; compound words seldom have two halves of one length.
  if (groups.length === 2 && /^[a-z]{4,6}-[a-z]{4,6}$/.test(token) && groups[0]?.length === groups[1]?.length)
    return code(token, 'words', 0.2, 'words');
  if (WORDS_AND_NUMBER.test(token)) return code(token, 'words', 0.1, MAYBE_PASSWORD);
  if (groups.every((group) => group.length === 1))
    return token.length <= 20 && groups.length >= 4
      ? code(groups.join(''), 'mixed', 0.1, 'spelt out')
      : { is: 'identifier', why: 'odd groups' };
  if (token.length > 16 || groups.length > 4) return { is: 'identifier', why: 'too long' };
  if (groups.some((group) => group.length < 2)) return readUneven(token);
  if (DOCUMENT_NUMBER.test(token)) return code(token, 'mixed', 0.25, DOCUMENT);
  const capitals = token === token.toUpperCase();
  const digitGroups = groups.filter((group) => /\d/.test(group)).length;
  if (!capitals && digitGroups < 2)
    return digitGroups === 0 ? { is: 'quantity', why: 'a compound word' } : { is: 'identifier', why: MAYBE_PASSWORD };
  if (capitals && digitGroups === 0) return code(token, 'letters', groups.length === 2 ? 0.1 : 0.2, 'letters only');
  return code(token, 'mixed', groups.some((group) => group.length > 6) ? 0.2 : 0.02, null);
}

/** `7KD2-P`, `QUAY-5521-R`: capitals and digits in groups of no one size; with little in them, they are model or room numbers. */
function readUneven(token: string): Reading {
  // `e-mail`, and it takes no announcement away from a value.
  if (!/\d/.test(token) && token !== token.toUpperCase()) return { is: 'quantity', why: 'a compound word' };
  const plain = token.replace(/-/g, '');
  if (plain.length < 5 || token !== token.toUpperCase()) return { is: 'identifier', why: 'odd groups' };
  return code(token, 'mixed', 0.12, 'odd groups');
}

function readHyphenatedDigits(token: string, groups: string[]): Reading {
  if (/^(?:19|20)\d\d-\d{1,2}(?:-\d{1,2})?$/.test(token) || /^\d{1,2}-\d{1,2}-(?:\d\d|(?:19|20)\d\d)$/.test(token)) {
    // `12-05-25` is a date before it is a code; `39-24-81` has no such month.
    const [first = 0, second = 0] = groups.map(Number);
    if (token.length > 8 || first <= 12 || second <= 12) return { is: 'quantity', why: 'date' };
  }
  if (/^(?:19|20)\d\d-(?:19|20)\d\d$/.test(token)) return { is: 'quantity', why: 'years' };
  if (groups.every((group) => group.length === 1))
    return groups.length >= 4 && groups.length <= 10
      ? code(groups.join(''), 'digits', 0.05, 'spelt out')
      : { is: 'quantity', why: 'score' };
  const total = groups.reduce((sum, group) => sum + group.length, 0);
  const sizes = groups.map((group) => group.length);
  if (total < 4 || total > 12 || groups.length > 4 || Math.min(...sizes) < 2)
    return { is: 'identifier', why: 'grouped like an account number' };
  const even = sizes.every((size) => size === sizes[0]);
  if (groups.length === 2 && !even) return code(token, 'digits', 0.25, 'looks like a phone or postal number');
  if (groups.length >= 3 && total >= 9 && !even) return { is: 'identifier', why: 'phone number' };
  if (total === 4) return code(token, 'digits', 0.2, 'looks like a range');
  return code(token, 'digits', even ? 0.03 : 0.1, null);
}

function code(text: string, shape: Shape, penalty: number, why: string | null): Reading {
  return { is: 'code', code: text, shape, penalty, why };
}
