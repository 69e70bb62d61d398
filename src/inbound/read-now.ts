// One mail read in one go: parsed, put into text, searched for its code. The pure step that read runs here or on a thread.
import { type ParsedMail, parseMailNow } from '../mail/parse.ts';
import type { MailContent, MessageSummary } from '../modules/messages/service.ts';
import type { OtpFinding } from '../otp/extract.ts';
import { findCode } from './find-code.ts';
import { makeSnippet } from './snippet.ts';

export interface ReadMail extends Pick<ParsedMail, 'from' | 'subject' | 'attachments' | 'degraded'> {
  otp: OtpFinding;
  /** A `MessageSummary` and a `MailContent` as JSON: written where the mail is read, which a thread does in the event loop's stead. */
  summary: string;
  content: string;
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
  return written({ ...mail, text: mail.text ?? htmlText }, otp);
}

/** The headers and first lines alone, for a mail whose full reading failed for the given reason. */
export function readGlimpse(raw: Uint8Array, reason: string): ReadMail {
  const mail = parseMailNow(raw.subarray(0, GLIMPSE));
  const degraded = [...mail.degraded, reason];
  // What was cut in the middle is not what was sent: neither its size nor its checksum would be true.
  const attachments = raw.length > GLIMPSE ? [] : mail.attachments;
  return written({ ...mail, attachments, degraded }, NO_OTP);
}

function written(mail: ParsedMail, otp: OtpFinding): ReadMail {
  const { from, to, subject, cc, replyTo, messageId, date, text, html, headers, attachments, degraded } = mail;
  const summary: MessageSummary = { from, to, subject, snippet: makeSnippet(text ?? '') };
  const content: MailContent = { cc, replyTo, messageId, date, text, html, headers };
  return {
    from,
    subject,
    attachments,
    degraded,
    otp,
    summary: JSON.stringify(summary),
    content: JSON.stringify(content),
  };
}
