// Reads one header block of a mail or part, bounded, and the parameters of structured headers. Used by mime-tree and parse.
import { isUtf8 } from 'node:buffer';
import { decodeBytes } from './charset.ts';
import { hexDigit } from './transfer.ts';

export interface HeaderField {
  name: string;
  key: string;
  value: string;
}

export interface HeaderBlock {
  fields: HeaderField[];
  bodyStart: number;
  cut: boolean;
}

export interface HeaderLimits {
  bytes: number;
  lines: number;
}

const LF = 0x0a;
const CR = 0x0d;

/** Where the header block that starts at `start` ends, and where its body begins. `stopAt` names lines that end it early. */
function findEnd(raw: Buffer, start: number, end: number, stopAt?: (lineStart: number) => boolean) {
  let line = start;
  while (line < end) {
    const first = raw[line];
    if (first === LF) return { headerEnd: line, bodyStart: line + 1 };
    if (first === CR && raw[line + 1] === LF) return { headerEnd: line, bodyStart: line + 2 };
    if (first === 0x2d && stopAt?.(line)) return { headerEnd: line, bodyStart: line };
    const next = raw.indexOf(LF, line);
    if (next < 0 || next >= end) break;
    line = next + 1;
  }
  return { headerEnd: end, bodyStart: end };
}

// Raw 8-bit headers carry no charset of their own; the one the body names is the best guess there is.
function decodeBlock(block: Buffer): string {
  if (isUtf8(block)) return block.toString('utf8');
  const hint = /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(block.toString('latin1'))?.[1] ?? null;
  return decodeBytes(block, hint && !/^utf-?8$/i.test(hint) ? hint : null);
}

/** Reads the fields of a header block; beyond the limits the rest of the block is skipped and `cut` says so. */
export function readHeaderBlock(
  raw: Buffer,
  start: number,
  end: number,
  limits: HeaderLimits,
  stopAt?: (lineStart: number) => boolean,
): HeaderBlock {
  const { headerEnd, bodyStart } = findEnd(raw, start, end, stopAt);
  const cutEnd = Math.min(headerEnd, start + limits.bytes);
  const fields: HeaderField[] = [];
  let cut = cutEnd < headerEnd;
  let current: { name: string; parts: string[] } | null = null;
  const flush = () => {
    if (!current) return;
    const value = current.parts.length === 1 ? (current.parts[0] ?? '') : current.parts.join('');
    fields.push({ name: current.name, key: current.name.toLowerCase(), value: value.trim() });
    current = null;
  };
  const lines = decodeBlock(raw.subarray(start, cutEnd)).split('\n', limits.lines + 1);
  if (lines.length > limits.lines) {
    cut = true;
    lines.length = limits.lines;
  }
  for (const rawLine of lines) {
    const line = rawLine.endsWith('\r') ? rawLine.slice(0, -1) : rawLine;
    const first = line.charCodeAt(0);
    if (first === 0x20 || first === 0x09) {
      if (current) (current as { parts: string[] }).parts.push(line);
      continue;
    }
    flush();
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    // Only what RFC 5322 takes as white space: with more, this would see a From that other readers do not.
    const name = line.slice(0, colon).replace(/[ \t]+$/, '');
    if (/^[\x21-\x39\x3b-\x7e]{1,100}$/.test(name)) current = { name, parts: [line.slice(colon + 1)] };
  }
  flush();
  return { fields, bodyStart, cut };
}

export function firstValue(fields: readonly HeaderField[], key: string): string | null {
  for (const field of fields) if (field.key === key) return field.value;
  return null;
}

export interface StructuredValue {
  value: string;
  params: Map<string, string>;
}

const STRUCTURED_LIMIT = 16_384;
const PARAM = /;\s*([^\s=;"]{1,60})\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

/** `type/sub; name=value; …` with quoted strings and RFC 2231 continuations; the first of two equal names counts. */
export function readStructured(text: string | null): StructuredValue {
  const source = withoutComments((text ?? '').slice(0, STRUCTURED_LIMIT));
  const semicolon = source.indexOf(';');
  const value = (semicolon < 0 ? source : source.slice(0, semicolon))
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
  const params = new Map<string, string>();
  if (semicolon < 0) return { value, params };
  let continued = false;
  for (const match of source.slice(semicolon).matchAll(PARAM)) {
    const name = (match[1] ?? '').toLowerCase();
    if (name.includes('*')) continued = true;
    if (params.has(name)) continue;
    params.set(name, match[2] === undefined ? (match[3] ?? '').trim() : match[2].replace(/\\(.)/g, '$1'));
  }
  return { value, params: continued ? joinContinuations(params) : params };
}

function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let out = '';
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === '\\') {
      if (depth === 0) out += char + (text[i + 1] ?? '');
      i++;
    } else if (depth > 0) {
      if (char === '(') depth++;
      else if (char === ')') depth--;
    } else if (char === '"') {
      quoted = !quoted;
      out += char;
      // A parenthesis inside a token is content: `filename=Invoice(1).pdf`.
    } else if (char === '(' && !quoted && /(?:^|[\s;])$/.test(out.slice(-1))) depth = 1;
    else out += char;
  }
  // An unclosed parenthesis is no comment; cutting there would take the boundary with it.
  return depth > 0 ? text : out;
}

function percentBytes(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const high = bytes[i] === 0x25 ? hexDigit(bytes[i + 1]) : -1;
    const low = high < 0 ? -1 : hexDigit(bytes[i + 2]);
    if (low < 0) bytes[length++] = bytes[i] ?? 0;
    else {
      bytes[length++] = (high << 4) | low;
      i += 2;
    }
  }
  return bytes.subarray(0, length);
}

// name*0*=utf-8''a%20; name*1=b — sections are put in order, and only those marked with * are percent-decoded.
function joinContinuations(params: Map<string, string>): Map<string, string> {
  const sections = new Map<string, { index: number; encoded: boolean; text: string }[]>();
  const joined = new Map<string, string>();
  for (const [name, text] of params) {
    const match = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/.exec(name);
    if (!match?.[1]) {
      joined.set(name, text);
      continue;
    }
    const list = sections.get(match[1]) ?? [];
    list.push({ index: Number(match[2] ?? 0), encoded: match[2] === undefined || match[3] === '*', text });
    sections.set(match[1], list);
  }
  for (const [name, list] of sections) {
    list.sort((a, b) => a.index - b.index);
    let charset: string | null = 'utf-8';
    const chunks = list.map(({ index, encoded, text }) => {
      if (!encoded) return Buffer.from(text, 'utf8');
      const tagged = index === 0 ? /^([^']*)'[^']*'(.*)$/s.exec(text) : null;
      if (tagged) charset = tagged[1] || 'utf-8';
      return percentBytes(tagged ? (tagged[2] ?? '') : text);
    });
    joined.set(name, decodeBytes(Buffer.concat(chunks), charset));
  }
  return joined;
}
