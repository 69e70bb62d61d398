// What staff publish, read by anybody. Writing happens at the console (`mayfly content …`).

import type { FastifyRequest } from 'fastify';
import { wantedLocales } from '../../lib/language.ts';
import { revalidated } from '../../lib/revalidate.ts';
import { type App, operation } from '../../lib/route.ts';
import { Footer, LanguageQuery, Notices, Page, PageParams, Pages } from './schemas.ts';
import type { ContentService } from './service.ts';

const CACHE_SECONDS = 30;

export function contentRoutes(app: App, service: ContentService): void {
  const onSend = revalidated(CACHE_SECONDS, 'Accept-Language');

  app.get(
    '/content/notices',
    {
      ...operation({
        id: 'listNotices',
        group: 'content',
        summary: 'Notices to show now',
        description: 'Banners and dialogs published by staff, already filtered by their schedule, newest first.',
        credential: 'public',
        revalidates: true,
        querystring: LanguageQuery,
        success: { 200: Notices },
      }),
      onSend,
    },
    async (request) => ({
      data: (await service.notices(wanted(request))).map((notice) => ({
        ...notice,
        startsAt: notice.startsAt?.toISOString() ?? null,
        endsAt: notice.endsAt?.toISOString() ?? null,
      })),
    }),
  );

  app.get(
    '/content/pages',
    {
      ...operation({
        id: 'listPages',
        group: 'content',
        summary: 'Pages: titles and keys',
        description: 'The pages that exist in the wanted language or in the default one, by key.',
        credential: 'public',
        revalidates: true,
        querystring: LanguageQuery,
        success: { 200: Pages },
      }),
      onSend,
    },
    async (request) => ({ data: await service.pages(wanted(request)) }),
  );

  app.get(
    '/content/pages/:key',
    {
      ...operation({
        id: 'getPage',
        group: 'content',
        summary: 'One page',
        description: 'In the wanted language, else in the default one; `locale` says which.',
        credential: 'public',
        revalidates: true,
        querystring: LanguageQuery,
        params: PageParams,
        problems: [404],
        success: { 200: Page },
      }),
      onSend,
    },
    async (request) => {
      const page = await service.page(request.params.key, wanted(request));
      return { data: { ...page, updatedAt: page.updatedAt.toISOString() } };
    },
  );

  app.get(
    '/content/footer',
    {
      ...operation({
        id: 'getFooter',
        group: 'content',
        summary: 'The footer',
        description:
          'In the wanted language, else in the default one. `data` is `null` when none is published; that is no error.',
        credential: 'public',
        revalidates: true,
        querystring: LanguageQuery,
        success: { 200: Footer },
      }),
      onSend,
    },
    async (request) => ({ data: await service.footer(wanted(request)) }),
  );
}

const wanted = (request: FastifyRequest): string[] =>
  wantedLocales((request.query as { lang?: string }).lang, request.headers['accept-language']);
