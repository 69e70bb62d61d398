// The service as an operator meets it: database gone and back, SIGTERM under load. Starts are in operation-starts.test.ts.

import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/infra/log.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { cleanUp, dataFolder, startService } from '../support/service.ts';
import { connectSmtp, mailText, sendMail, sendOn } from '../support/smtp-client.ts';

afterAll(cleanUp);

describe('the database goes away', () => {
  let database: TestDatabase;
  let line: { url: string; cut(): void; mend(): Promise<void>; close(): void };
  let app: Awaited<ReturnType<typeof assemble>>;
  let port: number;
  let address: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    line = await cuttableLine(database.url);
    const config = readConfig({ RATE_LIMIT_FACTOR: '0', MAIL_AUTH: 'off' });
    app = await assemble({ config, databaseUrl: line.url, log: createLog('silent'), clock: systemClock });
    port = (await app.smtp?.listen('127.0.0.1', 0)) ?? 0;
    const opened = await app.http?.inject({ method: 'POST', url: '/api/v1/mailboxes' });
    address = opened?.json().data.address;
    expect(await sendMail(port, { to: address, raw: mailText() })).toMatch(/^250 /);
  });
  afterAll(async () => {
    await app.smtp?.close();
    await app.http?.close();
    await app.close();
    line.close();
    await database.drop();
  });
  const status = async (path: string) => (await app.http?.inject({ url: `/api/v1${path}` }))?.statusCode;

  test('SMTP 451 4.3.0, /readyz 503, /healthz 200, and all of it recovers without a hand', async () => {
    const client = await connectSmtp(port);
    await client.command('MAIL FROM:<a@example.org>');
    await client.command(`RCPT TO:<${address}>`);
    await client.command('DATA');
    line.cut();
    client.write(`${mailText()}.\r\n`);
    expect(await client.reply()).toMatch(/^451 4\.3\.0 /);
    expect(await status('/readyz')).toBe(503);
    expect(await status('/healthz')).toBe(200);
    expect(await status('/domains')).toBe(503);
    // The cache of recipients may still know the mailbox; then the commit says it.
    expect(await sendOn(client, { to: address, raw: mailText() })).toMatch(/^451 4\.3\.0 /);
    await client.quit();

    await line.mend();
    await vi.waitFor(async () => expect(await status('/readyz')).toBe(200), { timeout: 15_000, interval: 100 });
    expect(await sendMail(port, { to: address, raw: mailText() })).toMatch(/^250 /);
  }, 40_000);
});

/** A TCP line to the PostgreSQL of the test run that can be cut and mended. */
async function cuttableLine(databaseUrl: string) {
  const [, user = '', password = ''] = /^postgres(?:ql)?:\/\/([^:@/]*)(?::([^@/]*))?@/.exec(databaseUrl) ?? [];
  const url = new URL(databaseUrl.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/]*@)?([^/]*)/, '$1placeholder.invalid'));
  const socketFolder = url.searchParams.get('host');
  const host = /@([^/:?]+)(?::(\d+))?[/?]/.exec(databaseUrl);
  const target = socketFolder?.startsWith('/')
    ? { path: `${socketFolder}/.s.PGSQL.${url.searchParams.get('port') ?? '5432'}` }
    : { host: host?.[1] ?? '127.0.0.1', port: Number(host?.[2] ?? url.searchParams.get('port') ?? 5432) };
  const open = new Set<Socket>();
  let server: Server;
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      server = createServer((near) => {
        const far = connect(target as { path: string });
        for (const socket of [near, far]) {
          open.add(socket);
          socket.on('error', () => {});
          socket.on('close', () => {
            open.delete(socket);
            near.destroy();
            far.destroy();
          });
        }
        near.pipe(far).pipe(near);
      });
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  const port = await listen(0);
  const cut = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return {
    url: `postgresql://${user}${password ? `:${password}` : ''}@127.0.0.1:${port}${url.pathname}`,
    cut,
    mend: async () => void (await listen(port)),
    close: cut,
  };
}

describe('SIGTERM', () => {
  test('under load: every 250 is kept, mail under way ends with 250 or 421, held polls return, exit 0 within 10 s', async () => {
    const dataDir = dataFolder();
    const service = startService({ DATA_DIR: dataDir });
    const { http, smtp } = await service.ready;
    const { address, token } = await openMailbox(http);
    const other = await openMailbox(http);
    const held = fetch(`${http}/api/v1/mailboxes/me/messages?wait=60`, {
      headers: { authorization: `Bearer ${other.token}` },
    });
    const slow = connect(Number(new URL(http).port), '127.0.0.1');
    slow.on('error', () => {});
    slow.write(
      'POST /api/v1/mailboxes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    const drip = setInterval(() => slow.write(' '), 200);
    const endings: string[] = [];
    let taken = 0;
    const load = Array.from({ length: 6 }, async () => {
      const client = await connectSmtp(smtp);
      for (;;) {
        const reply = await sendOn(client, { to: address, raw: mailText() });
        if (!reply.startsWith('250 ')) {
          endings.push(reply.slice(0, 3));
          client.socket.destroy();
          return;
        }
        taken++;
      }
    });
    await sleep(600);
    const began = performance.now();
    service.kill('SIGTERM');
    expect((await held).status).toBe(200);
    await Promise.all(load);
    const exit = await service.exit;
    clearInterval(drip);
    slow.destroy();
    expect([performance.now() - began < 10_000, exit]).toEqual([true, { code: 0, signal: null }]);
    // An empty ending is a connection that was closed between two mails, after its 421.
    expect(endings.filter((ending) => ending !== '421' && ending !== '')).toEqual([]);

    const again = startService({ DATA_DIR: dataDir });
    const { http: next } = await again.ready;
    let stored = 0;
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await fetch(`${next}/api/v1/mailboxes/me/messages?limit=100${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const page = (await answer.json()) as { data: unknown[]; nextCursor: string | null };
      stored += page.data.length;
      cursor = page.nextCursor;
    }
    again.kill('SIGTERM');
    await again.exit;
    expect(taken).toBeGreaterThan(0);
    expect(stored).toBeGreaterThanOrEqual(taken);
  }, 60_000);
});

async function openMailbox(http: string): Promise<{ address: string; token: string }> {
  const answer = await fetch(`${http}/api/v1/mailboxes`, { method: 'POST' });
  return ((await answer.json()) as { data: { address: string; token: string } }).data;
}
