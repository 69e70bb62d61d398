// SQL of messages, attachments and originals. The list never reads bodies.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { AttachmentId, MailboxId, MessageId } from '../../lib/ids.ts';
import { createPolledStore, LIST, type ListRow } from './polled-store.ts';
import type { MessageDetail } from './records.ts';

export type { ListRow } from './polled-store.ts';

export interface DetailRow extends ListRow {
  readonly detail: MessageDetail;
}

/** One copy for one mailbox, as text ready for the database. */
export interface MessageInsert {
  readonly mailboxId: MailboxId;
  readonly seq: number;
  readonly id: MessageId;
  readonly receivedAt: Date;
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly summary: string;
  readonly otp: string | null;
  readonly link: string | null;
  readonly rawId: string;
  readonly rawExpiresAt: Date;
  /** The detail itself, or where it is shared with other copies. */
  readonly detail: string | null;
  readonly sharedId: string | null;
}

export interface RawInsert {
  readonly id: string;
  readonly expiresAt: Date;
  readonly bytes: Buffer;
}

export interface AttachmentInsert {
  readonly mailboxId: MailboxId;
  readonly messageId: MessageId;
  readonly id: AttachmentId;
  readonly content: Uint8Array | null;
  readonly sharedId: string | null;
}

/** What several copies of one mail have in common. */
export interface SharedInsert {
  readonly id: string;
  readonly copies: number;
  readonly content: Uint8Array;
}

const RAW_SLOT_MS = 10 * 60 * 1_000;
/** PostgreSQL cuts a row of over 2 kB into pieces in a table beside it. An original is only ever read whole: one row, if it fits a page. */
const WHOLE_ROW = 8_160;

export type MessageStore = ReturnType<typeof createMessageStore>;

