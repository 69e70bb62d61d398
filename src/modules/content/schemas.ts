// Bodies of notices, pages and footer.

import { Type } from 'typebox';
import { Data, Nullable, Timestamp, Words } from '../../lib/route.ts';

export const LanguageQuery = Type.Object({
  lang: Type.Optional(
    Type.String({
      description: 'Language tag such as `vi` or `pt-BR`; else `Accept-Language`, else `en`',
      examples: ['vi'],
    }),
  ),
});

export const NOTICE_KINDS = ['banner', 'dialog'] as const;

const Notice = Type.Object({
  id: Type.String(),
  kind: Words(NOTICE_KINDS),
  title: Type.String(),
  html: Type.String({ description: 'Sanitized when it was written' }),
  startsAt: Nullable(Timestamp),
  endsAt: Nullable(Timestamp),
});

export const Notices = Data(
  Type.Array(Notice),
  [
    {
      id: 'ntc_01k0a7m3v5f7sbnq7sy8h4x2tz',
      kind: 'banner',
      title: 'Maintenance on Sunday',
      html: '<p>Mail is deferred from 02:00 to 02:30 UTC. Nothing is lost.</p>',
      startsAt: '2026-06-28T00:00:00.000Z',
      endsAt: '2026-06-28T02:30:00.000Z',
    },
  ],
  'What is to be shown now',
);

export const Pages = Data(
  Type.Array(Type.Object({ key: Type.String(), title: Type.String() })),
  [{ key: 'terms', title: 'Terms of use' }],
  'Titles and keys',
);

export const Page = Data(
  Type.Object({
    key: Type.String(),
    title: Type.String(),
    html: Type.String({ description: 'Sanitized when it was written' }),
    locale: Type.String({ description: 'The language of this text' }),
    updatedAt: Timestamp,
  }),
  {
    key: 'terms',
    title: 'Terms of use',
    html: '<p>Be kind.</p>',
    locale: 'en',
    updatedAt: '2026-06-01T08:00:00.000Z',
  },
);

export const Footer = Type.Object(
  {
    data: Type.Unsafe<{ html: string; locale: string } | null>({
      type: ['object', 'null'],
      properties: { html: { type: 'string' }, locale: { type: 'string' } },
      required: ['html', 'locale'],
    }),
  },
  {
    description: 'The footer in the wanted language, else in the default one; `null` when none is published',
    examples: [{ data: { html: '<p>Run by Example Ltd.</p>', locale: 'en' } }],
  },
);

export const PageParams = Type.Object({ key: Type.String({ description: 'Key of the page' }) });
