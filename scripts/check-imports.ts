// Part of `npm run check`: who may import whom, and who may ask the database. No circles, no orphans, one importer for each
// wrapped library.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SRC = join(ROOT, 'src');

/** Layers: a file in the first folder may import from the others (and from its own). */
const LAYERS: Record<string, readonly string[]> = {
  lib: [],
  mail: ['lib'],
  otp: ['lib'],
  infra: ['lib'],
  modules: ['lib', 'mail', 'otp', 'infra'],
  inbound: ['lib', 'mail', 'otp', 'infra', 'modules'],
  http: ['lib', 'mail', 'infra', 'modules'],
  cli: ['lib', 'mail', 'otp', 'infra', 'modules', 'inbound', 'http', 'assemble.ts', 'config.ts'],
  config: ['lib'],
  'config.ts': ['config'],
  assemble: ['lib', 'mail', 'otp', 'infra', 'modules', 'inbound', 'http', 'config.ts'],
  'assemble.ts': ['assemble', 'lib', 'infra', 'inbound', 'config.ts'],
  'main.ts': ['lib', 'infra', 'cli', 'config.ts'],
};

/** Modules that use other modules' services; the list has no circles, which is checked too. */
const MODULE_DAG: Record<string, readonly string[]> = {
  auth: ['account'],
  keys: ['mailboxes', 'messages', 'otp'],
  session: ['mailboxes'],
  otp: ['messages'],
  domains: ['mailboxes'],
  filters: ['domains'],
  webhooks: ['domains'],
  integrations: ['billing'],
  site: ['content'],
};

/** Files of another module that may be imported: what it does, and the shape of what it answers. */
const MODULE_FACES = ['service.ts', 'schemas.ts'];

/** Not settings: what a child process is started with. */
const MAY_READ_ENVIRONMENT = ['src/config.ts', 'src/infra/db/embedded-cluster.ts', 'src/infra/db/embedded-user.ts'];

/** Whatever else asks the database does it through a store. The doctor looks at it before services can be built. */
const mayQuery = (name: string): boolean =>
  name.startsWith('src/infra/') || name.endsWith('store.ts') || name === 'src/cli/doctor-database.ts';

/** Wrapped libraries: the one place that knows them. */
const ONE_IMPORTER: Record<string, readonly string[]> = {
  'smtp-server': ['src/inbound/smtp-library.ts'],
  'postal-mime': ['src/mail/header-text.ts'],
  'iconv-lite': ['src/mail/charset.ts'],
  mailauth: ['src/inbound/check-sender.ts'],
  'sanitize-html': ['src/mail/sanitize-html.ts'],
  re2js: ['src/lib/user-regex.ts'],
  'rate-limiter-flexible': ['src/infra/rate-limit.ts'],
  undici: ['src/infra/outbound-http.ts'],
  ioredis: ['src/infra/redis.ts'],
  nodemailer: ['src/infra/mailer.ts'],
  'prom-client': ['src/infra/metrics.ts'],
  'graphile-worker': ['src/infra/jobs.ts', 'src/infra/db/migrate.ts'],
  pino: ['src/infra/log.ts'],
  marked: ['src/modules/content/markdown.ts'],
  'pg-copy-streams': ['src/infra/db/copy.ts'],
  'node:dns/promises': ['src/infra/dns.ts'],
  tldts: ['src/lib/organisation.ts'],
  'ipaddr.js': ['src/lib/cidr.ts'],
  otplib: ['src/lib/totp.ts'],
  uqr: ['src/lib/qr.ts'],
  htmlparser2: ['src/mail/html-to-text.ts'],
  '@fastify/static': ['src/http/web-app.ts'],
  '@fastify/swagger': ['src/http/openapi.ts'],
  '@scalar/fastify-api-reference': ['src/http/docs.ts'],
};

const problems: string[] = [];
const files = walk(SRC);
const imports = new Map(files.map((file) => [file, importsOf(file)]));

