// What staff wrote and every page shows: notices above, pages and footer below. Its absence never disturbs.

import { readFooter, readNotices, readPages } from '../api/content.ts';
import type { Footer, Notice, PageLink } from '../api/types.ts';
import { readStored, writeStored } from './storage.ts';

class Content {
  notices = $state.raw<readonly Notice[]>([]);
  pages = $state.raw<readonly PageLink[]>([]);
  footer = $state.raw<Footer | null>(null);
  #dismissed = $state.raw<readonly string[]>(readStored<string[]>('dismissed') ?? []);

  async load(lang: string): Promise<void> {
    const [notices, pages, footer] = await Promise.allSettled([readNotices(lang), readPages(lang), readFooter(lang)]);
    if (notices.status === 'fulfilled') this.notices = notices.value;
    if (pages.status === 'fulfilled') this.pages = pages.value;
    if (footer.status === 'fulfilled') this.footer = footer.value;
  }

  open(kind: Notice['kind']): readonly Notice[] {
    return this.notices.filter((notice) => notice.kind === kind && !this.#dismissed.includes(notice.id));
  }

  dismiss(id: string): void {
    this.#dismissed = [...this.#dismissed, id].slice(-100);
    writeStored('dismissed', this.#dismissed);
  }
}

export const content = new Content();
