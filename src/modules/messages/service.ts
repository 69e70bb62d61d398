// Received mail: listed (with a held wait), read with sanitized HTML, deleted, downloaded. Storing it is the mail line's business,
// through `store` below.

import type { Transaction } from '../../infra/db/database.ts';
import { held } from '../../infra/held.ts';
import type { RateLimiter } from '../../infra/rate-limit.ts';
import type { Wakeup } from '../../infra/wakeup.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Cursors, cutPage, type Page } from '../../lib/cursor.ts';
import { AppError, type ErrorCode, invalidField } from '../../lib/errors.ts';
import { type MailboxId, type MessageId, readId } from '../../lib/ids.ts';
import { createLru } from '../../lib/lru.ts';
import type { MessageDetail, StoredAttachment } from './records.ts';
import type {
  AttachmentInsert,
  DetailRow,
  ListRow,
  MessageInsert,
  MessageStore,
  RawInsert,
  SharedInsert,
} from './store.ts';

export type {
  AuthResults,
  MailAddress,
  MailContent,
  MessageDetail,
  MessageSummary,
  OtpRecord,
  StoredAttachment,
} from './records.ts';
export type { AttachmentInsert, MessageInsert, RawInsert, SharedInsert } from './store.ts';

/** A mailbox whose messages a caller may see. */
export interface Reader {
  readonly mailboxId: MailboxId;
  readonly expiresAt: Date;
  /** What a wait ends with when the mailbox is destroyed meanwhile; a mailbox token is not valid from then on. */
  readonly whenGone?: ErrorCode;
}

/** Who holds a wait, so that open waits are limited and end when the client goes away. */
export interface Waiting {
  readonly seconds: number;
  readonly network: string;
  readonly gone: AbortSignal;
}

export interface ListQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly after?: string | undefined;
  readonly waiting: Waiting | null;
}

export type Sanitize = (
  html: string,
  cid: Readonly<Record<string, string>>,
) => Promise<{ html: string; blockedRemote: number }>;

export interface ShownMessage {
  readonly row: ListRow;
  readonly detail: MessageDetail;
  readonly html: string | null;
  readonly blockedRemote: number;
}

export const MAX_WAIT_SECONDS = 60;
const SHOWN_CACHE_BYTES = 32 * 1024 * 1024;
const INLINE_IMAGE_MAX = 1024 * 1024;
const INLINE_IMAGES_MAX = 4 * 1024 * 1024;
const INLINE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** Rows of one statement: bounds the number of statements that are prepared. */
const INSERT_ROWS = 64;
const RAW_SLOTS_AHEAD_MS = 3 * 3_600_000;
const END = Number.MAX_SAFE_INTEGER;

export type MessageService = ReturnType<typeof createMessageService>;

