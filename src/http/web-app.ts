// The web app beside the API: built files from web/dist, and index.html for `/` and every page under /app.
// Nothing here knows the modules; who a host is comes in as a function.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape.ts';
import type { App } from '../lib/route.ts';

export interface SiteFace {
  readonly title: string;
  readonly description: string;
  readonly indexing: { readonly index: boolean; readonly follow: boolean };
}

export interface WebAppOptions {
  /** Title, description and indexing of the Host header that was sent. */
  readonly siteFor: (host: string | undefined) => Promise<SiteFace>;
  readonly dist?: string;
}

const DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// The document around a mail: web/public/app/frame.js puts the mail into a frame inside that runs nothing. That inner
// frame inherits this policy, so what mail may have (inline styles, images the reader asked for) is allowed here only.
const FRAME_CSP =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data: https: http:; " +
  "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const PUBLIC = { schema: { hide: true } as never, config: { credential: 'public', rate: 'none' } } as const;

export async function registerWebApp(app: App, options: WebAppOptions): Promise<void> {
  const dist = options.dist ?? DIST;
  const built = existsSync(`${dist}/index.html`);
  const template = built ? readFileSync(`${dist}/index.html`, 'utf8') : UNBUILT;

  async function page(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    // A file that is not there must not be answered with a page: browsers would try to run it.
    if (/^\/app\/assets\//.test(request.url)) throw new AppError('request.not_found');
    // The page stays reachable when the database is not: it then says so itself.
    const site = await options.siteFor(request.headers.host).catch(() => null);
    reply
      .header('Content-Security-Policy', PAGE_CSP)
      .header('Cache-Control', 'no-cache')
      .header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
      .type('text/html; charset=utf-8');
    return site === null ? template : template.replace(/<!--site-->[\s\S]*<!--\/site-->/, () => faceOf(site));
  }

  app.get('/', PUBLIC, page);
  app.get('/app', PUBLIC, page);
  app.get('/app/*', PUBLIC, page);
  if (!built) return;

  const frame = readFileSync(`${dist}/app/frame.html`, 'utf8');
  app.get('/app/frame', PUBLIC, async (_request, reply) =>
    reply
      .header('Content-Security-Policy', FRAME_CSP)
      .header('X-Frame-Options', 'SAMEORIGIN')
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(frame),
  );
  // What browsers ask for on pages that name no icon, such as the API reference.
  app.get('/favicon.ico', PUBLIC, async (_request, reply) => reply.redirect('/app/icon.svg', 301));
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, ...PUBLIC.config };
    });
    await scope.register(fastifyStatic, {
      root: `${dist}/app`,
      prefix: '/app/',
      wildcard: false,
      index: false,
      preCompressed: true,
      globIgnore: ['**/*.br', '**/*.gz', 'frame.html'],
      cacheControl: false,
      setHeaders(reply, path) {
        // Names of built assets carry a hash of what is in them.
        const forever = path.includes('/assets/');
        reply.header('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  });
}

function faceOf({ title, description, indexing: { index, follow } }: SiteFace): string {
  const robots = `${index ? 'index' : 'noindex'}, ${follow ? 'follow' : 'nofollow'}`;
  return `<title>${escapeHtml(title)}</title>
    <meta name="description" content="${escapeHtml(description)}" />
    <meta name="robots" content="${robots}" />`;
}

const UNBUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<!--site--><!--/site--></head><body>
<h1>Mayfly is running</h1>
<p>The web app is not built yet. Run <code>npm run build -w web</code> and start again.</p>
<p>The API works without it: <a href="/docs">documentation</a>.</p>
</body></html>`;
