// Tables of what staff publish. One row per text and language.

import type { Database } from '../../infra/db/database.ts';

export type NoticeKind = 'banner' | 'dialog';

export interface NoticeRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly createdAt: Date;
}
export interface NoticeTextRow extends NoticeRow {
  readonly locale: string;
  readonly title: string;
  readonly html: string;
}
export interface PageRow {
  readonly key: string;
  readonly locale: string;
  readonly title: string;
  readonly updatedAt: Date;
}
export interface FooterRow {
  readonly locale: string;
  readonly html: string;
  readonly updatedAt: Date;
}

export type ContentStore = ReturnType<typeof createContentStore>;

const NOTICE = 'n.id, n.kind, n.starts_at as "startsAt", n.ends_at as "endsAt", n.created_at as "createdAt"';

export function createContentStore(database: Database) {
  return {
    /** Every text of the notices, newest notice first; with `at`, only of those shown at that time. */
    async noticeTexts(at?: Date): Promise<NoticeTextRow[]> {
      return database.query<NoticeTextRow>({
        name: 'content.noticeTexts',
        text: `select ${NOTICE}, t.locale, t.title, t.html from notices n join notice_texts t on t.notice_id = n.id
               where $1::timestamptz is null
                  or ((n.starts_at is null or n.starts_at <= $1) and (n.ends_at is null or n.ends_at > $1))
               order by n.id desc, t.locale`,
        values: [at ?? null],
      });
    },
    async notice(id: string): Promise<NoticeRow | undefined> {
      const rows = await database.query<NoticeRow>({
        text: `select ${NOTICE} from notices n where id = $1`,
        values: [id],
      });
      return rows[0];
    },
    async putNotice(notice: NoticeRow, text: { locale: string; title: string; html: string }, now: Date) {
      await database.transaction(async (tx) => {
        await tx.query({
          text: `insert into notices (id, kind, starts_at, ends_at, created_at) values ($1, $2, $3, $4, $5)
                 on conflict (id) do update set kind = $2, starts_at = $3, ends_at = $4`,
          values: [notice.id, notice.kind, notice.startsAt, notice.endsAt, notice.createdAt],
        });
        await tx.query({
          text: `insert into notice_texts (notice_id, locale, title, html, updated_at) values ($1, $2, $3, $4, $5)
                 on conflict (notice_id, locale) do update set title = $3, html = $4, updated_at = $5`,
          values: [notice.id, text.locale, text.title, text.html, now],
        });
      });
    },
    /** Without a locale the whole notice goes; with its last text it goes too. */
    async removeNotice(id: string, locale?: string): Promise<number> {
      return database.transaction(async (tx) => {
        const removed = await tx.query({
          text: `delete from notice_texts where notice_id = $1 and ($2::text is null or locale = $2) returning locale`,
          values: [id, locale ?? null],
        });
        await tx.query({
          text: 'delete from notices where id = $1 and not exists (select from notice_texts where notice_id = $1)',
          values: [id],
        });
        return removed.length;
      });
    },

    async pages(): Promise<PageRow[]> {
      return database.query<PageRow>({
        name: 'content.pages',
        text: 'select key, locale, title, updated_at as "updatedAt" from pages order by key, locale',
      });
    },
    async pageTexts(key: string): Promise<(PageRow & { html: string })[]> {
      return database.query<PageRow & { html: string }>({
        name: 'content.pageTexts',
        text: 'select key, locale, title, html, updated_at as "updatedAt" from pages where key = $1',
        values: [key],
      });
    },
    async putPage(key: string, text: { locale: string; title: string; html: string }, now: Date) {
      await database.query({
        text: `insert into pages (key, locale, title, html, updated_at) values ($1, $2, $3, $4, $5)
               on conflict (key, locale) do update set title = $3, html = $4, updated_at = $5`,
        values: [key, text.locale, text.title, text.html, now],
      });
    },
    async removePage(key: string, locale?: string): Promise<number> {
      const removed = await database.query({
        text: 'delete from pages where key = $1 and ($2::text is null or locale = $2) returning locale',
        values: [key, locale ?? null],
      });
      return removed.length;
    },

    async footers(): Promise<FooterRow[]> {
      return database.query<FooterRow>({
        name: 'content.footers',
        text: 'select locale, html, updated_at as "updatedAt" from footers order by locale',
      });
    },
    async putFooter(locale: string, html: string, now: Date) {
      await database.query({
        text: `insert into footers (locale, html, updated_at) values ($1, $2, $3)
               on conflict (locale) do update set html = $2, updated_at = $3`,
        values: [locale, html, now],
      });
    },
    async removeFooter(locale: string): Promise<number> {
      const removed = await database.query({
        text: 'delete from footers where locale = $1 returning locale',
        values: [locale],
      });
      return removed.length;
    },
  };
}
