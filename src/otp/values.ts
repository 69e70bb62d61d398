// Finds the values of a section: every run that could be a code, and every identifier that uses up a label. Split digits are joined here.
import { type Reading, readSpacedDigits, readToken } from './shapes.ts';
import { lineAt, type Section } from './section.ts';
import { surroundingsReject } from './surroundings.ts';

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

interface Token {
  start: number;
  end: number;
  text: string;
}

const TOKEN = /[A-Za-z0-9]+(?:(?:-|(?<=\d)[.:/,'](?=\d))[A-Za-z0-9]+)*/g;
const MAX_TOKENS = 600;

export function findValues(section: Section): Value[] {
  const tokens = interestingTokens(section.text);
  const values: Value[] = [];
  for (let at = 0; at < tokens.length; ) {
    const run = spacedRun(section.text, tokens, at);
    const joined = run.length > 1 ? joinRun(run) : null;
    if (joined !== null) {
      values.push(makeValue(section, run[0] ?? tokens[at], run.at(-1), joined));
      at += run.length;
      continue;
    }
    const token = tokens[at];
    if (token !== undefined) {
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

// Words are the bulk of a mail and never codes, so they are left out before anything is built for them.
function interestingTokens(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && tokens.length < MAX_TOKENS; match = TOKEN.exec(text)) {
    const token = match[0];
    if (token.length > 64) continue;
    const first = token.charCodeAt(0);
    const startsLow = first >= 97 && first <= 122;
    if (startsLow && !token.includes('-') && !/\d/.test(token)) continue;
    if (!startsLow && first >= 65 && token.length > 1 && !/\d/.test(token) && token !== token.toUpperCase()) continue;
    tokens.push({ start: match.index, end: match.index + token.length, text: token });
  }
  return tokens;
}

/** Tokens from `at` on that only spaces, tabs or a lone dash hold apart, or single characters each on a line of its own. */
function spacedRun(text: string, tokens: Token[], at: number): Token[] {
  const first = tokens[at];
  if (first === undefined || !joins(first.text)) return [];
  const run = [first];
  for (let next = at + 1; next < tokens.length && run.length < 24; next += 1) {
    const token = tokens[next];
    const previous = run.at(-1);
    if (token === undefined || previous === undefined || !joins(token.text)) break;
    const between = text.slice(previous.end, token.start);
    const single = token.text.length === 1 && previous.text.length === 1;
    if (!/^[ \t]{1,6}$/.test(between) && !(single && /^[ \t]{0,4}[\n|·•.][ \t\n]{0,6}$/.test(between))) break;
    run.push(token);
  }
  return run;
}

function joins(token: string): boolean {
  return /^\d{1,5}$/.test(token) || /^[A-Z]$/.test(token);
}

function joinRun(run: Token[]): Reading | null {
  const groups = run.map((token) => token.text);
  if (groups.every((group) => /^\d+$/.test(group))) {
    // `482913 10` is a code and a number beside it, not one number in groups.
    if (groups.length === 2 && groups[0]?.length !== groups[1]?.length && !(groups[0] ?? '').startsWith('0')) return null;
    return readSpacedDigits(groups);
  }
  if (groups.length < 4 || groups.length > 10 || groups.some((group) => group.length > 1)) return null;
  const letters = groups.every((group) => /[A-Z]/.test(group));
  return { is: 'code', code: groups.join(''), shape: letters ? 'letters' : 'mixed', penalty: letters ? 0.3 : 0.02, why: letters ? 'letters only' : null };
}

function standsAlone(section: Section, firstLine: number, lastLine: number, start: number, end: number): boolean {
  const from = section.lines[firstLine]?.start ?? 0;
  const to = section.lines[lastLine]?.end ?? end;
  if (start - from > 40 || to - end > 40) return false;
  return !/[\p{L}\p{N}]/u.test(section.text.slice(from, start)) && !/[\p{L}\p{N}]/u.test(section.text.slice(end, to));
}
