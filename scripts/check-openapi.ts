// Part of `npm run check`: the committed openapi.json is what the routes say, valid, and complete. `--write` renews it.
// Routes are registered with services that are never called, so no database is needed.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { validate } from '@scalar/openapi-parser';
import { registerOpenApi } from '../src/http/openapi.ts';
import { type RouteServices, registerRoutes } from '../src/http/routes.ts';
import { createHttpServer } from '../src/http/server.ts';
import { createLog } from '../src/infra/log.ts';
import { createMetrics } from '../src/infra/metrics.ts';
import { createRateLimiter } from '../src/infra/rate-limit.ts';

const FILE = fileURLToPath(new URL('../openapi.json', import.meta.url));
const OPERATIONS = 67;

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  responses?: Record<string, { description?: string; content?: Record<string, { example?: unknown }> }>;
}

async function describe(): Promise<string> {
  const app = createHttpServer({
    publicUrl: 'http://localhost:8080',
    trustProxy: null,
    log: createLog('silent'),
    metrics: createMetrics({ processMetrics: false }),
    limiter: createRateLimiter({ factor: 0, redis: null, log: createLog('silent') }),
    authenticators: {} as never,
  });
  await registerOpenApi(app, { publicUrl: 'http://localhost:8080', version: '1' });
  // Any service, any method: registered, never called.
  const uncalled: unknown = new Proxy(() => {}, { get: () => uncalled });
  await registerRoutes(app, new Proxy({}, { get: () => uncalled }) as RouteServices);
  await app.ready();
  return `${JSON.stringify(app.swagger(), null, 1)}\n`;
}

const text = await describe();
const document = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
const problems: string[] = [];

const { valid, errors } = await validate(text);
if (!valid) problems.push(...(errors ?? []).map((error) => `not valid OpenAPI: ${error.message}`));

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
);
if (operations.length !== OPERATIONS)
  problems.push(`${operations.length} operations, the specification has ${OPERATIONS}`);
for (const { name, operation } of operations) {
  for (const field of ['operationId', 'summary', 'description'] as const) {
    if (!operation[field]) problems.push(`${name} has no ${field}`);
  }
  const success = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  if (success.length === 0) problems.push(`${name} documents no success`);
  for (const [status, response] of success) {
    const json = response.content?.['application/json'];
    if (json && json.example === undefined) problems.push(`${name} ${status} has no example`);
  }
}

if (process.argv.includes('--write')) writeFileSync(FILE, text);
else if (readIfThere(FILE) !== text) problems.push('openapi.json is not what the routes say; run "npm run openapi"');

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`OpenAPI describes ${operations.length} operations`);

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
