// `mayfly content …`: what staff publish. The text comes from a file or from standard input, as HTML or Markdown.

import { readLocale } from '../lib/language.ts';
import { DEFAULT_LOCALE } from '../lib/locale.ts';
import { NOTICE_KINDS } from '../modules/content/schemas.ts';
import type { Source } from '../modules/content/service.ts';
import { type Command, CommandError, command } from './command.ts';
import type { Context } from './context.ts';
import { plainText, table } from './table.ts';
import { moment, oneOf, required } from './values.ts';

const TEXT = { lang: { type: 'string' }, file: { type: 'string' }, markdown: { type: 'boolean' } } as const;
const TEXT_DETAILS = `The text is read from --file, or from standard input. A file that ends in .md, or --markdown, is Markdown;
anything else is HTML. It is sanitized: scripts, forms, styles and embedded frames are taken out.
--lang is a language tag such as en or pt-BR (default: en). Readers of a language without a text get the English one.`;

async function readSource(
  options: { file?: string | undefined; markdown?: boolean | undefined },
  read: Context['read'],
): Promise<Source> {
  const markdown = options.markdown === true || /\.(md|markdown)$/i.test(options.file ?? '');
  return { text: await read(options.file), format: markdown ? 'markdown' : 'html' };
}

const inLanguage = (lang: string | undefined) => lang ?? DEFAULT_LOCALE;
const shownLanguage = (lang: string | undefined) => plainText(readLocale(inLanguage(lang)) ?? lang);
const when = (value: string | undefined, name: string) =>
  value === undefined ? undefined : value === 'none' ? null : moment(value, name);
/** Left out rather than undefined. */
const given = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [P in K]?: V };

/** English is what everybody else falls back to: a text without it is not seen by most. */
function withoutDefault(known: readonly { locale: string }[], what: string): string {
  return known.some(({ locale }) => locale === DEFAULT_LOCALE)
    ? ''
    : `\nThere is no English text yet, so readers of other languages do not see this ${what}.`;
}

const noticePut = command({
  name: 'content notice put',
  usage:
    '--title T [--kind banner|dialog] [--starts TIME] [--ends TIME] [--id NOTICE] [--lang L] [--file F] [--markdown]',
  summary: 'publish a notice, or change one, or add a language to it',
  details: `${TEXT_DETAILS}
Times are ISO 8601, UTC when they name no zone; "none" takes one away. With --id the notice that is there is changed:
what is not given stays, and --lang adds a language.`,
  options: {
    ...TEXT,
    title: { type: 'string' },
    kind: { type: 'string' },
    starts: { type: 'string' },
    ends: { type: 'string' },
    id: { type: 'string' },
  },
  async run({ options, open, read }) {
    const title = required(options.title, '--title');
    const kind = options.kind === undefined ? undefined : oneOf(options.kind, '--kind', NOTICE_KINDS);
    const startsAt = when(options.starts, '--starts');
    const endsAt = when(options.ends, '--ends');
    const source = await readSource(options, read);
    const { content } = (await open()).services;
    const notice = await content.putNotice({
      ...given('id', options.id),
      ...given('kind', kind),
      ...given('startsAt', startsAt),
      ...given('endsAt', endsAt),
      locale: inLanguage(options.lang),
      title,
      source,
    });
    const texts = (await content.allNotices()).filter(({ id }) => id === notice.id);
    return {
      json: notice,
      text: `Notice ${notice.id} is published in ${shownLanguage(options.lang)}.${withoutDefault(texts, 'notice')}`,
    };
  },
});

const noticeList = command({
  name: 'content notice list',
  usage: '',
  summary: 'every notice with its languages and schedule',
  async run({ open }) {
    const rows = await (await open()).services.content.allNotices();
    const now = Date.now();
    const shown = rows.map(({ id, locale, kind, title, startsAt, endsAt }) => ({
      id,
      lang: locale,
      kind,
      state: endsAt && endsAt.getTime() <= now ? 'over' : startsAt && startsAt.getTime() > now ? 'later' : 'shown',
      starts: startsAt,
      ends: endsAt,
      title,
    }));
    return { json: rows, text: table(shown, 'There are no notices.') };
  },
});

