// Calls for what staff wrote: notices, pages, footer.

import { call } from './client.ts';
import type { Footer, Notice, PageDetail, PageLink } from './types.ts';

export const readNotices = (lang: string) => call<readonly Notice[]>('GET', '/content/notices', { query: { lang } });
export const readPages = (lang: string) => call<readonly PageLink[]>('GET', '/content/pages', { query: { lang } });
export const readPage = (key: string, lang: string) =>
  call<PageDetail>('GET', `/content/pages/${encodeURIComponent(key)}`, { query: { lang } });
export const readFooter = (lang: string) => call<Footer | null>('GET', '/content/footer', { query: { lang } });
