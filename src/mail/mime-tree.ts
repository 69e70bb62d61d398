// Finds the parts of a mail in one bounded walk over its bytes: offsets and types only, nothing is decoded here.
// Stands between the header reader and parse. It stops at its caps, so hostile structure costs no more than an honest mail.
import {
  firstValue,
  type HeaderField,
  type HeaderLimits,
  readHeaderBlock,
  readStructured,
  type StructuredValue,
} from './mime-header.ts';

export interface MimePart {
  type: StructuredValue;
  disposition: StructuredValue;
  encoding: string;
  contentId: string | null;
  bodyStart: number;
  bodyEnd: number;
  /** Subtype of the closest multipart around it, '' at the top. */
  within: string;
  /** Number of the closest multipart/alternative around it, 0 for none. */
  alternative: number;
  related: boolean;
}

export interface TreeLimits {
  parts: number;
  depth: number;
  nestedMessages: number;
  partHeader: HeaderLimits;
}

export interface MimeTree {
  leaves: MimePart[];
  over: string[];
}

interface Open {
  boundary: Buffer;
  subtype: string;
  alternative: number;
  related: boolean;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const MAX_BOUNDARY = 256;

type Delimiter = { level: number; closing: boolean; lineStart: number; next: number };

function isBlank(raw: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = raw[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== CR) return false;
  }
  return true;
}

// Innermost first, as a boundary may be the beginning of another.
function matchDelimiter(raw: Buffer, lineStart: number, end: number, open: readonly Open[]): Delimiter | null {
  for (let level = open.length - 1; level >= 0; level--) {
    const boundary = open[level]?.boundary;
    if (!boundary || raw[lineStart + 2] !== boundary[0]) continue;
    const after = lineStart + 2 + boundary.length;
    if (after > end || raw.compare(boundary, 0, boundary.length, lineStart + 2, after) !== 0) continue;
    const feed = raw.indexOf(LF, after);
    const lineEnd = feed < 0 || feed > end ? end : feed;
    const closing = raw[after] === DASH && raw[after + 1] === DASH && after + 2 <= lineEnd;
    if (!isBlank(raw, closing ? after + 2 : after, lineEnd)) continue;
    return { level, closing, lineStart, next: Math.min(lineEnd + 1, end) };
  }
  return null;
}

const LINE_DASHES = Buffer.from('\n--');

function nextDelimiter(raw: Buffer, from: number, end: number, open: readonly Open[]): Delimiter | null {
  if (open.length === 0) return null;
  if (raw[from] === DASH && raw[from + 1] === DASH) {
    const found = matchDelimiter(raw, from, end, open);
    if (found) return found;
  }
  let at = raw.indexOf(LINE_DASHES, from);
  while (at >= 0 && at < end) {
    const found = matchDelimiter(raw, at + 1, end, open);
    if (found) return found;
    at = raw.indexOf(LINE_DASHES, at + 3);
  }
  return null;
}

// The line break before a delimiter belongs to the delimiter.
function contentEnd(raw: Buffer, start: number, delimiter: Delimiter | null, end: number): number {
  if (!delimiter) return end;
  let stop = delimiter.lineStart;
  if (stop > start && raw[stop - 1] === LF) stop--;
  if (stop > start && raw[stop - 1] === CR) stop--;
  return stop;
}

// A nested message stays one closed attachment whatever is in it; counting only tells the reader what is not shown.
function countNested(raw: Buffer, start: number, end: number, limit: number): number {
  let count = 0;
  let at = raw.indexOf('message/rfc822', start, 'latin1');
  while (at >= 0 && at < end && count <= limit) {
    count++;
    at = raw.indexOf('message/rfc822', at + 14, 'latin1');
  }
  return count;
}

/** Walks the parts below the given top header. Leaves come in reading order; `over` names each cap that was hit. */
export function readTree(raw: Buffer, top: readonly HeaderField[], bodyStart: number, limits: TreeLimits): MimeTree {
  const leaves: MimePart[] = [];
  const over = new Set<string>();
  const open: Open[] = [];
  const end = raw.length;
  let alternatives = 0;
  let messages = 0;
  let fields = top;
  let position = bodyStart;
  for (;;) {
    const parent = open.at(-1);
    const fallback = parent?.subtype === 'digest' ? 'message/rfc822' : 'text/plain';
    const type = readStructured(firstValue(fields, 'content-type') ?? fallback);
    if (!/^[^/\s]+\/[^/\s]+$/.test(type.value)) type.value = fallback;
    const boundary = type.value.startsWith('multipart/') ? (type.params.get('boundary') ?? '') : '';
    const descend = boundary !== '' && open.length < limits.depth;
    if (boundary !== '' && !descend) over.add(`parts nested deeper than ${limits.depth} levels`);
    if (descend) {
      const subtype = type.value.slice('multipart/'.length);
      if (subtype === 'alternative') alternatives++;
      open.push({
        boundary: Buffer.from(boundary.slice(0, MAX_BOUNDARY), 'utf8'),
        subtype,
        alternative: subtype === 'alternative' ? alternatives : (parent?.alternative ?? 0),
        related: subtype === 'related' || (parent?.related ?? false),
      });
    }
    let delimiter = nextDelimiter(raw, position, end, open);
    const opened = delimiter !== null && delimiter.level === open.length - 1 && !delimiter.closing;
    // A multipart whose own delimiter never comes is what its bytes are: text.
    if (descend && !opened) {
      open.pop();
      if (delimiter && delimiter.level >= open.length) delimiter = nextDelimiter(raw, delimiter.next, end, open);
      type.value = 'text/plain';
    }
    if (!descend || !opened) {
      const bodyEnd = contentEnd(raw, position, delimiter, end);
      if (type.value === 'message/rfc822') {
        messages += 1 + countNested(raw, position, bodyEnd, limits.nestedMessages);
        if (messages > limits.nestedMessages) over.add(`more than ${limits.nestedMessages} nested messages`);
      }
      leaves.push({
        type,
        disposition: readStructured(firstValue(fields, 'content-disposition')),
        encoding: /[\w-]+/.exec(readStructured(firstValue(fields, 'content-transfer-encoding')).value)?.[0] ?? '',
        contentId: firstValue(fields, 'content-id'),
        bodyStart: position,
        bodyEnd,
        within: parent?.subtype ?? '',
        alternative: parent?.alternative ?? 0,
        related: parent?.related ?? false,
      });
      if (leaves.length >= limits.parts) {
        if (delimiter && !delimiter.closing) over.add(`more than ${limits.parts} parts`);
        break;
      }
    }
    while (delimiter?.closing) {
      open.length = delimiter.level;
      delimiter = nextDelimiter(raw, delimiter.next, end, open);
    }
    if (!delimiter) break;
    open.length = delimiter.level + 1;
    const header = readHeaderBlock(raw, delimiter.next, end, limits.partHeader, (line) =>
      raw[line + 1] === DASH ? matchDelimiter(raw, line, end, open) !== null : false,
    );
    if (header.cut) over.add('a part with an oversized header');
    fields = header.fields;
    position = header.bodyStart;
  }
  return { leaves, over: [...over] };
}