export function createMessageStore(database: Database) {
  return {
    ...createPolledStore(database),

    /** The number of a message, or of the newest one older than it when it is gone. */
    async seqOf(mailboxId: MailboxId, id: MessageId): Promise<number> {
      const rows = await database.query<{ seq: number | null }>({
        name: 'messages.seqOf',
        text: `select coalesce((select seq from messages where mailbox_id = $1 and id = $2),
                 (select max(seq) from messages where mailbox_id = $1 and id < $2), 0) as seq`,
        values: [mailboxId, id],
      });
      return rows[0]?.seq ?? 0;
    },

    async find(mailboxId: MailboxId, id: MessageId): Promise<DetailRow | null> {
      const rows = await database.query<DetailRow>({
        name: 'messages.find',
        text: `select ${LIST}, coalesce(detail, (select convert_from(s.content, 'UTF8')::json from shared_contents s
                 where s.id = shared_id)) as detail
               from messages where mailbox_id = $1 and id = $2`,
        values: [mailboxId, id],
      });
      return rows[0] ?? null;
    },

    async remove(mailboxId: MailboxId, id: MessageId): Promise<boolean> {
      return database.transaction(async (tx) => {
        const messages = await tx.query<SharedBy>({
          name: 'messages.remove',
          text: 'delete from messages where mailbox_id = $1 and id = $2 returning shared_id as "sharedId"',
          values: [mailboxId, id],
        });
        const attachments = await tx.query<SharedBy>({
          name: 'messages.removeAttachments',
          text: 'delete from attachments where mailbox_id = $1 and message_id = $2 returning shared_id as "sharedId"',
          values: [mailboxId, id],
        });
        await releaseShared(tx, [...messages, ...attachments]);
        return messages.length === 1;
      });
    },

    async removeOf(tx: Transaction, mailboxIds: readonly MailboxId[]): Promise<void> {
      for (const table of ['messages', 'attachments'] as const) {
        const removed = await tx.query<SharedBy>({
          name: `messages.removeOf.${table}`,
          text: `delete from ${table} where mailbox_id = any($1) returning shared_id as "sharedId"`,
          values: [mailboxIds],
        });
        await releaseShared(tx, removed);
      }
    },

    async raw(mailboxId: MailboxId, id: MessageId, now: Date): Promise<{ bytes: Buffer | null } | null> {
      const rows = await database.query<{ bytes: Buffer | null }>({
        name: 'messages.raw',
        text: `select (select bytes from raw_originals r
                       where r.id = m.raw_id and r.expires_at = m.raw_expires_at and m.raw_expires_at > $3) as bytes
               from messages m where mailbox_id = $1 and id = $2`,
        values: [mailboxId, id, now],
      });
      return rows[0] ?? null;
    },

    async attachment(mailboxId: MailboxId, messageId: MessageId, id: string): Promise<Buffer | null> {
      const rows = await database.query<{ content: Buffer }>({
        name: 'messages.attachment',
        text: `select coalesce(content, (select s.content from shared_contents s where s.id = shared_id)) as content
               from attachments where mailbox_id = $1 and message_id = $2 and id = $3`,
        values: [mailboxId, messageId, id],
      });
      return rows[0]?.content ?? null;
    },

    insertMessages(tx: Transaction, rows: readonly MessageInsert[]): void {
      tx.send({
        name: `messages.insert.${rows.length}`,
        text: `insert into messages (mailbox_id, seq, id, received_at, size, has_attachments, summary, otp, link, raw_id,
                 raw_expires_at, detail, shared_id) values ${placeholders(rows.length, 13)}`,
        values: rows.flatMap((r) => [
          r.mailboxId,
          r.seq,
          r.id,
          r.receivedAt,
          r.size,
          r.hasAttachments,
          r.summary,
          r.otp,
          r.link,
          r.rawId,
          r.rawExpiresAt,
          r.detail,
          r.sharedId,
        ]),
      });
    },

    insertRaw(tx: Transaction, rows: readonly RawInsert[]): void {
      tx.send({
        name: `messages.insertRaw.${rows.length}`,
        text: `insert into raw_originals (id, expires_at, bytes) values ${placeholders(rows.length, 3)}`,
        values: rows.flatMap((r) => [r.id, r.expiresAt, r.bytes]),
      });
    },

    insertShared(tx: Transaction, rows: readonly SharedInsert[]): void {
      for (const row of rows) {
        tx.send({
          name: 'messages.insertShared',
          text: 'insert into shared_contents (id, copies, content) values ($1, $2, $3)',
          values: [row.id, row.copies, row.content],
        });
      }
    },

    insertAttachments(tx: Transaction, rows: readonly AttachmentInsert[]): void {
      // One at a time: together they could be larger than one protocol message takes.
      for (const row of rows) {
        tx.send({
          name: 'messages.insertAttachment',
          text: 'insert into attachments (mailbox_id, message_id, id, content, shared_id) values ($1, $2, $3, $4, $5)',
          values: [row.mailboxId, row.messageId, row.id, row.content, row.sharedId],
        });
      }
    },

    /** Makes the partitions that originals ending between two moments go to. */
    async openRawSlots(from: Date, to: Date): Promise<void> {
      const first = Math.floor(from.getTime() / RAW_SLOT_MS) * RAW_SLOT_MS;
      for (let start = first; start <= to.getTime(); start += RAW_SLOT_MS) {
        const name = `raw_originals_${start / RAW_SLOT_MS}`;
        const bounds = [start, start + RAW_SLOT_MS].map((ms) => `'${new Date(ms).toISOString()}'`);
        await database
          .query({
            text: `create table if not exists ${name} partition of raw_originals for values from (${bounds[0]}) to (${bounds[1]})
                   with (toast_tuple_target = ${WHOLE_ROW})`,
          })
          .catch((error: { code?: string }) => {
            // Another process made it at the same moment.
            if (error.code !== '42P07' && error.code !== '23505') throw error;
          });
      }
    },

    /** Drops the partitions whose originals are all past their time. Returns how many. */
    async dropRawSlots(now: Date): Promise<number> {
      const rows = await database.query<{ name: string }>({
        text: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
               where i.inhparent = 'raw_originals'::regclass`,
      });
      const past = rows.filter(({ name }) => {
        const slot = Number(name.slice('raw_originals_'.length));
        return (slot + 1) * RAW_SLOT_MS <= now.getTime();
      });
      for (const { name } of past) await database.query({ text: `drop table if exists ${name}` });
      return past.length;
    },
  };
}

interface SharedBy {
  readonly sharedId: string | null;
}

/** One copy less for each; what has no copy left goes. Rows are locked in one order, so that two removals never block each other. */
async function releaseShared(tx: Transaction, removed: readonly SharedBy[]): Promise<void> {
  const ids = removed.map((row) => row.sharedId).filter((id) => id !== null);
  if (ids.length === 0) return;
  await tx.query({ text: 'select from shared_contents where id = any($1) order by id for update', values: [ids] });
  await tx.query({
    text: `update shared_contents s set copies = s.copies - r.n
           from (select id, count(*) as n from unnest($1::text[]) as u(id) group by id) r where s.id = r.id`,
    values: [ids],
  });
  await tx.query({ text: 'delete from shared_contents where id = any($1) and copies <= 0', values: [ids] });
}

/** `($1,$2),($3,$4)…` for so many rows and columns. */
function placeholders(rows: number, columns: number): string {
  const known = PLACEHOLDERS.get(`${rows}x${columns}`);
  if (known) return known;
  const made = Array.from(
    { length: rows },
    (_, row) => `(${Array.from({ length: columns }, (_, column) => `$${row * columns + column + 1}`).join(',')})`,
  ).join(',');
  PLACEHOLDERS.set(`${rows}x${columns}`, made);
  return made;
}
const PLACEHOLDERS = new Map<string, string>();
