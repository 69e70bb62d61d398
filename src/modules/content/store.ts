// Tables of what staff publish. One row per text and language.

import type { Database } from '../../infra/db/database.ts';
import type { NoticeKind } from './service.ts';

interface Tables {
  notices: { id: string; kind: NoticeKind; starts_at: Date | null; ends_at: Date | null; created_at: Date };
  notice_texts: { notice_id: string; locale: string; title: string; html: string; updated_at: Date };
  pages: { key: string; locale: string; title: string; html: string; updated_at: Date };
  footers: { locale: string; html: string; updated_at: Date };
}

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

export function createContentStore(database: Database) {
  const db = database.tables<Tables>();
  const noticeColumns = [
    'notices.id',
    'notices.kind',
    'notices.starts_at as startsAt',
    'notices.ends_at as endsAt',
    'notices.created_at as createdAt',
  ] as const;

  return {
    /** Every text of the notices, newest notice first; with `at`, only of those shown at that time. */
    async noticeTexts(at?: Date): Promise<NoticeTextRow[]> {
      let query = db
        .selectFrom('notices')
        .innerJoin('notice_texts', 'notice_texts.notice_id', 'notices.id')
        .select([...noticeColumns, 'notice_texts.locale', 'notice_texts.title', 'notice_texts.html'])
        .orderBy('notices.id', 'desc')
        .orderBy('notice_texts.locale');
      if (at) {
        query = query
          .where((where) => where.or([where('starts_at', 'is', null), where('starts_at', '<=', at)]))
          .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]));
      }
      return query.execute();
    },
    async notice(id: string): Promise<NoticeRow | undefined> {
      return db.selectFrom('notices').select(noticeColumns).where('id', '=', id).executeTakeFirst();
    },
    async putNotice(notice: NoticeRow, text: { locale: string; title: string; html: string }, now: Date) {
      await database.transaction(async (tx) => {
        const tables = tx.tables<Tables>();
        await tables
          .insertInto('notices')
          .values({
            id: notice.id,
            kind: notice.kind,
            starts_at: notice.startsAt,
            ends_at: notice.endsAt,
            created_at: notice.createdAt,
          })
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet({ kind: notice.kind, starts_at: notice.startsAt, ends_at: notice.endsAt }),
          )
          .execute();
        await tables
          .insertInto('notice_texts')
          .values({ notice_id: notice.id, ...text, updated_at: now })
          .onConflict((conflict) => conflict.columns(['notice_id', 'locale']).doUpdateSet({ ...text, updated_at: now }))
          .execute();
      });
    },
    /** Without a locale the whole notice goes; with its last text it goes too. */
    async removeNotice(id: string, locale?: string): Promise<number> {
      return database.transaction(async (tx) => {
        const tables = tx.tables<Tables>();
        let texts = tables.deleteFrom('notice_texts').where('notice_id', '=', id);
        if (locale !== undefined) texts = texts.where('locale', '=', locale);
        const removed = await texts.executeTakeFirst();
        await tables
          .deleteFrom('notices')
          .where('id', '=', id)
          .where((where) =>
            where.not(where.exists(where.selectFrom('notice_texts').select('notice_id').where('notice_id', '=', id))),
          )
          .execute();
        return Number(removed.numDeletedRows);
      });
    },

    async pages(): Promise<PageRow[]> {
      return db
        .selectFrom('pages')
        .select(['key', 'locale', 'title', 'updated_at as updatedAt'])
        .orderBy('key')
        .orderBy('locale')
        .execute();
    },
    async pageTexts(key: string): Promise<(PageRow & { html: string })[]> {
      return db
        .selectFrom('pages')
        .select(['key', 'locale', 'title', 'html', 'updated_at as updatedAt'])
        .where('key', '=', key)
        .execute();
    },
    async putPage(key: string, text: { locale: string; title: string; html: string }, now: Date) {
      await db
        .insertInto('pages')
        .values({ key, ...text, updated_at: now })
        .onConflict((conflict) => conflict.columns(['key', 'locale']).doUpdateSet({ ...text, updated_at: now }))
        .execute();
    },
    async removePage(key: string, locale?: string): Promise<number> {
      let query = db.deleteFrom('pages').where('key', '=', key);
      if (locale !== undefined) query = query.where('locale', '=', locale);
      return Number((await query.executeTakeFirst()).numDeletedRows);
    },

    async footers(): Promise<FooterRow[]> {
      return db.selectFrom('footers').select(['locale', 'html', 'updated_at as updatedAt']).orderBy('locale').execute();
    },
    async putFooter(locale: string, html: string, now: Date) {
      await db
        .insertInto('footers')
        .values({ locale, html, updated_at: now })
        .onConflict((conflict) => conflict.column('locale').doUpdateSet({ html, updated_at: now }))
        .execute();
    },
    async removeFooter(locale: string): Promise<number> {
      return Number((await db.deleteFrom('footers').where('locale', '=', locale).executeTakeFirst()).numDeletedRows);
    },
  };
}