for (const [file, targets] of imports) {
  const name = relative(ROOT, file);
  const isTest = file.endsWith('.test.ts');
  for (const target of targets) {
    if (target.startsWith('.')) {
      if (!isTest) checkLayer(name, file, resolve(dirname(file), target));
    } else {
      const owners = ONE_IMPORTER[packageOf(target)] ?? ONE_IMPORTER[target];
      if (owners && !isTest && !owners.includes(name))
        problems.push(`${name}: only ${owners.join(', ')} may import ${target}`);
    }
  }
  if (isTest) continue;
  const text = readFileSync(file, 'utf8');
  if (/process\.env/.test(text) && !MAY_READ_ENVIRONMENT.includes(name)) {
    problems.push(`${name}: only ${MAY_READ_ENVIRONMENT.join(', ')} may read process.env`);
  }
  if (/\.query[<(]/.test(text) && !mayQuery(name)) problems.push(`${name}: only stores may ask the database`);
}
checkCircles();
checkOrphans();

if (problems.length > 0) {
  console.error(problems.sort().join('\n'));
  console.error(`\n${problems.length} import problem(s); the rules are in scripts/check-imports.ts`);
  process.exit(1);
}
console.log(`Imports of ${files.length} files follow the rules`);

function checkLayer(name: string, file: string, target: string): void {
  const from = layerOf(file);
  const to = layerOf(target);
  if (from !== to && !LAYERS[from]?.includes(to))
    problems.push(`${name}: ${from} may not import ${relative(ROOT, target)}`);
  const [fromModule, toModule] = [moduleOf(file), moduleOf(target)];
  if (fromModule !== null && /routes\.ts$/.test(name) && /store\.ts$/.test(target))
    problems.push(`${name}: routes know nothing of SQL; ask the service`);
  if (toModule === null || fromModule === toModule) return;
  const face = relative(join(SRC, 'modules', toModule), target);
  if (fromModule !== null) {
    if (!MODULE_FACES.includes(face))
      problems.push(`${name}: may import only ${MODULE_FACES.join(' and ')} of ${toModule}`);
    if (!MODULE_DAG[fromModule]?.includes(toModule))
      problems.push(`${name}: ${fromModule} is not declared to use ${toModule}`);
  } else if (from === 'inbound' && face !== 'service.ts') {
    problems.push(`${name}: inbound may import only service.ts of ${toModule}`);
  } else if (from === 'http' && !['service.ts', 'routes.ts'].includes(face)) {
    problems.push(`${name}: http may import only routes.ts and service.ts of ${toModule}`);
  }
}

function checkCircles(): void {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const at = path.indexOf(file);
    if (at !== -1) {
      problems.push(`circle: ${[...path.slice(at), file].map((f) => relative(ROOT, f)).join(' → ')}`);
      return;
    }
    path.push(file);
    for (const target of imports.get(file) ?? []) {
      if (target.startsWith('.')) visit(resolve(dirname(file), target));
    }
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
}

function checkOrphans(): void {
  const used = new Set(
    [...imports].flatMap(([file, targets]) => targets.map((target) => resolve(dirname(file), target))),
  );
  const entries = [
    join(SRC, 'main.ts'),
    join(SRC, 'inbound/read-worker.ts'),
    join(SRC, 'inbound/read-batch-worker.ts'),
    join(SRC, 'inbound/check-sender-worker.ts'),
  ];
  for (const file of files) {
    if (file.endsWith('.test.ts') || file.endsWith('.d.ts') || entries.includes(file) || used.has(file)) continue;
    problems.push(`${relative(ROOT, file)}: nothing imports it`);
  }
}

function walk(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** Type imports count as well: they couple files just the same. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  );
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function layerOf(file: string): string {
  return relative(SRC, file).split('/')[0] ?? '';
}

function moduleOf(file: string): string | null {
  const [layer, name] = relative(SRC, file).split('/');
  return layer === 'modules' ? (name ?? null) : null;
}

function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
