// What crawlers and the web app ask a hostname. Only the Host header counts; X-Forwarded-Host changes nothing.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { revalidated } from '../../lib/revalidate.ts';
import { type App, operation } from '../../lib/route.ts';
import { Robots, Site, Sitemap } from './schemas.ts';
import type { SiteService } from './service.ts';

const onSend = revalidated(60);
const ROBOTS_TYPE = 'text/plain; charset=utf-8';
const SITEMAP_TYPE = 'application/xml; charset=utf-8';

export function siteRoutes(app: App, service: SiteService): void {
  app.get(
    '/site',
    {
      ...operation({
        id: 'getSite',
        group: 'site',
        summary: 'The requested hostname',
        description:
          'Title, description and indexing rules stored for the hostname in the Host header; an unknown one gets the default site.',
        credential: 'public',
        revalidates: true,
        success: { 200: Site },
      }),
      onSend,
    },
    async (request) => ({ data: await service.siteFor(request.headers.host) }),
  );
  app.get(
    '/site/robots.txt',
    {
      ...operation({
        id: 'getRobots',
        group: 'site',
        summary: 'robots.txt of the requested hostname',
        description: 'Also answers at `/robots.txt`, where crawlers look.',
        credential: 'public',
        revalidates: true,
        produces: ['text/plain'],
        success: { 200: Robots },
      }),
      onSend,
    },
    async (request, reply) => reply.type(ROBOTS_TYPE).send(await service.robotsFor(request.headers.host)),
  );
  app.get(
    '/site/sitemap.xml',
    {
      ...operation({
        id: 'getSitemap',
        group: 'site',
        summary: 'Sitemap of the requested hostname',
        description: 'The public pages only. Also answers at `/sitemap.xml`.',
        credential: 'public',
        revalidates: true,
        produces: ['application/xml'],
        success: { 200: Sitemap },
      }),
      onSend,
    },
    async (request, reply) => reply.type(SITEMAP_TYPE).send(await service.sitemapFor(request.headers.host)),
  );
}

/** The two files at the root path; not among the 67. */
export function siteRootRoutes(app: App, service: SiteService): void {
  const options = { config: { credential: 'public', rate: 'auto' } as const, schema: { hide: true } as never, onSend };
  app.get('/robots.txt', options, async (request: FastifyRequest, reply: FastifyReply) =>
    reply.type(ROBOTS_TYPE).send(await service.robotsFor(request.headers.host)),
  );
  app.get('/sitemap.xml', options, async (request: FastifyRequest, reply: FastifyReply) =>
    reply.type(SITEMAP_TYPE).send(await service.sitemapFor(request.headers.host)),
  );
}
