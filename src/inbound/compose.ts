// What is stored of a mail: the parts that all copies share are made once, the rest for each recipient.

import type { AccountEvent } from '../lib/events.ts';
import { type MailboxId, newId, type UserId } from '../lib/ids.ts';
import type {
  MailContent,
  MessageDetail,
  OtpRecord,
  RawInsert,
  SharedInsert,
  StoredAttachment,
} from '../modules/messages/service.ts';
import type { Recipient } from './accept.ts';
import type { SenderCheck } from './check-sender.ts';
import type { ParcelCopy } from './parcel.ts';
import type { ReadMail } from './read.ts';

/** Kept with the copy itself, or shared by all copies: then only named. */
interface Held<T> {
  readonly content: T | null;
  readonly sharedId: string | null;
}

/** A mail to many recipients must not weigh many times its size; small details are not worth a row of their own. */
const SHARED_DETAIL_MIN = 4_096;

export interface ComposedMail {
  readonly mail: ReadMail;
  readonly size: number;
  readonly receivedAt: Date;
  readonly summary: string;
  readonly detail: Held<string>;
  readonly attachments: readonly (StoredAttachment & { held: Held<Uint8Array> })[];
  readonly shared: readonly SharedInsert[];
  /** Bytes of one copy beside the shared ones. */
  readonly copyBytes: number;
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
  copies: number;
}): ComposedMail {
  const { mail, check, copies } = parts;
  const shared: SharedInsert[] = [];
  const share = (content: Uint8Array): string => {
    const id = newId('sharedContent');
    shared.push({ id, copies, content });
    return id;
  };
  const attachments = mail.attachments.map(({ content, ...info }) => ({
    id: newId('attachment'),
    ...info,
    retained: info.size <= parts.attachmentMaxBytes,
    held:
      copies > 1 && info.size <= parts.attachmentMaxBytes
        ? { content: null, sharedId: share(content) }
        : { content, sharedId: null },
  }));
  const ours: Omit<MessageDetail, keyof MailContent> = {
    attachments: attachments.map(({ held: _, ...info }) => info),
    auth: check.auth,
    connectedAt: parts.connectedAt.toISOString(),
    storedAt: parts.storedAt.toISOString(),
  };
  const text = joinObjects(mail.content, JSON.stringify(ours));
  const held =
    copies > 1 && text.length >= SHARED_DETAIL_MIN
      ? { content: null, sharedId: share(Buffer.from(text)) }
      : { content: text, sharedId: null };
  const kept = attachments.filter(({ retained }) => retained);
  return {
    mail,
    size: parts.size,
    receivedAt: parts.receivedAt,
    summary: mail.summary,
    detail: held,
    attachments,
    shared,
    copyBytes:
      (held.content?.length ?? 0) + kept.reduce((sum, { held: { content } }) => sum + (content?.length ?? 0), 0),
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
    detail: composed.detail.content,
    sharedId: composed.detail.sharedId,
  };
  return {
    ownerId: recipient.ownerId,
    cap: parts.cap,
    row,
    attachments: composed.attachments
      .filter((attachment) => attachment.retained)
      .map(({ id: attachmentId, held }) => ({
        mailboxId: recipient.mailboxId,
        messageId: id,
        id: attachmentId as ReturnType<typeof newId<'attachment'>>,
        ...held,
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

/** One object of two, as text: reading a mail's content only to write it again would cost more than the rest of this step. */
const joinObjects = (first: string, second: string): string => `${first.slice(0, -1)},${second.slice(1)}`;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
