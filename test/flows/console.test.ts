// The operator's day, with the command as it is called: beside a running service, and without one.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/mayfly.js', import.meta.url));
let folder: string;
let service: ChildProcess;
let base: string;

interface Outcome {
  status: number;
  out: string;
  err: string;
}

function mayfly(args: string[], options: { input?: string; dataDir?: string; env?: Record<string, string> } = {}) {
  const env = {
    ...withoutSettings(),
    DATA_DIR: join(folder, options.dataDir ?? 'data'),
    PORT: '0',
    SMTP_PORT: '0',
    DNS_SERVERS: '127.0.0.1:9',
    ...options.env,
  };
  return new Promise<Outcome>((resolve) => {
    const child = execFile(
      process.execPath,
      [COMMAND, ...args],
      { env, cwd: folder, timeout: 60_000 },
      (error, out, err) => resolve({ status: error ? Number(error.code ?? 1) : 0, out, err }),
    );
    child.stdin?.end(options.input ?? '');
  });
}

/** Settings of whoever runs the tests must not reach the command. */
function withoutSettings(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return { PATH, HOME, TMPDIR, LANG };
}

const read = async <T>(path: string, headers: Record<string, string> = {}): Promise<T> =>
  ((await (await fetch(`${base}/api/v1${path}`, { headers })).json()) as { data: T }).data;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mayfly-console-'));
  service = spawn(process.execPath, [COMMAND], {
    env: { ...withoutSettings(), DATA_DIR: join(folder, 'data'), PORT: '0', SMTP_PORT: '0', LOG_LEVEL: 'error' },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  base = await new Promise<string>((resolve, reject) => {
    service.stdout?.on('data', (chunk) => {
      said += chunk;
      const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    service.once('exit', () => reject(new Error(`the service ended: ${said}`)));
  });
}, 60_000);

afterAll(async () => {
  if (service.exitCode === null) {
    service.kill('SIGKILL');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

describe('beside a running service', () => {
  test('a public domain is offered, and retired again', async () => {
    expect((await mayfly(['domains', 'add', 'Post.Mayfly-Mail.net'])).status).toBe(0);
    expect(await read('/domains')).toContainEqual({ domain: 'post.mayfly-mail.net' });
    expect((await mayfly(['domains', 'retire', 'post.mayfly-mail.net'])).status).toBe(0);
    expect(await read('/domains')).not.toContainEqual({ domain: 'post.mayfly-mail.net' });
    const again = await mayfly(['domains', 'retire', 'post.mayfly-mail.net']);
    expect([again.status, again.err]).toEqual([1, 'mayfly: post.mayfly-mail.net is retired already.\n']);
  }, 60_000);

  test('a page is published in two languages from standard input', async () => {
    const put = ['content', 'page', 'put', 'terms', '--markdown'];
    const vietnamese = await mayfly([...put, '--title', 'Điều khoản', '--lang', 'vi'], { input: '**Tử tế**' });
    expect(vietnamese.out).toContain('There is no English text yet');
    await mayfly([...put, '--title', 'Terms'], { input: '# Be kind\n<script>x</script>' });
    expect(await read('/content/pages/terms?lang=vi')).toMatchObject({ title: 'Điều khoản', locale: 'vi' });
    expect(await read('/content/pages/terms')).toMatchObject({ html: '<h1>Be kind</h1>', locale: 'en' });
    const list = await mayfly(['content', 'page', 'list', '--json']);
    expect(JSON.parse(list.out)).toHaveLength(2);
  }, 60_000);

  test('a notice, a footer and a site are set and seen', async () => {
    const outcomes = await Promise.all([
      mayfly(['content', 'notice', 'put', '--title', 'Soon', '--kind', 'dialog', '--ends', '2100-01-01'], {
        input: '<p>x</p>',
      }),
      mayfly(['content', 'footer', 'put'], { input: '<p>Ours</p>' }),
      mayfly(['sites', 'set', 'www.mayfly-mail.net', '--title', 'T', '--description', 'D', '--index', 'no']),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(await read('/content/notices')).toMatchObject([
      { title: 'Soon', kind: 'dialog', endsAt: '2100-01-01T00:00:00.000Z' },
    ]);
    expect(await read('/content/footer')).toEqual({ html: '<p>Ours</p>', locale: 'en' });
    expect((await mayfly(['sites', 'list'])).out).toMatch(/www\.mayfly-mail\.net +no +no +T +D/);
  }, 60_000);

  test('what destroys wants --yes when nobody can be asked', async () => {
    const refused = await mayfly(['content', 'footer', 'remove']);
    expect(refused.status).toBe(1);
    expect(refused.err).toContain('--yes');
    expect((await mayfly(['content', 'footer', 'remove', '--yes'])).status).toBe(0);
    expect(await read('/content/footer')).toBeNull();
  }, 60_000);

  test('the gateway is switched off', async () => {
    expect((await mayfly(['providers', 'set', 'bank_transfer', 'disabled'])).status).toBe(0);
    const providers = await read<{ code: string; status: string }[]>('/payment-providers');
    expect(providers.find(({ code }) => code === 'bank_transfer')?.status).toBe('disabled');
  }, 60_000);

  test('the doctor looks at everything and says what to do', async () => {
    const { status, out } = await mayfly(['doctor', '--json']);
    const { findings } = JSON.parse(out) as { findings: { check: string; state: string; todo?: string }[] };
    const states = Object.fromEntries(findings.map(({ check, state }) => [check, state]));
    expect(states).toMatchObject({
      database: 'ok',
      migrations: 'ok',
      clock: 'ok',
      money: 'ok',
      jobs: 'ok',
      certificate: 'warning',
    });
    expect(findings.filter(({ state, todo }) => state !== 'ok' && !todo)).toEqual([]);
    expect(status).toBe(findings.some(({ state }) => state === 'problem') ? 1 : 0);
  }, 60_000);

  test('a bad setting stops every command with one line that names it', async () => {
    const { status, err } = await mayfly(['users', 'list'], { env: { PORT: 'eighty' } });
    expect(status).toBe(1);
    expect(err).toMatch(/^mayfly: PORT is set to "eighty"; it takes .*\n$/);
  }, 60_000);
});

test('backed up while it runs, restored in another directory once nothing is in the way', async () => {
  await mayfly(['users', 'add', 'op@example.org', '--password', 'password-1']);
  await mayfly(['points', 'grant', 'op@example.org', '700', '--reason', 'a start']);
  const file = join(folder, 'one.mayfly');
  expect((await mayfly(['backup', file])).status).toBe(0);

  const running = await mayfly(['restore', file]);
  expect([running.status, running.err]).toEqual([
    1,
    'mayfly: A Mayfly service is using this DATA_DIR. Stop it first, then restore.\n',
  ]);

  const restored = await mayfly(['restore', file], { dataDir: 'other' });
  expect([restored.status, restored.out]).toEqual([0, expect.stringContaining('Restored')]);
  expect((await mayfly(['points', 'show', 'op@example.org', '--json'], { dataDir: 'other' })).out).toContain('700');

  service.kill('SIGTERM');
  await once(service, 'exit');
  const full = await mayfly(['restore', file]);
  expect(full.status).toBe(1);
  expect(full.err).toContain('--force');
  expect((await mayfly(['restore', file, '--force', '--yes'])).status).toBe(0);
}, 120_000);
