// Lays pieces of text out as lines: blocks break, cells are a tab apart, white space collapses. The writing half of html-to-text.
import type { ElementRole } from './html-elements.ts';

// Characters senders use to pad previews or to let words break: a reader sees nothing of them.
const INVISIBLE = /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\ufeff]|\u034f/;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'g');
const MAYBE_PADDING = /(?:[\u200c\u2007\u00a0 ]|\u200d){7,}/g;
const MAX_OPEN_CELLS = 64;

export class TextLayout {
  readonly #limit: number;
  #parts: string[] = [];
  #size = 0;
  #lines = 0;
  // What has been asked for since the last visible text; written only once more text follows.
  #breaks = 0;
  #space = false;
  #tab = false;
  #marker = '';
  #preformatted = 0;
  #cellStarts: { line: number; part: number; breaks: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A place to hand to `since` later. */
  get position(): number {
    return this.#parts.length;
  }

  text(raw: string): void {
    if (this.#preformatted === 0 && isTidy(raw)) {
      this.#put(raw);
      this.#space = false;
      return;
    }
    const clean = (INVISIBLE.test(raw) ? raw.replace(EVERY_INVISIBLE, '') : raw).replace(MAYBE_PADDING, withoutPadding);
    if (this.#preformatted > 0) {
      this.#verbatim(clean);
      return;
    }
    const words = clean.replace(/[ \t\r\n\f\u00a0]+/g, ' ');
    const visible = words.trim();
    if (visible === '') {
      if (words !== '') this.#space = true;
      return;
    }
    if (words.startsWith(' ')) this.#space = true;
    this.#put(visible);
    this.#space = words.endsWith(' ');
  }

  /** A note of ours right behind the text so far, such as a link's address; what was asked for after that text still follows. */
  aside(note: string): void {
    if (this.#size === 0 || this.#size + note.length >= this.#limit) return;
    this.#parts.push(` ${note}`);
    this.#size += note.length + 1;
  }

  enter(role: ElementRole): void {
    if (role === 'break') this.#breaks = Math.min(this.#breaks + 1, 2);
    else if (role === 'cell') {
      this.#tab = true;
      if (this.#cellStarts.length >= MAX_OPEN_CELLS) this.#cellStarts = [];
      this.#cellStarts.push({ line: this.#lines, part: this.#parts.length, breaks: this.#breaks });
    } else if (role === 'item') {
      this.#breaks = Math.max(this.#breaks, 1);
      this.#marker = '- ';
    } else if (this.#marker === '') this.#around(role);
    if (role === 'preformatted') this.#preformatted += 1;
  }

  leave(role: ElementRole): void {
    if (role === 'preformatted' && this.#preformatted > 0) this.#preformatted -= 1;
    if (role === 'cell') this.#leaveCell();
    else if (role === 'item') {
      this.#marker = '';
      this.#breaks = Math.max(this.#breaks, 1);
    } else if (role !== 'break' && this.#marker === '') this.#around(role);
  }

  since(position: number, limit: number): string {
    let label = '';
    for (let at = position; at < this.#parts.length && label.length <= limit * 2; at += 1) label += this.#parts[at];
    return label.replace(/\s+/g, ' ').trim().slice(0, limit).trim();
  }

  finish(): string {
    const text = this.#parts.join('');
    return (text.length > this.#limit ? text.slice(0, this.#limit) : text).trim();
  }

  #around(role: ElementRole): void {
    if (role === 'spaced') this.#space = true;
    else if (role === 'paragraph' || role === 'preformatted' || role === 'rule') this.#breaks = 2;
    else if (role === 'block' || role === 'row') this.#breaks = Math.max(this.#breaks, 1);
    if (role === 'row') this.#tab = false;
  }

  // A cell of one line stays on its row's line, whatever blocks wrap that line; a cell of several lines is layout and ends its line.
  #leaveCell(): void {
    const start = this.#cellStarts.pop();
    this.#tab = true;
    if (start === undefined || this.#parts.length === start.part) return;
    const firstPart = this.#parts[start.part] ?? '';
    const ownLines = this.#lines - start.line - (firstPart.startsWith('\n') ? 1 : 0);
    this.#breaks = ownLines > 0 ? Math.max(this.#breaks, 1) : 0;
  }

  #put(words: string): void {
    if (this.#size >= this.#limit) return;
    let lead = '';
    if (this.#size > 0) {
      const breaks = this.#breaksBeforeText();
      if (breaks > 0) {
        lead = breaks === 1 ? '\n' : '\n\n';
        this.#lines += 1;
      } else if (this.#tab) lead = '\t';
      else if (this.#space) lead = ' ';
    }
    const piece = `${lead}${this.#marker}${words}`;
    this.#parts.push(piece);
    this.#size += piece.length;
    this.#marker = '';
    this.#breaks = 0;
    this.#space = false;
    this.#tab = false;
  }

  // Blocks that open inside a still empty cell do not take it off its row: what counts is what was due when the cell began.
  #breaksBeforeText(): number {
    const start = this.#cellStarts.at(-1);
    if (start === undefined || start.part !== this.#parts.length || start.breaks > 0) return this.#breaks;
    return 0;
  }

  #verbatim(text: string): void {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#breaks = Math.min(this.#breaks + 1, 2);
      const kept = line.replace(/\r/g, '').trimEnd();
      if (kept !== '') this.#put(kept);
    }
  }
}

/** Plain ASCII with single spaces inside and none around: most pieces of text, and nothing to be done about them. */
function isTidy(raw: string): boolean {
  let space = true;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code < 32 || code > 126 || (code === 32 && space)) return false;
    space = code === 32;
  }
  return !space;
}

/** Joiners between letters shape words in several scripts; a run of them among spaces only pads the preview. */
function withoutPadding(run: string): string {
  return /[\u200c\u2007]|\u200d/.test(run) ? ' ' : run;
}
