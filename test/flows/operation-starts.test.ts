// What a start says: in one line why it cannot work, and where it answers when it can.

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { cleanUp, dataFolder, type Service, startService } from '../support/service.ts';

afterAll(cleanUp);

describe('a start that cannot work says so in one line and exits with 1', () => {
  async function refused(env: Record<string, string>): Promise<string> {
    const service: Service = startService(env);
    const exit = await service.exit;
    expect(exit.code).toBe(1);
    expect(service.output()).not.toMatch(/\n\s+at |node:internal/);
    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('mayfly: '));
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  }
  /** Quick to start: no PostgreSQL of its own. */
  const shared = async () => {
    const database = await createTestDatabase();
    return { env: { DATABASE_URL: database.url }, drop: database.drop };
  };

  test('a setting that is wrong', async () => {
    expect(await refused({ PORT: 'eighty', DATA_DIR: dataFolder() })).toBe(
      'mayfly: PORT is set to "eighty"; it takes a port from 0 to 65535 (0 picks a free one).',
    );
  });

  test('a certificate that is not there', async () => {
    const { env, drop } = await shared();
    const missing = { SMTP_TLS_CERT: '/nowhere/cert.pem', SMTP_TLS_KEY: '/nowhere/key.pem' };
    expect(await refused({ ...env, ...missing })).toContain('SMTP_TLS_CERT');
    await drop();
  });

  test('a certificate that is none', async () => {
    const { env, drop } = await shared();
    const file = join(dataFolder(), 'cert.pem');
    writeFileSync(file, 'not a certificate');
    expect(await refused({ ...env, SMTP_TLS_CERT: file, SMTP_TLS_KEY: file })).toContain('SMTP_TLS_CERT');
    await drop();
  });

  test.each([
    ['PORT', 'HTTP'],
    ['SMTP_PORT', 'SMTP'],
  ])('an occupied %s', async (variable, what) => {
    const { env, drop } = await shared();
    const holder = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => holder.once('listening', resolve));
    const port = (holder.address() as { port: number }).port;
    const line = await refused({ ...env, [variable]: String(port) });
    holder.close();
    await drop();
    expect(line).toBe(
      `mayfly: ${what} cannot listen on 127.0.0.1:${port}: the port is in use. Stop what uses it, or set ${variable}.`,
    );
  });

  test('a DATABASE_URL where nobody answers', async () => {
    expect(await refused({ DATABASE_URL: 'postgresql://user:hidden-word@127.0.0.1:1/none' })).toMatch(
      /^mayfly: DATABASE_URL cannot be reached: (?!.*hidden-word)/,
    );
  });

  test('a DATA_DIR that is a file', async () => {
    const file = join(dataFolder(), 'file');
    writeFileSync(file, '');
    expect(await refused({ DATA_DIR: file })).toContain(file);
  });

  test.skipIf(process.getuid?.() === 0)('a DATA_DIR that cannot be written', async () => {
    const folder = join(dataFolder(), 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    expect(await refused({ DATA_DIR: folder })).toContain(folder);
  });

  test('a second service on the same data directory, while the first goes on', async () => {
    const dataDir = dataFolder();
    const first = startService({ DATA_DIR: dataDir });
    const { http } = await first.ready;
    expect(await refused({ DATA_DIR: dataDir })).toContain(`DATA_DIR ${dataDir} is in use`);
    expect((await fetch(`${http}/readyz`)).status).toBe(200);
    first.kill('SIGTERM');
    expect(await first.exit).toEqual({ code: 0, signal: null });
  }, 30_000);
});

test('a start says once where it answers, and names the domains that are offered and not those of the setting', async () => {
  const database = await createTestDatabase();
  const starts = ['first.example', 'second.example'].map((domain) => ({
    DATABASE_URL: database.url,
    MAIL_DOMAINS: domain,
    LOG_LEVEL: 'info',
  }));
  const said: string[][] = [];
  for (const env of starts) {
    const service = startService(env);
    await service.ready;
    service.kill('SIGTERM');
    await service.exit;
    said.push(service.output().split('\n'));
  }
  await database.drop();
  for (const lines of said) {
    expect(
      lines.filter((line) => /^Mayfly takes mail at 127\.0\.0\.1:\d+ for first\.example$/.test(line)),
    ).toHaveLength(1);
    expect(lines.filter((line) => /answers at|listening/.test(line))).toHaveLength(1);
  }
}, 30_000);