const noticeRemove = command({
  name: 'content notice remove',
  usage: 'NOTICE [--lang L]',
  summary: 'take a notice away, or one language of it',
  positionals: ['notice'],
  options: { lang: { type: 'string' } },
  destroys: true,
  async run({ args, options, open, confirm }) {
    await confirm(`Remove notice ${args.notice}${options.lang ? ` in ${options.lang}` : ' in every language'}?`);
    const removed = await (await open()).services.content.removeNotice(args.notice, options.lang);
    return removedTexts(removed, `notice ${args.notice}`);
  },
});

const pagePut = command({
  name: 'content page put',
  usage: 'KEY --title T [--lang L] [--file F] [--markdown]',
  summary: 'publish a page, or another language of it',
  details: `${TEXT_DETAILS}\nThe key is the page’s name in addresses: small letters, digits and hyphens, such as terms.`,
  positionals: ['key'],
  options: { ...TEXT, title: { type: 'string' } },
  async run({ args, options, open, read }) {
    const title = required(options.title, '--title');
    const source = await readSource(options, read);
    const { content } = (await open()).services;
    const page = await content.putPage({ key: args.key, locale: inLanguage(options.lang), title, source });
    const texts = (await content.allPages()).filter(({ key }) => key === page.key);
    return { json: page, text: `Page ${page.key} is published in ${page.locale}.${withoutDefault(texts, 'page')}` };
  },
});

const pageList = command({
  name: 'content page list',
  usage: '',
  summary: 'every page with its languages',
  async run({ open }) {
    const rows = await (await open()).services.content.allPages();
    const shown = rows.map(({ key, locale, title, updatedAt }) => ({ key, lang: locale, updated: updatedAt, title }));
    return { json: rows, text: table(shown, 'There are no pages.') };
  },
});

const pageRemove = command({
  name: 'content page remove',
  usage: 'KEY [--lang L]',
  summary: 'take a page away, or one language of it',
  positionals: ['key'],
  options: { lang: { type: 'string' } },
  destroys: true,
  async run({ args, options, open, confirm }) {
    await confirm(`Remove page ${args.key}${options.lang ? ` in ${options.lang}` : ' in every language'}?`);
    const removed = await (await open()).services.content.removePage(args.key, options.lang);
    return removedTexts(removed, `page ${args.key}`);
  },
});

const footerPut = command({
  name: 'content footer put',
  usage: '[--lang L] [--file F] [--markdown]',
  summary: 'publish the footer in one language',
  details: TEXT_DETAILS,
  options: TEXT,
  async run({ options, open, read }) {
    const source = await readSource(options, read);
    const { content } = (await open()).services;
    const footer = await content.putFooter({ locale: inLanguage(options.lang), source });
    const note = withoutDefault(await content.allFooters(), 'footer');
    return { json: footer, text: `The footer is published in ${footer.locale}.${note}` };
  },
});

const footerList = command({
  name: 'content footer list',
  usage: '',
  summary: 'the languages that have a footer',
  async run({ open }) {
    const rows = await (await open()).services.content.allFooters();
    const shown = rows.map(({ locale, updatedAt, html }) => ({
      lang: locale,
      updated: updatedAt,
      html: excerpt(html),
    }));
    return { json: rows, text: table(shown, 'There is no footer.') };
  },
});

const footerRemove = command({
  name: 'content footer remove',
  usage: '[--lang L]',
  summary: 'take the footer of one language away',
  options: { lang: { type: 'string' } },
  destroys: true,
  async run({ options, open, confirm }) {
    const lang = inLanguage(options.lang);
    await confirm(`Remove the footer in ${lang}?`);
    return removedTexts(await (await open()).services.content.removeFooter(lang), `footer in ${lang}`);
  },
});

const excerpt = (html: string) => (html.length > 60 ? `${html.slice(0, 59)}…` : html);

function removedTexts(count: number, what: string) {
  if (count === 0) throw new CommandError(`There is no ${plainText(what)}.`);
  return {
    json: { removed: count },
    text: `Removed ${plainText(what)} (${count === 1 ? 'one text' : `${count} texts`}).`,
  };
}

export const contentCommands: readonly Command[] = [
  noticePut,
  noticeList,
  noticeRemove,
  pagePut,
  pageList,
  pageRemove,
  footerPut,
  footerList,
  footerRemove,
];
