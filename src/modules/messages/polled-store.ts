// SQL of what pollers ask again and again: a page of the list, the newest code. Questions of one moment share a query, which
// also answers all who wait for mails of one commit. The sub-selects hide from PostgreSQL how many questions there are; it would
// otherwise make a plan for each number, each time.

import type { Database } from '../../infra/db/database.ts';
import { gathered } from '../../lib/gathered.ts';
import type { MailboxId, MessageId } from '../../lib/ids.ts';
import type { MessageSummary, OtpRecord } from './records.ts';

export interface ListRow {
  readonly seq: number;
  readonly id: MessageId;
  readonly receivedAt: Date;
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly summary: MessageSummary;
  readonly otp: string | null;
  readonly link: string | null;
  readonly rawExpiresAt: Date;
}

export interface OtpRow {
  readonly id: MessageId;
  readonly receivedAt: Date;
  readonly summary: MessageSummary;
  readonly otp: OtpRecord;
  readonly link: string | null;
}

/** The newest messages with numbers between two, at most so many. */
export interface PageQuestion {
  readonly mailboxId: MailboxId;
  readonly after: number;
  readonly before: number;
  readonly limit: number;
}

/** The newest code that is newer than a message number and a moment. */
export interface OtpQuestion {
  readonly mailboxId: MailboxId;
  readonly after: number;
  readonly since: Date;
}

/** Which question a row answers, counted from one. */
interface Placed {
  readonly place: number;
}

export const LIST = `seq, id, received_at as "receivedAt", size, has_attachments as "hasAttachments", summary,
  otp->>'code' as otp, link, raw_expires_at as "rawExpiresAt"`;

export function createPolledStore(database: Database) {
  return {
    /** Newest first; null when there are none. */
    list: gathered(async (asked: readonly PageQuestion[]): Promise<Map<PageQuestion, ListRow[]>> => {
      const rows = await database.query<ListRow & Placed>({
        name: 'messages.list',
        text: `select place, page.*
               from unnest((select $1::text[]), (select $2::bigint[]), (select $3::bigint[]), (select $4::int[]))
                 with ordinality as asked(mailbox, after, before, most, place)
               cross join lateral (
                 select ${LIST} from messages
                 where mailbox_id = asked.mailbox and seq > asked.after and seq < asked.before
                 order by seq desc limit asked.most
               ) page
               order by place, seq desc`,
        values: [
          asked.map(({ mailboxId }) => mailboxId),
          asked.map(({ after }) => after),
          asked.map(({ before }) => before),
          asked.map(({ limit }) => limit),
        ],
      });
      return byQuestion(asked, rows);
    }),

    latestOtp: gathered(async (asked: readonly OtpQuestion[]): Promise<Map<OtpQuestion, OtpRow>> => {
      const rows = await database.query<OtpRow & Placed>({
        name: 'messages.latestOtp',
        text: `select place, newest.*
               from unnest((select $1::text[]), (select $2::bigint[]), (select $3::timestamptz[]))
                 with ordinality as asked(mailbox, after, since, place)
               cross join lateral (
                 select id, received_at as "receivedAt", summary, otp, link from messages
                 where mailbox_id = asked.mailbox and otp is not null and seq > asked.after and received_at > asked.since
                 order by seq desc limit 1
               ) newest`,
        values: [
          asked.map(({ mailboxId }) => mailboxId),
          asked.map(({ after }) => after),
          asked.map(({ since }) => since),
        ],
      });
      const newest = new Map<OtpQuestion, OtpRow>();
      for (const [question, [row]] of byQuestion(asked, rows)) if (row) newest.set(question, row);
      return newest;
    }),
  };
}

function byQuestion<Question, Row extends Placed>(asked: readonly Question[], rows: readonly Row[]) {
  const answers = new Map<Question, Row[]>();
  for (const row of rows) {
    const question = asked[row.place - 1];
    if (question === undefined) continue;
    const answer = answers.get(question);
    if (answer) answer.push(row);
    else answers.set(question, [row]);
  }
  return answers;
}
