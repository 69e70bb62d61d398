// A part of the mail (subject, text, HTML as text) made ready for searching: normalised, addresses blanked, cut into lines, terms found.
import { normalise } from './normalise.ts';
import { findTerms, type Term } from './terms.ts';

export type SectionName = 'subject' | 'text' | 'html';

export interface Line {
  start: number;
  end: number;
  blank: boolean;
}

export interface Section {
  name: SectionName;
  /** Normalised, with web and mail addresses blanked out by `BLANK`, so that their digits are nobody's code. */
  text: string;
  lower: string;
  lines: Line[];
  terms: Term[];
  /** Where an answered or forwarded older mail begins; the length of the text if there is none. */
  quotedFrom: number;
}

const BLANK = '\u0001';
const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"\u0001]+/gi;
const BARE_ADDRESS = /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}\/[^\s<>"]*/gi;
const OLDER_MAIL =
  /^[ \t]*(?:on\b[^\n]{5,120}\bwrote:|vào\b[^\n]{5,120}đã viết:|le\b[^\n]{5,120}a écrit ?:|am\b[^\n]{5,120}schrieb[^\n]{0,60}:|-{2,} ?(?:original message|forwarded message)|el\b[^\n]{5,120}escribió:)/m;

const MARKS_OF_OLDER_MAIL = ['wrote:', 'đã viết:', 'a écrit', 'schrieb', 'escribió:', ' message'];

export function makeSection(name: SectionName, raw: string, limit: number): Section {
  const text = blankAddresses(normalise(raw, limit));
  const lower = text.toLowerCase();
  const older = MARKS_OF_OLDER_MAIL.some((mark) => lower.includes(mark)) ? OLDER_MAIL.exec(lower) : null;
  return { name, text, lower, lines: cutLines(text), terms: findTerms(lower), quotedFrom: older?.index ?? text.length };
}

export function lineAt(section: Section, position: number): number {
  let low = 0;
  let high = section.lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((section.lines[middle]?.start ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function cutLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    lines.push({ start, end, blank: isBlank(text, start, end) });
    start = end + 1;
  }
  return lines;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 62) return false;
  }
  return true;
}

function blankAddresses(text: string): string {
  let result = text;
  if (result.includes('://') || /www\./i.test(result)) result = result.replace(WEB_ADDRESS, blanks);
  if (result.includes('/'))
    result = result.replace(BARE_ADDRESS, (address) => (/[a-z]/i.test(address) ? blanks(address) : address));
  return result.includes('@') ? blankMailAddresses(result) : result;
}

function blanks(address: string): string {
  // What closes the sentence or the bracket around an address is not part of it.
  const tail = /[.,;:!?)\]}'*_]+$/.exec(address)?.[0] ?? '';
  return BLANK.repeat(address.length - tail.length) + tail;
}

// By hand and bounded: a pattern with an open end before the `@` is quadratic on text without one.
function blankMailAddresses(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > done && at - from < 64 && isAddressCharacter(text.charCodeAt(from - 1))) from -= 1;
    let to = at + 1;
    while (to < text.length && to - at < 255 && isAddressCharacter(text.charCodeAt(to))) to += 1;
    if (from === at && to === at + 1) continue;
    pieces.push(text.slice(done, from), BLANK.repeat(to - from));
    done = to;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function isAddressCharacter(code: number): boolean {
  if (code >= 97 ? code <= 122 : code >= 48 && (code <= 57 || (code >= 65 && code <= 90))) return true;
  return code === 45 || code === 46 || code === 95 || code === 43 || code === 37 || code === 42 || code === 0x2022;
}
