// The embedded PostgreSQL against real processes: starts, refusals, orphans, stale files, users. Crashes are in embedded-crash.test.ts.
import fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  asNobody,
  inChild,
  isRoot,
  quiet,
  removeFolders,
  runs,
  select,
  startChild,
  temporaryFolder,
  tryMountSmall,
} from '../../../test/support/embedded-child.ts';
import { type EmbeddedPostgres, joinOrStartEmbedded, startEmbedded } from './embedded.ts';
import { findBinaries } from './embedded-binaries.ts';
import { createCluster, freePort, openPlace, readPassword } from './embedded-cluster.ts';
import { fromSpawn } from './embedded-error.ts';
import { endPostmaster, findPostmaster, launchPostmaster } from './embedded-process.ts';
import { connectionUrl, LOOPBACK } from './embedded-settings.ts';
import { chooseUser } from './embedded-user.ts';

// Generous: the machine may be busy with other tests.
vi.setConfig({ testTimeout: 20_000, hookTimeout: 20_000 });
afterAll(removeFolders);

describe('a running embedded PostgreSQL', () => {
  const dataDir = join(temporaryFolder(), 'dä ta');
  const progress: string[] = [];
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await startEmbedded({ dataDir, onProgress: (line) => progress.push(line) });
  });
  afterAll(() => server.stop());

  it('says once that the first start takes longer', () => {
    expect(progress).toEqual([`Preparing PostgreSQL in ${dataDir} (first start, takes a few seconds)`]);
  });

  it('is durable, checked and in UTF-8', async () => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding'];
    const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(', ');
    expect(Object.values(await select(server.url, `select ${columns}`))).toEqual(['on', 'on', 'on', 'on', 'UTF8']);
  });

  it('sorts by bytes and knows upper and lower case beyond ASCII', async () => {
    expect(await select(server.url, `select lower('ÄÉ') as l, 'Z' < 'a' as bytes`)).toEqual({ l: 'äé', bytes: true });
  });

  it('listens on no network interface', async () => {
    expect(await select(server.url, `select current_setting('listen_addresses') as on`)).toEqual({ on: '' });
  });

  it('refuses a wrong password', async () => {
    const url = server.url.replace(/:[^:@]+@/, ':wrong@');
    await expect(select(url, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('keeps its password where only the owner reads it', () => {
    const file = join(dataDir, 'postgres', 'mayfly.password');
    expect(server.url).toContain(fs.readFileSync(file, 'utf8').trim());
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform === 'linux')('stands in a session of its own, out of reach of Ctrl-C', () => {
    const afterName = fs.readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1] ?? '';
    const [, , group, session] = afterName.split(' ').map(Number);
    expect({ group, session }).toEqual({ group: server.pid, session: server.pid });
  });

  it('refuses a second service on the same folder with one line', async () => {
    const line = `DATA_DIR ${dataDir} is in use by another Mayfly (pid ${process.pid}). Stop it, or set another DATA_DIR.`;
    await expect(startEmbedded({ dataDir, onProgress: quiet })).rejects.toThrow(line);
    expect(await inChild(dataDir)).toBe(`EmbeddedError: ${line}`);
  });

  it('is joined by a console command, whose end leaves it alone', async () => {
    const joined = await joinOrStartEmbedded({ dataDir, onProgress: quiet });
    expect(joined).toMatchObject({ own: false, pid: server.pid, url: server.url });
    await joined.stop();
    expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
  });
});

describe('starting and stopping', () => {
  const dataDir = temporaryFolder();

  it('lets one of two services that start at the same instant win', async () => {
    const both = [startChild(dataDir), startChild(dataDir)];
    const outcomes = await Promise.all(both.map((child) => child.firstLine));
    expect(outcomes.map((line) => line.replace(/\d+/g, 'N')).sort()).toEqual([
      `EmbeddedError: DATA_DIR ${dataDir} is in use by another Mayfly (pid N). Stop it, or set another DATA_DIR.`.replace(
        /\d+/g,
        'N',
      ),
      'ready N',
    ]);
    await Promise.all(both.map((child) => child.end()));
  });

  it('takes well under a second once the cluster exists', async () => {
    const began = performance.now();
    const server = await startEmbedded({ dataDir, onProgress: quiet });
    const took = performance.now() - began;
    await server.stop();
    expect(took).toBeLessThan(800);
  });

  it('leaves no process, socket or lock behind after stop', async () => {
    const server = await startEmbedded({ dataDir, onProgress: quiet });
    const { pid } = server;
    await Promise.all([server.stop(), server.stop()]);
    expect(runs(pid)).toBe(false);
    expect(fs.readdirSync(join(dataDir, 'run'))).toEqual([]);
    expect(fs.readdirSync(dataDir).sort()).toEqual(['mayfly.lock', 'postgres', 'postgres.log', 'run']);
  });

  it('gives a console command a PostgreSQL of its own when no service runs', async () => {
    const command = await joinOrStartEmbedded({ dataDir, onProgress: quiet });
    expect(command.own).toBe(true);
    expect(await select(command.url, 'select current_database() as name')).toEqual({ name: 'mayfly' });
    await command.stop();
    expect(runs(command.pid)).toBe(false);
  });

  it('has a service wait for a console command to end', async () => {
    const command = await joinOrStartEmbedded({ dataDir, onProgress: quiet });
    const waiting = startEmbedded({ dataDir, onProgress: quiet });
    await command.stop();
    const server = await waiting;
    expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
    await server.stop();
  });

  it('puts the socket elsewhere when the path to the folder is too long for one', async () => {
    const long = join(temporaryFolder(), 'x'.repeat(90));
    fs.cpSync(join(dataDir, 'postgres'), join(long, 'postgres'), { recursive: true });
    fs.chmodSync(join(long, 'postgres'), 0o700);
    const server = await startEmbedded({ dataDir: long, onProgress: quiet });
    const folder = new URL(server.url).searchParams.get('host') ?? '';
    expect(await select(server.url, 'select 1 as up')).toEqual({ up: 1 });
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(fs.existsSync(folder)).toBe(false);
  });

  it('takes a folder given relative to the working directory', async () => {
    const home = temporaryFolder();
    fs.cpSync(join(dataDir, 'postgres'), join(home, 'my data', 'postgres'), { recursive: true });
    fs.chmodSync(join(home, 'my data', 'postgres'), 0o700);
    expect(await inChild('./my data', { cwd: home })).toMatch(/^ready \d+$/);
  });
});

it('listens on 127.0.0.1 and nowhere else where sockets cannot be had', async () => {
  const place = openPlace(temporaryFolder());
  const binaries = findBinaries();
  const runAs = chooseUser(place.dataDir, place.cluster);
  await createCluster(place, binaries, runAs);
  const address = { host: LOOPBACK, port: await freePort() };
  const postmaster = await launchPostmaster(place, binaries, runAs, address, quiet);
  const url = connectionUrl(address, readPassword(place), 'postgres');
  const row = await select(url, `select host(inet_server_addr()) as host, current_setting('listen_addresses') as on`);
  const seen = findPostmaster(place.cluster)?.address;
  await endPostmaster(postmaster, place.cluster, binaries);
  expect(row).toEqual({ host: '127.0.0.1', on: '127.0.0.1' });
  expect(seen).toEqual(address);
});

describe.runIf(isRoot)('as root', () => {
  it('runs PostgreSQL as another user inside a folder that only root may enter', async () => {
    const parent = temporaryFolder();
    fs.chmodSync(parent, 0o700);
    const server = await startEmbedded({ dataDir: join(parent, 'data'), onProgress: quiet });
    const owner = fs.statSync(`/proc/${server.pid}`).uid;
    await server.stop();
    expect(owner).not.toBe(0);
    expect(fs.statSync(parent).mode & 0o777).toBe(0o700);
  });

  it('keeps to the user that owns the folder, who can then start it without root', async () => {
    const dataDir = asNobody.folder();
    const command = await joinOrStartEmbedded({ dataDir, onProgress: quiet });
    await command.stop();
    expect(await inChild(dataDir, asNobody)).toMatch(/^ready \d+$/);
  });

  it('as a normal user names a folder that may not be written', async () => {
    const parent = temporaryFolder();
    fs.chmodSync(parent, 0o755);
    const dataDir = join(parent, 'data');
    expect(await inChild(dataDir, asNobody)).toBe(
      `EmbeddedError: DATA_DIR ${dataDir} cannot be used: permission denied. Give it to the user that runs Mayfly, or set another DATA_DIR.`,
    );
  });

  it('names a full disk and leaves nothing half-made', async ({ skip }) => {
    const small = tryMountSmall();
    if (small === null) return skip('no right to mount');
    await expect(startEmbedded({ dataDir: small, onProgress: quiet })).rejects.toThrow(
      `The disk that holds DATA_DIR ${small} is full. Free some space and start again.`,
    );
    expect(fs.readdirSync(small).filter((name) => name.startsWith('postgres'))).toEqual([]);
  });
});

describe('what cannot work', () => {
  it('names a DATA_DIR that is a file', async () => {
    const file = join(temporaryFolder(), 'file');
    fs.writeFileSync(file, '');
    await expect(startEmbedded({ dataDir: file, onProgress: quiet })).rejects.toThrow(
      `DATA_DIR ${file} cannot be used: it is not a directory.`,
    );
  });

  it('names a platform without binaries', () => {
    expect(() => findBinaries('linux', 'sparc')).toThrow('The embedded PostgreSQL for linux-sparc is not installed.');
  });

  it('names binaries of another processor', () => {
    const error = Object.assign(new Error('spawn Unknown system error -8'), { errno: -8 });
    expect(fromSpawn('postgres', error).message).toContain('it is built for another processor');
  });

  it('names a cluster of another major version', async () => {
    const dataDir = temporaryFolder();
    const server = await startEmbedded({ dataDir, onProgress: quiet });
    await server.stop();
    fs.writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    await expect(startEmbedded({ dataDir, onProgress: quiet })).rejects.toThrow(
      /holds a database of PostgreSQL 17, this Mayfly runs PostgreSQL 18/,
    );
    expect(await inChild(dataDir)).toMatch(/^EmbeddedError: /);
  });

  it('leaves a folder alone that holds something else', async () => {
    const dataDir = temporaryFolder();
    fs.mkdirSync(join(dataDir, 'postgres'));
    fs.writeFileSync(join(dataDir, 'postgres', 'notes.txt'), 'mine');
    await expect(startEmbedded({ dataDir, onProgress: quiet })).rejects.toThrow(
      'holds something that Mayfly did not make',
    );
    expect(fs.readFileSync(join(dataDir, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });
});

it('a client that was never closed does not hold up stop', async () => {
  const server = await startEmbedded({ dataDir: temporaryFolder(), onProgress: quiet });
  const client = new pg.Client(server.url);
  client.on('error', quiet);
  await client.connect();
  const query = client.query('select pg_sleep(60)').catch(quiet);
  const began = Date.now();
  await server.stop();
  await query;
  expect(Date.now() - began).toBeLessThan(3000);
});
