// One mail read in one go: parsed, put into text, searched for its code. The pure step that read runs here or on a thread.
import { type ParsedMail, parseMailNow } from '../mail/parse.ts';
import type { OtpFinding } from '../otp/extract.ts';
import { findCode } from './find-code.ts';
import { makeSnippet } from './snippet.ts';

export interface ReadMail extends ParsedMail {
  /** At most 200 characters of the text. */
  snippet: string;
  otp: OtpFinding;
}

export interface ReadContext {
  recipients: string[];
}

const NO_OTP: OtpFinding = { code: null, confidence: 0, candidates: [], link: null };
const GLIMPSE = 64 * 1024;

/** Reads a mail completely. Linear in its size, but not bounded in time below that: large ones belong on a thread. */
export function readNow(raw: Uint8Array, context: ReadContext): ReadMail {
  const mail = parseMailNow(raw);
  const { otp, htmlText } = findCode({ ...mail, recipients: context.recipients });
  const text = mail.text ?? htmlText;
  return { ...mail, text, snippet: makeSnippet(text ?? ''), otp };
}

/** The headers and first lines alone, for a mail whose full reading failed for the given reason. */
export function readGlimpse(raw: Uint8Array, reason: string): ReadMail {
  const mail = parseMailNow(raw.subarray(0, GLIMPSE));
  const degraded = [...mail.degraded, reason];
  // What was cut in the middle is not what was sent: neither its size nor its checksum would be true.
  const attachments = raw.length > GLIMPSE ? [] : mail.attachments;
  return { ...mail, attachments, degraded, snippet: makeSnippet(mail.text ?? ''), otp: NO_OTP };
}