export function createMessageService(parts: {
  store: MessageStore;
  cursors: Cursors;
  clock: Clock;
  wakeup: Wakeup;
  limiter: RateLimiter;
  sanitize: Sanitize;
  onAnswer: (seconds: number) => void;
  /** When a mailbox ends, as of now; null when it is gone. The mailboxes module answers. */
  endOf: (mailboxId: MailboxId) => Promise<Date | null>;
}) {
  const { store, cursors, clock, wakeup, limiter, sanitize } = parts;
  const shown = createLru<string, { html: string; blockedRemote: number }>({
    max: SHOWN_CACHE_BYTES,
    weigh: (value) => value.html.length * 2 + 100,
  });

  /** Holds `look` while it finds nothing and the caller waits. A mailbox that ends meanwhile answers 410. */
  async function hold<T>(reader: Reader, waiting: Waiting | null, look: () => Promise<T | null>): Promise<T | null> {
    if (!waiting || waiting.seconds <= 0) return look();
    const waitMs = Math.min(waiting.seconds, MAX_WAIT_SECONDS) * 1_000;
    // Whoever went away meanwhile is found out by held(), so that the place is given back below in any case.
    const release = await limiter.holdPoll(reader.mailboxId, waiting.network, waitMs);
    try {
      return await held({
        wakeup,
        topic: reader.mailboxId,
        waitMs,
        endsAt: reader.expiresAt,
        endOf: () => livingEnd(reader),
        now: () => clock.now(),
        gone: waiting.gone,
        look,
        onAnswer: parts.onAnswer,
      });
    } finally {
      release();
    }
  }

  /** It may have been extended, have expired, or have been destroyed since the wait began. */
  async function livingEnd(reader: Reader): Promise<Date> {
    const end = await parts.endOf(reader.mailboxId);
    const now = clock.now();
    if (end && end > now) return end;
    throw new AppError(end || reader.expiresAt <= now ? 'mailbox.expired' : (reader.whenGone ?? 'auth.invalid_token'));
  }

  async function seqAfter(mailboxId: MailboxId, after: string | undefined): Promise<number> {
    if (after === undefined) return 0;
    const id = readId('message', after);
    if (!id) throw invalidField('query.after', 'must be the id of a message');
    return store.seqOf(mailboxId, id);
  }

  /** Makes the places for originals of the next hours. */
  async function openRawSlots(): Promise<void> {
    const now = clock.now();
    await store.openRawSlots(now, new Date(now.getTime() + RAW_SLOTS_AHEAD_MS));
  }

  const messageId = (text: string): MessageId => {
    const id = readId('message', text);
    if (!id) throw new AppError('message.not_found');
    return id;
  };

  async function inlineImages(row: DetailRow, mailboxId: MailboxId): Promise<Record<string, string>> {
    const images: Record<string, string> = {};
    let total = 0;
    for (const attachment of row.detail.attachments) {
      const { contentId, contentType, size, retained } = attachment;
      if (!contentId || !retained || !INLINE_TYPES.has(contentType) || size > INLINE_IMAGE_MAX) continue;
      if (total + size > INLINE_IMAGES_MAX || !row.detail.html?.includes(contentId)) continue;
      const content = await store.attachment(mailboxId, row.id, attachment.id);
      if (!content) continue;
      total += size;
      images[contentId] = `data:${contentType};base64,${content.toString('base64')}`;
    }
    return images;
  }

  async function safeHtml(row: DetailRow, mailboxId: MailboxId) {
    if (row.detail.html === null) return { html: null, blockedRemote: 0 };
    const known = shown.get(row.id);
    if (known) return known;
    const result = await sanitize(row.detail.html, await inlineImages(row, mailboxId));
    shown.set(row.id, result);
    return result;
  }

  return {
    hold,

    async list(reader: Reader, query: ListQuery): Promise<Page<ListRow>> {
      const { mailboxId } = reader;
      const list = `messages:${mailboxId}`;
      const before = Number(cursors.decode(list, query.cursor) ?? END);
      const after = await seqAfter(mailboxId, query.after);
      const look = () => store.list({ mailboxId, after, before, limit: query.limit + 1 });
      const rows = (await hold(reader, query.waiting, look)) ?? [];
      return cutPage(rows, query.limit, (last) => cursors.encode(list, last.seq));
    },

    async show(mailboxId: MailboxId, id: string): Promise<ShownMessage> {
      const row = await store.find(mailboxId, messageId(id));
      if (!row) throw new AppError('message.not_found');
      return { row, detail: row.detail, ...(await safeHtml(row, mailboxId)) };
    },

    async remove(mailboxId: MailboxId, id: string): Promise<void> {
      if (!(await store.remove(mailboxId, messageId(id)))) throw new AppError('message.not_found');
      shown.delete(id);
    },

    async raw(mailboxId: MailboxId, id: string): Promise<Buffer> {
      const found = await store.raw(mailboxId, messageId(id), clock.now());
      if (!found) throw new AppError('message.not_found');
      if (!found.bytes) throw new AppError('message.raw_expired');
      return found.bytes;
    },

    async attachment(
      mailboxId: MailboxId,
      id: string,
      attachmentId: string,
    ): Promise<{ info: StoredAttachment; content: Buffer }> {
      const row = await store.find(mailboxId, messageId(id));
      if (!row) throw new AppError('message.not_found');
      const info = row.detail.attachments.find((attachment) => attachment.id === attachmentId);
      const content = info?.retained ? await store.attachment(mailboxId, row.id, info.id) : null;
      if (!info || !content) throw new AppError('attachment.not_found');
      return { info, content };
    },

    latestOtp: store.latestOtp,
    seqAfter,

    /** Part of the mail line's transaction: every copy with its original and attachments. Nothing waits for the answers. */
    store(
      tx: Transaction,
      copies: readonly MessageInsert[],
      raws: readonly RawInsert[],
      attachments: readonly AttachmentInsert[],
      shared: readonly SharedInsert[],
    ): void {
      store.insertShared(tx, shared);
      if (raws.length > 0) store.insertRaw(tx, raws);
      for (let at = 0; at < copies.length; at += INSERT_ROWS) {
        store.insertMessages(tx, copies.slice(at, at + INSERT_ROWS));
      }
      store.insertAttachments(tx, attachments);
    },

    removeOf: (tx: Transaction, mailboxIds: readonly MailboxId[]): Promise<void> => store.removeOf(tx, mailboxIds),

    openRawSlots,

    /** Keeps places ready for originals of the next hours, and drops those past their time. */
    async turnRawSlots(): Promise<void> {
      await openRawSlots();
      await store.dropRawSlots(clock.now());
    },
  };
}
