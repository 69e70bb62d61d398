// Customers' extraction patterns: RE2 syntax, compiled within bounds and run over a mail in linear time.
// Filters call it for real mail and for the dry run alike; the one importer of re2js.
import { RE2JS } from 're2js';
import { createLru } from './lru.ts';

export const PATTERN_MAX = 512;
/**
 * Compiled size in RE2 instructions: a literal character is one, `\d{6}` six, `.{0,100}` two hundred. Whatever fits into
 * PATTERN_MAX without counted repeats is below it.
 */
const PROGRAM_MAX = 800;
/** Characters of subject, newline, text that are searched: all of these for a small pattern, fewer for a larger one … */
const SEARCHED_MAX = 65_536;
/** … but never fewer than these. */
export const SEARCHED_MIN = 1_500;
const UNICODE_CLASSES_MAX = 20;

// The matcher's worst case is instructions × characters. Up to this product re2js uses its quickest engine with groups, and
// hostile patterns were measured at 3 to 10 ms of the event loop (PROGRAM_MAX × SEARCHED_MIN: 30 ms). Ordinary patterns take
// 0.1 to 3 ms: `code\W+([A-Z0-9]{4,8})` is 22 instructions and sees 11,900 characters.
const WORK_MAX = 262_144;

export interface UserRegex {
  readonly pattern: string;
  /** How many characters of subject, newline, text this pattern is run over. */
  readonly searched: number;
  readonly compiled: RE2JS;
}
export type CompiledRegex = { ok: true; regex: UserRegex } | { ok: false; reason: string };

// Compiling takes from a tenth of a millisecond to ten, so results are kept, refusals too. Weighed in kilobytes: 32 MB at most.
const cache = createLru<string, CompiledRegex>({
  max: 32_768,
  weigh: (result) => (result.ok ? weight(result.regex) : 1),
});

export function compileUserRegex(pattern: string): CompiledRegex {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const result = compile(pattern);
  if (pattern.length <= PATTERN_MAX) cache.set(pattern, result);
  return result;
}

/**
 * Searches subject, newline, text. The answer is group `code` if the pattern has one, else group 1, else the whole match;
 * a match whose answer is empty is passed over.
 */
export function extractWith(regex: UserRegex, subject: string, text: string): string | null {
  // Cut before joining: joined first, a text of megabytes would be copied to search its beginning.
  const input = `${subject.slice(0, regex.searched)}\n${text.slice(0, regex.searched)}`.slice(0, regex.searched);
  const matcher = regex.compiled.matcher(input);
  const group = 'code' in regex.compiled.namedGroups() ? 'code' : Math.min(1, regex.compiled.groupCount());
  let work = 0;
  for (let from = 0; from <= input.length; ) {
    // Passing over empty matches could otherwise search the rest of the text once for every character of it.
    work += regex.compiled.programSize() * (input.length - from);
    if (from > 0 && work > WORK_MAX) return null;
    if (!matcher.find(from)) return null;
    const answer = matcher.group(group);
    if (answer) return answer;
    from = Math.max(matcher.end(), from + 1);
  }
  return null;
}

function compile(pattern: string): CompiledRegex {
  if (pattern === '') return refuse('the pattern is empty');
  if (pattern.length > PATTERN_MAX) return refuse(`the pattern is longer than ${PATTERN_MAX} characters`);
  // \pL is 650 ranges: each one costs the compiler up to half a millisecond and ten kilobytes.
  if (unicodeClasses(pattern) > UNICODE_CLASSES_MAX) {
    return refuse(`the pattern has more than ${UNICODE_CLASSES_MAX} Unicode classes (\\p, \\P)`);
  }
  // Before the compiler sees it: counted repeats are copied out, and 512 characters can ask for a third of a second.
  if (estimateSize(pattern) > 2 * PROGRAM_MAX) return refuse(TOO_LARGE);
  try {
    const compiled = RE2JS.compile(pattern);
    const size = compiled.programSize();
    if (size > PROGRAM_MAX) return refuse(TOO_LARGE);
    const searched = Math.max(SEARCHED_MIN, Math.min(SEARCHED_MAX, Math.floor(WORK_MAX / size)));
    return { ok: true, regex: { pattern, searched, compiled } };
  } catch (error) {
    return refuse(error instanceof Error ? error.message.replace('error parsing regexp: ', '') : 'not RE2 syntax');
  }
}

const TOO_LARGE = `the pattern is too large once its counted repeats ({n,m}) are written out; use * or + where the count does not matter`;

function unicodeClasses(pattern: string): number {
  return pattern.split(/\\p/i).length - 1;
}

// The matcher keeps the positions of every group for every instruction.
function weight({ pattern, compiled }: UserRegex): number {
  const machine = (compiled.programSize() * (compiled.groupCount() + 1)) / 128;
  return Math.ceil(2 + machine + 10 * unicodeClasses(pattern));
}

function refuse(reason: string): CompiledRegex {
  return { ok: false, reason };
}

// Quoted runs, escapes and classes are one piece each, so that a brace inside them is not taken for a repeat.
const TOKEN =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]])*\]|\((?:\?P?<\w*>|\?[\w-]*:?)?|\)|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu;

/** Roughly the instructions a pattern compiles to, without compiling: each atom counts as often as repeats around it say. */
function estimateSize(pattern: string): number {
  const open: number[] = [];
  let total = 0;
  let last = 0;
  for (const [token, min, max] of pattern.matchAll(TOKEN)) {
    if (token.startsWith('(')) {
      open.push(total);
      total = 0;
      last = 0;
    } else if (token === ')') {
      last = total + 1;
      total = (open.pop() ?? 0) + last;
    } else if (min !== undefined) {
      const repeated = last * Math.max(Number(min), Number(max || 0), 1);
      total += repeated - last;
      last = repeated;
    } else {
      last = 1;
      total += 1;
    }
  }
  // A group that never closes is the compiler's to refuse; what it holds has been counted.
  return open.reduce((sum, part) => sum + part, total);
}
