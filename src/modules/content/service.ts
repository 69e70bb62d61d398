// Notices, pages and footer: what visitors read, in the language that fits, and what staff put there from the console.
// HTML is sanitized here, on its way in, so that every reader may show it as it is.

import type { Clock } from '../../lib/clock.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { chooseLocale, readLocale } from '../../lib/language.ts';
import type { ContentStore, FooterRow, NoticeKind, NoticeTextRow, PageRow } from './store.ts';

export interface Notice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly title: string;
  readonly html: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}
export interface Page {
  readonly key: string;
  readonly title: string;
  readonly html: string;
  readonly locale: string;
  readonly updatedAt: Date;
}

/** What staff wrote. */
export interface Source {
  readonly text: string;
  readonly format: 'html' | 'markdown';
}

export interface NoticeInput {
  /** Of a notice that is there: changes it, or adds a language. */
  readonly id?: string;
  readonly kind?: NoticeKind;
  readonly locale: string;
  readonly title: string;
  readonly source: Source;
  /** Undefined leaves it as it is, null takes it away. */
  readonly startsAt?: Date | null;
  readonly endsAt?: Date | null;
}

export interface ContentService {
  notices(wanted: readonly string[]): Promise<Notice[]>;
  pages(wanted: readonly string[]): Promise<{ key: string; title: string }[]>;
  page(key: string, wanted: readonly string[]): Promise<Page>;
  footer(wanted: readonly string[]): Promise<{ html: string; locale: string } | null>;
  /** Every page that a visitor can open, with the time of its newest text; for the sitemap. */
  publicPages(): Promise<{ key: string; updatedAt: Date }[]>;

  putNotice(input: NoticeInput): Promise<Notice>;
  allNotices(): Promise<NoticeTextRow[]>;
  removeNotice(id: string, locale?: string): Promise<number>;
  putPage(input: { key: string; locale: string; title: string; source: Source }): Promise<Page>;
  allPages(): Promise<PageRow[]>;
  removePage(key: string, locale?: string): Promise<number>;
  putFooter(input: { locale: string; source: Source }): Promise<{ html: string; locale: string }>;
  allFooters(): Promise<FooterRow[]>;
  removeFooter(locale: string): Promise<number>;
}

const MAX_TITLE = 200;
const MAX_TEXT = 500_000;
const PAGE_KEY = /^[a-z0-9][a-z0-9-]{0,63}$/;

export function createContentService(options: { store: ContentStore; clock: Clock }): ContentService {
  const { store, clock } = options;

  return {
    async notices(wanted) {
      return chooseTexts(await store.noticeTexts(clock.now()), (row) => row.id, wanted).map(
        ({ id, kind, title, html, startsAt, endsAt }) => ({ id, kind, title, html, startsAt, endsAt }),
      );
    },
    async pages(wanted) {
      return chooseTexts(await store.pages(), (row) => row.key, wanted).map(({ key, title }) => ({ key, title }));
    },
    async page(key, wanted) {
      const [page] = PAGE_KEY.test(key) ? chooseTexts(await store.pageTexts(key), (row) => row.key, wanted) : [];
      if (!page) throw new AppError('page.not_found');
      return page;
    },
    async footer(wanted) {
      const [footer] = chooseTexts(await store.footers(), () => '', wanted);
      return footer ? { html: footer.html, locale: footer.locale } : null;
    },
    async publicPages() {
      const newest = new Map<string, Date>();
      for (const { key, updatedAt } of await store.pages()) {
        const known = newest.get(key);
        if (!known || known < updatedAt) newest.set(key, updatedAt);
      }
      return [...newest].map(([key, updatedAt]) => ({ key, updatedAt }));
    },

    async putNotice(input) {
      const now = clock.now();
      const known = input.id === undefined ? undefined : await store.notice(input.id);
      if (input.id !== undefined && !known) throw invalidField('id', `there is no notice ${input.id}`);
      const kind = input.kind ?? known?.kind ?? 'banner';
      const startsAt = input.startsAt === undefined ? (known?.startsAt ?? null) : input.startsAt;
      const endsAt = input.endsAt === undefined ? (known?.endsAt ?? null) : input.endsAt;
      if (startsAt && endsAt && endsAt <= startsAt) throw invalidField('endsAt', 'the end must come after the start');
      const text = { locale: localeOf(input.locale), title: titleOf(input.title), html: await htmlOf(input.source) };
      const id = known?.id ?? newId('notice');
      await store.putNotice({ id, kind, startsAt, endsAt, createdAt: known?.createdAt ?? now }, text, now);
      return { id, kind, title: text.title, html: text.html, startsAt, endsAt };
    },
    allNotices: () => store.noticeTexts(),
    removeNotice: (id, locale) => store.removeNotice(id, locale === undefined ? undefined : localeOf(locale)),

    async putPage({ key, locale, title, source }) {
      if (!PAGE_KEY.test(key)) throw invalidField('key', 'a key has 1 to 64 of a-z, 0-9 and -, such as terms');
      const text = { locale: localeOf(locale), title: titleOf(title), html: await htmlOf(source) };
      const updatedAt = clock.now();
      await store.putPage(key, text, updatedAt);
      return { key, ...text, updatedAt };
    },
    allPages: () => store.pages(),
    removePage: (key, locale) => store.removePage(key, locale === undefined ? undefined : localeOf(locale)),

    async putFooter({ locale, source }) {
      const footer = { locale: localeOf(locale), html: await htmlOf(source) };
      await store.putFooter(footer.locale, footer.html, clock.now());
      return footer;
    },
    allFooters: () => store.footers(),
    removeFooter: (locale) => store.removeFooter(localeOf(locale)),
  };
}

/** One text of each thing: the one in the language that fits best. Things without a fitting text are left out. */
function chooseTexts<Row extends { locale: string }>(
  rows: readonly Row[],
  thing: (row: Row) => string,
  wanted: readonly string[],
): Row[] {
  return [...Map.groupBy(rows, thing).values()].flatMap((texts) => {
    const locale = chooseLocale(
      texts.map((text) => text.locale),
      wanted,
    );
    return texts.filter((text) => text.locale === locale);
  });
}

function localeOf(text: string): string {
  const locale = readLocale(text);
  if (locale === null) throw invalidField('locale', `"${text}" is not a language tag such as en or pt-BR`);
  return locale;
}

function titleOf(text: string): string {
  const title = text.trim();
  if (title === '' || title.length > MAX_TITLE || /\p{Cc}/u.test(title)) {
    throw invalidField('title', `a title is one line of 1 to ${MAX_TITLE} characters`);
  }
  return title.toWellFormed();
}

/** What writing needs is loaded when staff write, not by every service that only reads. */
async function htmlOf({ text, format }: Source): Promise<string> {
  if (text.length > MAX_TEXT) throw invalidField('html', `the text is longer than ${MAX_TEXT} characters`);
  const [{ sanitizeContentHtml }, { renderMarkdown }] = await Promise.all([
    import('../../mail/sanitize-html.ts'),
    import('./markdown.ts'),
  ]);
  const html = sanitizeContentHtml(format === 'markdown' ? renderMarkdown(text) : text).trim();
  if (html === '') throw invalidField('html', 'nothing is left of the text after sanitizing');
  return html;
}
