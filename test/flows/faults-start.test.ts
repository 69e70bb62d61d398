// A start that is killed or told to stop, in every phase: it ends in time, and the next start is clean.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest';
import { migrate, readMigrations } from '../../src/infra/db/migrate.ts';
import { databaseUrl } from '../support/database.ts';
import { callOn, openOn, subjectsOn } from '../support/fleet-client.ts';
import { cleanUp, dataFolder, type Service, startService } from '../support/service.ts';
import { connectSmtp } from '../support/smtp-client.ts';
import { until } from '../support/webhooks.ts';

const MIGRATE = fileURLToPath(new URL('../support/migrate-child.ts', import.meta.url));
const LOCK = 7_302_551;
const databases: string[] = [];
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await cleanUp();
  for (const name of databases) await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function onServer<Row>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `mayfly_start_${process.pid}_${databases.length}`;
  databases.push(name);
  await onServer(inject('serverUrl'), `create database ${name}`);
  return databaseUrl(inject('serverUrl'), name);
}

function startMigration(url: string, directory?: string): { ended: Promise<number | null>; kill(): void } {
  const child = spawn(process.execPath, [MIGRATE, url, ...(directory ? [directory] : [])], { stdio: 'ignore' });
  children.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { ended, kill: () => void child.kill('SIGKILL') };
}

const shapeOf = (url: string) =>
  onServer(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
     where table_schema = 'public' and table_name !~ '^raw_originals_' order by 1, 2`,
  );

describe('a migration that is killed', () => {
  test('in the middle of a step leaves nothing of that step, and the next run goes on from there', async () => {
    const url = await emptyDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'mayfly-migrations-'));
    folders.push(folder);
    writeFileSync(join(folder, '0001_first.sql'), 'create table first (id int);');
    writeFileSync(join(folder, '0002_slow.sql'), 'create table second (id int); select pg_sleep(20);');
    const run = startMigration(url, folder);
    const resting = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
    await until(
      () => onServer(url, resting),
      (rows) => rows.length === 1,
      15_000,
    );
    run.kill();
    await run.ended;

    writeFileSync(join(folder, '0002_slow.sql'), 'create table second (id int);');
    const began = performance.now();
    expect(await migrate(url, () => {}, await readMigrations(folder))).toEqual(['0002_slow']);
    // The server finds out within seconds that nobody is there, and frees the lock.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await onServer(url, 'select version from schema_migrations order by 1')).toEqual([
      { version: 1 },
      { version: 2 },
    ]);
  }, 40_000);

  test('at any moment, again and again, ends with the same tables as one that was let alone', async () => {
    const url = await emptyDatabase();
    const whole = await emptyDatabase();
    const began = performance.now();
    await startMigration(whole).ended;
    const takes = performance.now() - began;
    for (const share of [0.4, 0.55, 0.7, 0.85]) {
      const run = startMigration(url);
      await sleep(takes * share);
      run.kill();
      await run.ended;
    }
    await migrate(url);
    expect(await shapeOf(url)).toEqual(await shapeOf(whole));
    expect((await shapeOf(url)).length).toBeGreaterThan(50);
  }, 60_000);
});

// At once: each is mostly waiting for a process of its own.
describe.concurrent('SIGTERM ends the process within 10 s, and the next start is clean,', () => {
  async function stop(service: Service): Promise<{ code: number | null; inTime: boolean }> {
    const asked = performance.now();
    service.kill('SIGTERM');
    const { code } = await service.exit;
    return { code, inTime: performance.now() - asked < 10_000 };
  }
  async function startsClean(env: Record<string, string>): Promise<void> {
    const service = startService(env);
    const { http } = await service.ready;
    expect((await callOn(http, 'GET', '/readyz')).status).toBe(200);
    expect(await stop(service)).toEqual({ code: 0, inTime: true });
  }

  test('while the embedded database is being made for the first time', async () => {
    const env = { DATA_DIR: dataFolder() };
    const service = startService(env);
    await until(service.output, (output) => output.includes('Preparing PostgreSQL'), 15_000);
    expect((await stop(service)).inTime).toBe(true);
    await startsClean(env);
  }, 60_000);

  test('while a database server does not answer', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const service = startService({ DATABASE_URL: `postgresql://mayfly@127.0.0.1:${port}/mayfly` });
    await connected;
    expect((await stop(service)).inTime).toBe(true);
    silent.close();
  }, 30_000);

  test('while another process migrates', async () => {
    const url = await emptyDatabase();
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1)', [LOCK]);
    const service = startService({ DATABASE_URL: url });
    const waiting = `select from pg_stat_activity where application_name = 'mayfly migrate' and wait_event_type = 'Lock' and datname = current_database()`;
    await until(
      () => onServer(url, waiting),
      (rows) => rows.length === 1,
      15_000,
    );
    expect((await stop(service)).inTime).toBe(true);
    await holder.end();
    await startsClean({ DATABASE_URL: url });
  }, 60_000);

  test('while idle, and in the middle of DATA: a mail that was not whole is not stored', async () => {
    const env = { DATABASE_URL: await emptyDatabase() };
    const service = startService(env);
    const { http, smtp } = await service.ready;
    const { address, token } = await openOn(http);
    const client = await connectSmtp(smtp);
    await client.command('MAIL FROM:<sender@example.org>');
    await client.command(`RCPT TO:<${address}>`);
    expect(await client.command('DATA')).toMatch(/^354 /);
    client.write('Subject: half\r\n\r\nThis is where it st');
    await sleep(100);
    expect(await stop(service)).toEqual({ code: 0, inTime: true });
    expect(await client.reply()).toMatch(/^(421 |$)/);

    const again = startService(env);
    const { http: next } = await again.ready;
    expect(await subjectsOn(next, token)).toEqual([]);
    expect(await stop(again)).toEqual({ code: 0, inTime: true });
  }, 60_000);
});
