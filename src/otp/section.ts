// A part of the mail (subject, text, HTML as text) made ready for searching: normalised, addresses blanked, cut into lines, terms found.
import { blankAddresses } from './addresses.ts';
import { normalise } from './normalise.ts';
import { findTerms, type Term } from './terms.ts';

export type SectionName = 'subject' | 'text' | 'html';

export interface Line {
  start: number;
  end: number;
  blank: boolean;
}

const FAR_BEHIND = 1_500;

export class Section {
  readonly name: SectionName;
  /** Normalised, with web and mail addresses blanked out, so that their digits are nobody's code. */
  readonly text: string;
  readonly lower: string;
  readonly lines: Line[];
  #terms: Term[] | null = null;
  #reach = Number.POSITIVE_INFINITY;
  #quotedFrom = -1;

  constructor(name: SectionName, raw: string, limit: number) {
    this.name = name;
    this.text = blankAddresses(normalise(raw, limit));
    this.lower = this.text.toLowerCase();
    this.lines = cutLines(this.text);
  }

  /** Looked for when first asked: a mail without anything like a code never asks. */
  get terms(): Term[] {
    this.#terms ??= findTerms(this.lower.length > this.#reach ? this.lower.slice(0, this.#reach) : this.lower);
    return this.#terms;
  }

  /** Says where the last number stands that has to be judged: words far behind it are about something else. */
  lookNoFurtherThan(end: number): void {
    this.#reach = end + FAR_BEHIND;
  }

  /** Where an answered or forwarded older mail begins; the length of the text if there is none. */
  get quotedFrom(): number {
    if (this.#quotedFrom === -1) this.#quotedFrom = olderMail(this.lower);
    return this.#quotedFrom;
  }
}

const OLDER_MAIL =
  /^[ \t]*(?:on\b[^\n]{5,120}\bwrote:|vào\b[^\n]{5,120}đã viết:|le\b[^\n]{5,120}a écrit ?:|am\b[^\n]{5,120}schrieb[^\n]{0,60}:|-{2,} ?(?:original message|forwarded message)|el\b[^\n]{5,120}escribió:)/m;
// All of them end their line with a colon or begin it with dashes; looking for that first spares most mails the pattern.
function olderMail(lower: string): number {
  if (!lower.includes(':\n') && !lower.includes('--') && !lower.includes(': \n')) return lower.length;
  return OLDER_MAIL.exec(lower)?.index ?? lower.length;
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
