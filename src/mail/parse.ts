// Raw mail bytes → what a reader sees of it. Stands between inbound/receive and otp/extract; pure, bounded, never throws.
// Everything a sender controls is capped before it is decoded; `degraded` says in plain words what was left out.
import { hash } from 'node:crypto';
import { assembleBody } from './body.ts';
import { cleanLine } from './charset.ts';
import { safeFileName } from './file-name.ts';
import { decodeText, type MailAddress, readAddresses } from './header-text.ts';
import { firstValue, type HeaderField, readHeaderBlock } from './mime-header.ts';
import { type MimePart, readTree } from './mime-tree.ts';
import { decodeTransfer } from './transfer.ts';

export type { MailAddress } from './header-text.ts';

export interface ParsedAttachment {
  filename: string | null;
  contentType: string;
  disposition: 'attachment' | 'inline';
  contentId: string | null;
  size: number;
  /** Hex. */
  sha256: string;
  content: Uint8Array;
}

export interface ParsedMail {
  from: MailAddress;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  messageId: string | null;
  /** ISO 8601. */
  date: string | null;
  text: string | null;
  /** As sent, not sanitized. */
  html: string | null;
  headers: { name: string; value: string }[];
  attachments: ParsedAttachment[];
  degraded: string[];
}

const TOP_HEADER = { bytes: 256 * 1024, lines: 2_000 };
const TREE = { parts: 500, depth: 50, nestedMessages: 50, partHeader: { bytes: 32 * 1024, lines: 200 } };
const MAX_ATTACHMENTS = 200;
const MAX_HEADERS = 300;
const MAX_HEADER_VALUE = 8_192;
const MAX_HEADER_TOTAL = 128 * 1024;
const MAX_SUBJECT = 2_000;
const MAX_ID = 998;

const NOBODY: MailAddress = { address: '', name: null };

/** Reads a mail of any shape, at once. Hostile structure ends in a partial view that says so, never in an exception. */
export function parseMailNow(raw: Uint8Array): ParsedMail {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  try {
    return read(bytes);
  } catch {
    return unreadable(bytes);
  }
}

function read(raw: Buffer): ParsedMail {
  const degraded: string[] = [];
  const header = readHeaderBlock(raw, 0, raw.length, TOP_HEADER);
  if (header.cut) degraded.push('the header is oversized; only its beginning was read');
  const tree = readTree(raw, header.fields, header.bodyStart, TREE);
  degraded.push(...tree.over);
  const body = assembleBody(raw, tree.leaves, header.bodyStart, degraded);
  return {
    ...readEnvelopeFields(header.fields, degraded),
    text: body.text,
    html: body.html,
    headers: listHeaders(header.fields, degraded),
    attachments: readAttachments(raw, body.attachments, degraded),
    degraded,
  };
}

function readEnvelopeFields(fields: readonly HeaderField[], degraded: string[]) {
  const addresses = (key: string, first = false): MailAddress[] => {
    const values: string[] = [];
    for (const field of fields) {
      if (field.key === key && field.value !== '') {
        values.push(field.value);
        if (first) break;
      }
    }
    if (values.length === 0) return [];
    const { list, cut } = readAddresses(values);
    if (cut) degraded.push(`the ${key} header has too many addresses; only the first were read`);
    return list;
  };
  return {
    from: addresses('from', true)[0] ?? addresses('sender', true)[0] ?? NOBODY,
    to: addresses('to'),
    cc: addresses('cc'),
    replyTo: addresses('reply-to'),
    subject: cleanLine(decodeText(firstValue(fields, 'subject') ?? ''), MAX_SUBJECT),
    messageId: cleanLine(firstValue(fields, 'message-id') ?? '', MAX_ID) || null,
    date: readDate(firstValue(fields, 'date')),
  };
}

function readDate(value: string | null): string | null {
  if (value === null || value.length > 200) return null;
  const date = new Date(value.replace(/\([^)]*\)/g, ' ').trim());
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date.toISOString() : null;
}

function listHeaders(fields: readonly HeaderField[], degraded: string[]): { name: string; value: string }[] {
  const headers: { name: string; value: string }[] = [];
  let total = 0;
  for (const { name, value } of fields) {
    if (headers.length >= MAX_HEADERS || total >= MAX_HEADER_TOTAL) {
      degraded.push('not all headers are listed');
      break;
    }
    const shown = cleanLine(value, MAX_HEADER_VALUE);
    total += name.length + shown.length;
    headers.push({ name, value: shown });
  }
  return headers;
}

const TYPE = /^[a-z0-9!#$&^_.+-]{1,63}\/[a-z0-9!#$&^_.+-]{1,63}$/;

function readAttachments(raw: Buffer, parts: readonly MimePart[], degraded: string[]): ParsedAttachment[] {
  if (parts.length > MAX_ATTACHMENTS) degraded.push(`more than ${MAX_ATTACHMENTS} attachments`);
  return parts.slice(0, MAX_ATTACHMENTS).map((part) => {
    const content = decodeTransfer(raw.subarray(part.bodyStart, part.bodyEnd), part.encoding);
    const named = part.disposition.params.get('filename') ?? part.type.params.get('name');
    const contentId = cleanLine((part.contentId ?? '').replace(/^\s*<|>\s*$/g, ''), MAX_ID) || null;
    const inline = part.disposition.value === 'inline' || (part.related && contentId !== null);
    return {
      filename: named === undefined ? null : safeFileName(decodeText(named)),
      contentType: TYPE.test(part.type.value) ? part.type.value : 'application/octet-stream',
      disposition: inline && part.disposition.value !== 'attachment' ? 'inline' : 'attachment',
      contentId,
      size: content.length,
      sha256: hash('sha256', content, 'hex'),
      content,
    };
  });
}

// Nothing is known to come here. If something does, the mail is still stored and its first bytes are still shown.
function unreadable(raw: Buffer): ParsedMail {
  return {
    from: NOBODY,
    to: [],
    cc: [],
    replyTo: [],
    subject: '',
    messageId: null,
    date: null,
    text: cleanLine(raw.toString('latin1', 0, 4_096), 4_096),
    html: null,
    headers: [],
    attachments: [],
    degraded: ['the mail could not be read'],
  };
}
