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
  /** The delimiter's text as it stands on the wire, byte for character. */
  boundary: string;
  subtype: string;
  alternative: number;
  related: boolean;
}

/** The multiparts around the current position, outermost first, and where each delimiter leads. */
class OpenParts {
  readonly list: Open[] = [];
  #levels = new Map<string, number>();

  push(part: Open): void {
    this.#levels.set(part.boundary, this.list.push(part) - 1);
  }

  cutTo(length: number): void {
    if (length >= this.list.length) return;
    this.list.length = length;
    // Rebuilt rather than deleted from: an outer multipart may have the same boundary as one that was just closed.
    this.#levels = new Map(this.list.map(({ boundary }, level) => [boundary, level]));
  }

  /** A look-up, not a search: hostile mail has fifty boundaries open and a million lines that look like one. */
  levelOf(boundary: string): number | undefined {
    return this.#levels.get(boundary);
  }
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const MAX_BOUNDARY = 256;
const MAX_DELIMITER_LINE = MAX_BOUNDARY + 64;

type Delimiter = { level: number; closing: boolean; lineStart: number; next: number };

function matchDelimiter(raw: Buffer, lineStart: number, end: number, open: OpenParts): Delimiter | null {
  const feed = raw.indexOf(LF, lineStart);
  const lineEnd = feed < 0 || feed > end ? end : feed;
  if (lineEnd - lineStart > MAX_DELIMITER_LINE) return null;
  const line = raw.toString('latin1', lineStart + 2, lineEnd).trimEnd();
  const next = Math.min(lineEnd + 1, end);
  const begins = open.levelOf(line);
  if (begins !== undefined) return { level: begins, closing: false, lineStart, next };
  const ends = line.endsWith('--') ? open.levelOf(line.slice(0, -2)) : undefined;
  return ends === undefined ? null : { level: ends, closing: true, lineStart, next };
}

const LINE_DASHES = Buffer.from('\n--');

function nextDelimiter(raw: Buffer, from: number, end: number, open: OpenParts): Delimiter | null {
  if (open.list.length === 0) return null;
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
  const open = new OpenParts();
  const end = raw.length;
  let alternatives = 0;
  let messages = 0;
  let fields = top;
  let position = bodyStart;
  for (;;) {
    const parent = open.list.at(-1);
    const fallback = parent?.subtype === 'digest' ? 'message/rfc822' : 'text/plain';
    const type = readStructured(firstValue(fields, 'content-type') ?? fallback);
    if (!/^[^/\s]+\/[^/\s]+$/.test(type.value)) type.value = fallback;
    const boundary = type.value.startsWith('multipart/')
      ? (type.params.get('boundary') ?? '').slice(0, MAX_BOUNDARY).trimEnd()
      : '';
    const descend = boundary !== '' && open.list.length < limits.depth;
    if (boundary !== '' && !descend) over.add(`parts nested deeper than ${limits.depth} levels`);
    if (descend) {
      const subtype = type.value.slice('multipart/'.length);
      if (subtype === 'alternative') alternatives++;
      open.push({
        boundary: Buffer.from(boundary, 'utf8').toString('latin1'),
        subtype,
        alternative: subtype === 'alternative' ? alternatives : (parent?.alternative ?? 0),
        related: subtype === 'related' || (parent?.related ?? false),
      });
    }
    let delimiter = nextDelimiter(raw, position, end, open);
    const opened = delimiter !== null && delimiter.level === open.list.length - 1 && !delimiter.closing;
    // A multipart whose own delimiter never comes is what its bytes are: text.
    if (descend && !opened) {
      open.cutTo(open.list.length - 1);
      if (delimiter && delimiter.level >= open.list.length) delimiter = nextDelimiter(raw, delimiter.next, end, open);
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
        alternative: parent?.alternative ?? 0,
        related: parent?.related ?? false,
      });
      if (leaves.length >= limits.parts) {
        if (delimiter && !delimiter.closing) over.add(`more than ${limits.parts} parts`);
        break;
      }
    }
    while (delimiter?.closing) {
      open.cutTo(delimiter.level);
      delimiter = nextDelimiter(raw, delimiter.next, end, open);
    }
    if (!delimiter) break;
    open.cutTo(delimiter.level + 1);
    const header = readHeaderBlock(raw, delimiter.next, end, limits.partHeader, (line) =>
      raw[line + 1] === DASH ? matchDelimiter(raw, line, end, open) !== null : false,
    );
    if (header.cut) over.add('a part with an oversized header');
    fields = header.fields;
    position = header.bodyStart;
  }
  return { leaves, over: [...over] };
}
