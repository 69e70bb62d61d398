// Finds the values of a section: every run that could be a code, and every identifier that uses up a label. Split digits are joined here.

import { charactersOf } from './characters.ts';
import { joinRun, spacedRun, type Token } from './joined.ts';
import { lineAt, type Section } from './section.ts';
import { type Reading, readToken } from './shapes.ts';
import { endsClause, surroundingsReject } from './surroundings.ts';

export interface Value {
  start: number;
  end: number;
  line: number;
  reading: Reading;
  /** Why the text right around it rules it out as a code, if it does. */
  rejected: string | null;
  /** Nothing else stands on its line. */
  alone: boolean;
}

const OTHER = 0;
const DIGIT = 1;
const LOWER = 2;
const UPPER = 4;
const JOINED = 8;
const HYPHEN = 45;
const NUMBER_MARKS = [46, 58, 47, 44, 39];
// Latin letters with marks belong to the word around them; other scripts run on right beside a code.
const CLASSES = new Uint8Array(65_536);
CLASSES.fill(LOWER, 0xc0, 0x250).fill(LOWER, 0x1e00, 0x1f00).fill(OTHER, 0xd7, 0xd8).fill(OTHER, 0xf7, 0xf8);
CLASSES.fill(DIGIT, 48, 58).fill(UPPER, 65, 91).fill(LOWER, 97, 123);
// What no plain word of small letters has.
const STRIKING = new Uint8Array(65_536);
STRIKING.fill(1, 48, 58)
  .fill(1, 65, 91)
  .fill(1, HYPHEN, HYPHEN + 1);
// The address behind a link has been blanked: a code that is a link stands alone as well.
const WORDS = /[\p{L}\p{N}]/u;
const MAX_TOKEN = 64;
const MAX_TOKENS = 600;

export function findValues(section: Section): Value[] {
  const tokens = interestingTokens(section.text);
  const values: Value[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = spacedRun(section.text, tokens, at);
    const joined = run.length > 1 ? joinRun(run, section.text) : null;
    if (joined !== null) {
      values.push(makeValue(section, run[0] ?? tokens[at], run.at(-1), joined));
      at += run.length;
      continue;
    }
    const token = tokens[at];
    if (token !== undefined && token.text.length >= 4) {
      const reading = readToken(token.text);
      if (reading.is !== 'quantity') values.push(makeValue(section, token, token, reading));
    }
    at += 1;
  }
  return values;
}

function makeValue(section: Section, first: Token | undefined, last: Token | undefined, reading: Reading): Value {
  const start = first?.start ?? 0;
  const end = last?.end ?? start;
  const line = lineAt(section, start);
  const rejected = reading.is === 'code' ? surroundingsReject(section.text, start, end, reading.shape) : reading.why;
  return { start, end, line, reading, rejected, alone: standsAlone(section, line, lineAt(section, end), start, end) };
}

// Words are the bulk of a mail and never codes, so they are left out before anything is built for them. By hand: this loop is
// the hottest of the step, and a pattern would build a match for every word.
function interestingTokens(text: string): Token[] {
  const tokens: Token[] = [];
  const characters = charactersOf(text);
  const length = text.length;
  let done = 0;
  let at = 0;
  while (tokens.length < MAX_TOKENS) {
    while (at < length && STRIKING[characters[at] ?? 0] === 0) at += 1;
    if (at >= length) break;
    let start = at;
    while (start > done && belongs(text, characters, start - 1)) start -= 1;
    let seen = 0;
    at = start;
    for (;;) {
      const kind = CLASSES[characters[at] ?? 0] ?? OTHER;
      if (kind !== OTHER) seen |= kind;
      else if (joinsParts(text, characters, at)) seen |= JOINED;
      else break;
      at += 1;
    }
    at = Math.max(at, start + 1);
    done = at;
    const word = (seen & DIGIT) === 0 && ((seen & LOWER) !== 0 ? (seen & JOINED) === 0 || (seen & UPPER) !== 0 : false);
    if (seen !== 0 && !word && at - start <= MAX_TOKEN) tokens.push({ start, end: at, text: text.slice(start, at) });
  }
  return tokens;
}

function belongs(text: string, characters: Uint16Array, at: number): boolean {
  return CLASSES[characters[at] ?? 0] !== OTHER || joinsParts(text, characters, at);
}

/** A hyphen between letters or digits, or a mark between two digits: `T4R-QKE`, `14:32`, `1.250,00`. */
function joinsParts(text: string, characters: Uint16Array, at: number): boolean {
  const code = characters[at] ?? 0;
  if (code === 32 || code === 10) return false;
  const before = CLASSES[characters[at - 1] ?? 0];
  const after = CLASSES[characters[at + 1] ?? 0];
  if (code === HYPHEN) return after !== OTHER && before !== OTHER;
  return NUMBER_MARKS.includes(code) && before === DIGIT && after === DIGIT && !endsClause(text, at);
}

function standsAlone(section: Section, firstLine: number, lastLine: number, start: number, end: number): boolean {
  const from = section.lines[firstLine]?.start ?? 0;
  const to = section.lines[lastLine]?.end ?? end;
  if (start - from > 40 || to - end > 400) return false;
  return !WORDS.test(section.text.slice(from, start)) && !WORDS.test(section.text.slice(end, to));
}
