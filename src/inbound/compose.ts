// What is stored of a mail: the parts that all copies share are made once, the rest for each recipient.

import type { AccountEvent } from '../lib/events.ts';
import { type MailboxId, newId, type UserId } from '../lib/ids.ts';
import type {
  MessageDetail,
  MessageSummary,
  OtpRecord,
  RawInsert,
  StoredAttachment,
} from '../modules/messages/service.ts';
import type { Recipient } from './accept.ts';
import type { ParcelCopy } from './parcel.ts';
import type { ReadMail } from './read.ts';
import type { SenderCheck } from './verify-sender.ts';

export interface ComposedMail {
  readonly mail: ReadMail;
  readonly size: number;
  readonly receivedAt: Date;
  readonly summary: string;
  readonly detail: string;
  readonly attachments: readonly (StoredAttachment & { content: Uint8Array })[];
  readonly sender: OtpRecord['sender'];
}

export function composeMail(parts: {
  mail: ReadMail;
  check: SenderCheck;
  size: number;
  receivedAt: Date;
  connectedAt: Date;
  storedAt: Date;
  attachmentMaxBytes: number;
}): ComposedMail {
  const { mail, check } = parts;
  const attachments = mail.attachments.map(({ content, ...info }) => ({
    id: newId('attachment'),
    ...info,
    retained: info.size <= parts.attachmentMaxBytes,
    content,
  }));
  const summary: MessageSummary = { from: mail.from, to: mail.to, subject: mail.subject, snippet: mail.snippet };
  const detail: MessageDetail = {
    cc: mail.cc,
    replyTo: mail.replyTo,
    messageId: mail.messageId,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    headers: mail.headers,
    attachments: attachments.map(({ content: _, ...info }) => info),
    auth: check.auth,
    connectedAt: parts.connectedAt.toISOString(),
    storedAt: parts.storedAt.toISOString(),
  };
  return {
    mail,
    size: parts.size,
    receivedAt: parts.receivedAt,
    summary: JSON.stringify(summary),
    detail: JSON.stringify(detail),
    attachments,
    sender: { domain: domainOf(mail.from.address), verified: check.verified },
  };
}

export function composeCopy(parts: {
  composed: ComposedMail;
  recipient: Recipient & { readonly mailboxId: MailboxId };
  filtered: { code: string; filterId: string } | null;
  original: RawInsert;
  cap: number;
}): ParcelCopy {
  const { composed, recipient, original } = parts;
  const { mail, receivedAt, size } = composed;
  const id = newId('message');
  const otp = otpOf(composed, parts.filtered);
  const row = {
    mailboxId: recipient.mailboxId,
    id,
    receivedAt,
    size,
    hasAttachments: composed.attachments.length > 0,
    summary: composed.summary,
    otp: otp && JSON.stringify(otp),
    link: mail.otp.link,
    rawId: original.id,
    rawExpiresAt: original.expiresAt,
    detail: composed.detail,
  };
  return {
    ownerId: recipient.ownerId,
    cap: parts.cap,
    row,
    attachments: composed.attachments
      .filter((attachment) => attachment.retained)
      .map(({ id: attachmentId, content }) => ({
        mailboxId: recipient.mailboxId,
        messageId: id,
        id: attachmentId as ReturnType<typeof newId<'attachment'>>,
        content,
      })),
    events: recipient.ownerId === null ? [] : eventsOf(composed, recipient, recipient.ownerId, row, otp),
  };
}

/** A customer's filter goes before the built-in extractor. */
function otpOf({ mail, sender }: ComposedMail, filtered: { code: string; filterId: string } | null): OtpRecord | null {
  const { candidates, confidence, code } = mail.otp;
  if (filtered) {
    return { code: filtered.code, source: 'filter', filterId: filtered.filterId, confidence: 1, candidates, sender };
  }
  return code === null ? null : { code, source: 'builtin', filterId: null, confidence, candidates, sender };
}

function eventsOf(
  { mail, receivedAt, size }: ComposedMail,
  recipient: Recipient & { readonly mailboxId: MailboxId },
  ownerId: UserId,
  row: ParcelCopy['row'],
  otp: OtpRecord | null,
): AccountEvent[] {
  const shared = {
    mailboxId: recipient.mailboxId,
    address: recipient.address,
    messageId: row.id,
    from: mail.from,
    subject: mail.subject,
    receivedAt: receivedAt.toISOString(),
    link: row.link,
  };
  const meta = { ownerId, domainId: recipient.domainId, at: receivedAt };
  const received: AccountEvent = {
    ...meta,
    name: 'message.received',
    data: { ...shared, size, hasAttachments: row.hasAttachments, otp: otp?.code ?? null },
  };
  if (!otp) return [received];
  const { code, source, filterId, confidence } = otp;
  return [received, { ...meta, name: 'otp.received', data: { ...shared, code, source, filterId, confidence } }];
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
