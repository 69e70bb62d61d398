// What a hostname says about itself. The Host header only chooses among stored sites: nothing of it is ever repeated,
// and every address is built from PUBLIC_URL and the stored name.

import type { Clock } from '../../lib/clock.ts';
import { invalidField } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/escape.ts';
import { readHostName } from '../../lib/host-name.ts';
import type { ContentService } from '../content/service.ts';
import type { SiteRow, SiteStore } from './store.ts';

export interface Site {
  readonly hostname: string;
  readonly title: string;
  readonly description: string;
  readonly indexing: { readonly index: boolean; readonly follow: boolean };
}

export interface SiteService {
  /** The site of a Host header, or the default one. */
  siteFor(host: string | undefined): Promise<Site>;
  robotsFor(host: string | undefined): Promise<string>;
  sitemapFor(host: string | undefined): Promise<string>;
  set(site: {
    hostname: string;
    title?: string;
    description?: string;
    index?: boolean;
    follow?: boolean;
  }): Promise<Site>;
  list(): Promise<Site[]>;
  remove(hostname: string): Promise<number>;
}

const DEFAULTS = {
  title: 'Mayfly',
  description: 'Disposable mailboxes that hand you the code.',
  index: true,
  follow: true,
};
const MAX_TEXT = 500;
/** The longest match decides (RFC 9309): what a page is drawn from may be fetched, the rest of the API and the app may not. */
const OPEN_TO_CRAWLERS = [
  'User-agent: *',
  'Disallow: /api/',
  'Allow: /api/v1/content/',
  'Allow: /api/v1/site',
  'Disallow: /app/',
  'Allow: /app/assets/',
  'Allow: /app/pages/',
];

export function createSiteService(options: {
  store: SiteStore;
  clock: Clock;
  publicUrl: string;
  content: Pick<ContentService, 'publicPages'>;
}): SiteService {
  const { store, clock, content } = options;
  const publicUrl = new URL(options.publicUrl);
  const own = publicUrl.hostname;

  async function siteFor(host: string | undefined): Promise<Site> {
    const asked = readHostName(host ?? '') ?? own;
    const rows = await store.find([asked, own]);
    const row = rows.find((candidate) => candidate.hostname === asked) ?? rows[0];
    return siteOf(row ?? { hostname: own, ...DEFAULTS });
  }

  const originOf = (site: Site): string =>
    site.hostname === own
      ? publicUrl.origin
      : `${publicUrl.protocol}//${site.hostname}${publicUrl.port === '' ? '' : `:${publicUrl.port}`}`;

  return {
    siteFor,
    async robotsFor(host) {
      const site = await siteFor(host);
      if (!site.indexing.index) return 'User-agent: *\nDisallow: /\n';
      return [...OPEN_TO_CRAWLERS, '', `Sitemap: ${originOf(site)}/sitemap.xml`, ''].join('\n');
    },
    async sitemapFor(host) {
      const site = await siteFor(host);
      const origin = originOf(site);
      const entries = site.indexing.index
        ? [
            `<url><loc>${escapeHtml(`${origin}/`)}</loc></url>`,
            `<url><loc>${escapeHtml(`${origin}/docs`)}</loc></url>`,
            ...(await content.publicPages()).map(
              ({ key, updatedAt }) =>
                `<url><loc>${escapeHtml(`${origin}/app/pages/${encodeURIComponent(key)}`)}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
            ),
          ]
        : [];
      return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.map((entry) => `  ${entry}\n`).join('')}</urlset>\n`;
    },
    async set(input) {
      const hostname = readHostName(input.hostname);
      if (hostname === null) throw invalidField('hostname', `"${input.hostname}" is not a host name`);
      const [known] = await store.find([hostname]);
      const index = input.index ?? known?.index ?? DEFAULTS.index;
      const row: SiteRow = {
        hostname,
        title: textOf(input.title ?? known?.title ?? DEFAULTS.title, 'title'),
        description: textOf(input.description ?? known?.description ?? DEFAULTS.description, 'description'),
        index,
        follow: input.follow ?? (input.index === undefined ? known?.follow : undefined) ?? index,
      };
      await store.put(row, clock.now());
      return siteOf(row);
    },
    async list() {
      const rows = (await store.list()).map(siteOf);
      return rows.some((site) => site.hostname === own) ? rows : [siteOf({ hostname: own, ...DEFAULTS }), ...rows];
    },
    remove: async (hostname) => store.remove(readHostName(hostname) ?? ''),
  };
}

const siteOf = ({ hostname, title, description, index, follow }: SiteRow): Site => ({
  hostname,
  title,
  description,
  indexing: { index, follow },
});

function textOf(text: string, field: string): string {
  const value = text.trim();
  if (value === '' || value.length > MAX_TEXT || /\p{Cc}/u.test(value)) {
    throw invalidField(field, `${field} is one line of 1 to ${MAX_TEXT} characters`);
  }
  return value.toWellFormed();
}
