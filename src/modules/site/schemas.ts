// Body of the site operation; robots.txt and sitemap.xml are texts.

import { Type } from 'typebox';
import { Data } from '../../lib/route.ts';

export const Site = Data(
  Type.Object({
    hostname: Type.String({ description: 'The hostname these data are stored for' }),
    title: Type.String(),
    description: Type.String(),
    indexing: Type.Object({ index: Type.Boolean(), follow: Type.Boolean() }),
  }),
  {
    hostname: 'mail.example.com',
    title: 'Mayfly',
    description: 'Disposable mailboxes with an API.',
    indexing: { index: true, follow: true },
  },
);

export const Robots = Type.String({
  description: 'robots.txt',
  examples: ['User-agent: *\nDisallow: /api/\nAllow: /\n'],
});
export const Sitemap = Type.String({
  description: 'A sitemap (sitemaps.org)',
  examples: ['<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n'],
});
