// Chooses among the parts of a mail what its body is and what is attached, and decodes the text. Used by parse.
import { calendarText } from './calendar.ts';
import { cleanBody, decodeBytes } from './charset.ts';
import { htmlToText } from './html-to-text.ts';
import type { MimePart } from './mime-tree.ts';
import { decodeTransfer, unflow } from './transfer.ts';

const MAX_TEXT = 1_000_000;
const MAX_HTML = 2_000_000;
const RAW_GLIMPSE = 16_384;

export interface Body {
  text: string | null;
  html: string | null;
  attachments: MimePart[];
}

// One stretch of the mail to be read: in multipart/alternative the plain and the HTML form of the same thing.
interface Section {
  alternative: number;
  plain: string[];
  html: string[];
}

const isNamed = (part: MimePart): boolean => part.disposition.params.has('filename') || part.type.params.has('name');

function decodePart(raw: Buffer, part: MimePart, limit: number, degraded: string[]): string {
  const encoded = raw.subarray(part.bodyStart, part.bodyEnd);
  const bytes = decodeTransfer(encoded, part.encoding, limit);
  if (bytes.length >= limit) degraded.push('the body is oversized; only its beginning is shown');
  return cleanBody(decodeBytes(bytes, part.type.params.get('charset') ?? null));
}

function decodePlain(raw: Buffer, part: MimePart, degraded: string[]): string {
  const text = decodePart(raw, part, MAX_TEXT, degraded);
  if (part.type.params.get('format')?.toLowerCase() !== 'flowed') return text;
  return unflow(text, part.type.params.get('delsp')?.toLowerCase() === 'yes');
}

const escapeText = (text: string): string =>
  `<div>${text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>\n')}</div>`;

/** Splits the leaves into body text, body HTML and attachments; oversized bodies are cut and named in `degraded`. */
export function assembleBody(raw: Buffer, leaves: readonly MimePart[], bodyStart: number, degraded: string[]): Body {
  const sections: Section[] = [];
  const attachments: MimePart[] = [];
  let room = MAX_TEXT + MAX_HTML;
  const sectionFor = (alternative: number): Section => {
    const last = sections.at(-1);
    if (last && alternative !== 0 && last.alternative === alternative) return last;
    const section: Section = { alternative, plain: [], html: [] };
    sections.push(section);
    return section;
  };
  for (const part of leaves) {
    const type = part.type.value;
    const isText = type === 'text/plain' || type === 'text/html';
    const attached = part.disposition.value === 'attachment' || (sections.length > 0 && isNamed(part));
    if (isText && !attached && room > 0) {
      const text = type === 'text/html' ? decodePart(raw, part, MAX_HTML, degraded) : decodePlain(raw, part, degraded);
      room -= text.length;
      const section = sectionFor(part.alternative);
      (type === 'text/html' ? section.html : section.plain).push(text);
    } else if (type !== 'text/x-amp-html' || attached) attachments.push(part);
  }
  const body = joinSections(sections, degraded);
  if (body.text === null && body.html === null)
    return { ...body, text: substitute(raw, attachments, bodyStart, degraded), attachments };
  return { ...body, attachments };
}

function joinSections(sections: readonly Section[], degraded: string[]): { text: string | null; html: string | null } {
  const hasHtml = sections.some((section) => section.html.length > 0);
  const hasPlain = sections.some(
    (section) => section.plain.length > 0 && section.plain.some((text) => text.trim() !== ''),
  );
  const text = sections.map(({ plain, html }) =>
    (plain.length > 0 ? plain : html.map((part) => htmlToText(part).text)).join('\n'),
  );
  const html = sections.map((section) =>
    (section.html.length > 0 ? section.html : section.plain.map(escapeText)).join('\n'),
  );
  return {
    text: hasPlain || (!hasHtml && sections.length > 0) ? cut(text.join('\n'), MAX_TEXT, degraded) : null,
    html: hasHtml ? cut(html.join('\n'), MAX_HTML, degraded) : null,
  };
}

function cut(text: string, limit: number, degraded: string[]): string {
  if (text.length <= limit) return text;
  degraded.push('the body is oversized; only its beginning is shown');
  return text.slice(0, limit).toWellFormed();
}

// No text part at all: an invitation is put in words, an odd kind of text is shown as it is, and where caps hid the
// structure the first bytes stand in for it.
function substitute(raw: Buffer, parts: readonly MimePart[], bodyStart: number, degraded: string[]): string | null {
  const part = parts.find(({ type }) => type.value === 'text/calendar' || type.value === 'application/ics');
  if (part) return calendarText(decodePart(raw, part, MAX_TEXT, [])) || null;
  const other = parts.find(
    ({ type, disposition }) => type.value.startsWith('text/') && disposition.value !== 'attachment',
  );
  if (other) return decodePart(raw, other, MAX_TEXT, degraded);
  if (degraded.length === 0) return null;
  return cleanBody(decodeBytes(raw.subarray(bodyStart, bodyStart + RAW_GLIMPSE), null));
}
