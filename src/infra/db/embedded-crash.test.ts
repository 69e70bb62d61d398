// After kill -9 of the service, of its PostgreSQL, or of both, every next start is ready without a hand.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  quiet,
  removeFolders,
  runs,
  select,
  startChild,
  temporaryFolder,
} from '../../../test/support/embedded-child.ts';
import { joinOrStartEmbedded, startEmbedded } from './embedded.ts';
import { findPostmaster, readPidFile } from './embedded-process.ts';

const dataDir = temporaryFolder();
const cluster = join(dataDir, 'postgres');
const start = () => startEmbedded({ dataDir, onProgress: quiet });

beforeAll(async () => (await start()).stop());
// Generous: the machine may be busy with other tests.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });
afterAll(removeFolders);

async function orphan(): Promise<number> {
  const child = startChild(dataDir);
  const pid = Number((await child.firstLine).replace('ready ', ''));
  await child.kill();
  return pid;
}

/** Ends a postmaster without letting it say goodbye. */
async function killPostmaster(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  while (runs(pid)) await sleep(5);
}

it('adopts the PostgreSQL that a killed service left running', async () => {
  const left = await orphan();
  const server = await start();
  const { pid } = server;
  expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
  await server.stop();
  expect(pid).toBe(left);
  expect(runs(left)).toBe(false);
});

it('restarts an orphan that runs with other settings', async () => {
  const left = await orphan();
  fs.appendFileSync(join(cluster, 'postmaster.opts'), ' "-c" "jit=on"');
  const server = await start();
  expect(server.pid).not.toBe(left);
  expect(runs(left)).toBe(false);
  await server.stop();
});

it('watches over an adopted PostgreSQL as over its own', async () => {
  await orphan();
  const server = await start();
  const before = server.pid;
  await killPostmaster(before);
  await expect.poll(() => select(server.url, 'select 1 as up').catch(quiet), { timeout: 5000 }).toEqual({ up: 1 });
  await server.stop();
});

it('starts PostgreSQL again when it dies under a running service, at the same address', async () => {
  const server = await start();
  const before = server.pid;
  const client = new pg.Client(server.url);
  client.on('error', quiet);
  await client.connect();
  await killPostmaster(before);
  await expect.poll(() => select(server.url, 'select 1 as up').catch(quiet), { timeout: 5000 }).toEqual({ up: 1 });
  await expect.poll(() => server.pid).not.toBe(before);
  await server.stop();
});

it('does not start it again once stop was called', async () => {
  const server = await start();
  await killPostmaster(server.pid);
  await server.stop();
  await sleep(400);
  expect(readPidFile(cluster)?.pid ?? server.pid).toBe(server.pid);
  await (await start()).stop();
});

it('takes no foreign process for PostgreSQL when its pid was given away', async () => {
  const left = await orphan();
  const file = join(cluster, 'postmaster.pid');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  await killPostmaster(left);
  const { uid, gid } = fs.statSync(cluster);
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {});
  const socketLock = join(dataDir, 'run', '.s.PGSQL.5432.lock');
  for (const path of [file, socketLock]) {
    fs.writeFileSync(path, [`${stranger.pid}`, ...lines.slice(1)].join('\n'));
    fs.chownSync(path, uid, gid);
  }
  const server = await start();
  expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
  await server.stop();
  expect(runs(stranger.pid ?? 0)).toBe(true);
  stranger.kill('SIGKILL');
});

it.runIf(process.platform === 'linux')(
  'gets past a backend that outlived its postmaster and does not end',
  async () => {
    const first = startChild(dataDir);
    const pid = Number((await first.firstLine).replace('ready ', ''));
    const { url } = await joinOrStartEmbedded({ dataDir, onProgress: quiet });
    const client = new pg.Client(url);
    client.on('error', quiet);
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    process.kill(rows[0].pid, 'SIGSTOP');
    await first.kill();
    await killPostmaster(pid);
    const server = await start();
    expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
    expect(runs(rows[0].pid)).toBe(false);
    await server.stop();
  },
);

it('prepares the cluster anew after a kill in the middle of initdb', async () => {
  const fresh = temporaryFolder();
  const child = startChild(fresh);
  while (!fs.readdirSync(fresh).some((name) => name.startsWith('postgres.init-'))) await sleep(5);
  await sleep(150);
  await child.kill();
  const server = await startEmbedded({ dataDir: fresh, onProgress: quiet });
  expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
  await server.stop();
});

it('is ready after ten kills of service, PostgreSQL or both at random moments, and keeps what was committed', async () => {
  const first = await start();
  await select(first.url, 'create table rounds (n int)');
  await first.stop();
  for (let round = 0; round < 10; round++) {
    const child = startChild(dataDir);
    await Promise.race([child.firstLine, sleep(randomInt(150, 600))]);
    await sleep(randomInt(0, 100));
    const victim = findPostmaster(cluster)?.pid;
    if (round % 3 !== 0 && victim !== undefined) {
      try {
        process.kill(victim, 'SIGKILL');
      } catch {}
    }
    if (round % 3 === 1) await sleep(randomInt(0, 150));
    await child.kill();
    const server = await start();
    await select(server.url, `insert into rounds values (${round})`);
    await killPostmaster(server.pid);
    await server.stop();
  }
  const last = await start();
  const { n } = await select(last.url, 'select count(*)::int as n from rounds');
  await last.stop();
  expect(n).toBe(10);
}, 30_000);
