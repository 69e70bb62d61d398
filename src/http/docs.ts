// Pages for people: the API reference at /docs (offline, from the package) and the error catalogue at /docs/errors.

import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { CATALOGUE } from '../lib/errors.ts';
import { escapeHtml } from '../lib/escape.ts';
import type { App } from '../lib/route.ts';

const PAGE_CSP = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
// The reference page of the package starts from an inline script and compiles templates.
const REFERENCE_CSP =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

export async function registerDocs(app: App): Promise<void> {
  const errorsPage = renderErrors();
  app.get(
    '/docs/errors',
    { schema: { hide: true } as never, config: { credential: 'public', rate: 'auto' } },
    async (_request, reply) =>
      reply.header('Content-Security-Policy', PAGE_CSP).type('text/html; charset=utf-8').send(errorsPage),
  );
  // The reference page comes with megabytes of script in memory: it is loaded when somebody first looks.
  let reference: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    reference ??= loadReference().catch((error: unknown) => {
      // A failure is not kept: the next visitor tries again.
      reference = undefined;
      throw error;
    });
    const page = await (await reference).inject({ method: 'GET', url: request.url });
    const type = page.headers['content-type'];
    return reply
      .code(page.statusCode)
      .headers({
        'Content-Security-Policy': REFERENCE_CSP,
        ...(type === undefined ? {} : { 'Content-Type': type }),
        ...(page.headers.location === undefined ? {} : { Location: page.headers.location }),
      })
      .send(page.rawPayload);
  };
  for (const path of ['/docs', '/docs/*']) {
    app.get(path, { schema: { hide: true } as never, config: { credential: 'public', rate: 'auto' } }, show);
  }
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify();
  await page.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/api/v1/openapi.json',
      pageTitle: 'Mayfly API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    } as never,
  });
  await page.ready();
  return page;
}

function renderErrors(): string {
  const rows = Object.entries(CATALOGUE)
    .map(
      ([code, { status, title, advice }]) =>
        `<tr id="${escapeHtml(code)}"><td><a href="#${escapeHtml(code)}"><code>${escapeHtml(code)}</code></a></td><td>${status}</td><td>${escapeHtml(title)}</td><td>${inlineCode(advice)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mayfly: error codes</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem; border-bottom: 1px solid #8884; }
tr:target { background: #fd08; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
</style></head><body>
<h1>Error codes</h1>
<p>Every error answers as <code>application/problem+json</code> with <code>type</code>, <code>title</code>, <code>status</code>, <code>code</code> and
<code>traceId</code>. Branch on <code>code</code>. The API reference is at <a href="/docs">/docs</a>.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead><tbody>
${rows}
</tbody></table></body></html>`;
}

const inlineCode = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
