// Makes DATA_DIR ready: the folder itself, the database cluster (initdb, once) and the place of the socket.
// A cluster appears under its name only when it is complete, so a kill in the middle of initdb leaves nothing half-done.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Binaries } from './embedded-binaries.ts';
import { EmbeddedError, fromFiles, fromOutput, fromSpawn } from './embedded-error.ts';
import { type Address, INITDB_ARGUMENTS, LOOPBACK, socketFile } from './embedded-settings.ts';
import { asUser, type RunAs } from './embedded-user.ts';

export interface Place {
  /** As the operator wrote it, for messages. */
  readonly shown: string;
  readonly dataDir: string;
  readonly cluster: string;
  readonly log: string;
}

const BUILD_PREFIX = 'postgres.init-';
const SOCKET_PREFIX = 'mayfly-';
// The kernel takes 107 bytes on Linux and 103 on macOS.
const LONGEST_SOCKET_PATH = 99;

export function openPlace(shown: string): Place {
  let dataDir = resolve(shown);
  try {
    if (!fs.existsSync(dataDir)) {
      fs.mkdirSync(dataDir, { recursive: true });
      // Root lends the cluster to another user, who has to pass through; all that lies inside is closed by itself.
      fs.chmodSync(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    dataDir = fs.realpathSync(dataDir);
    if (!fs.statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw fromFiles(shown, error);
  }
  return { shown, dataDir, cluster: join(dataDir, 'postgres'), log: join(dataDir, 'postgres.log') };
}

const passwordFile = (cluster: string): string => join(cluster, 'mayfly.password');

export function readPassword(place: Place): string {
  try {
    return fs.readFileSync(passwordFile(place.cluster), 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES') throw fromFiles(place.shown, error);
    throw new EmbeddedError(
      `The database in DATA_DIR ${place.shown} belongs to another user. Run Mayfly as that user or as root, or set another DATA_DIR.`,
    );
  }
}

/** True when initdb has to run first. */
export function needsCluster(place: Place): boolean {
  // PG_VERSION of another user's cluster cannot be seen; its folder can.
  const found = fs.statSync(place.cluster, { throwIfNoEntry: false });
  if (found === undefined) return true;
  let names: string[];
  try {
    names = fs.readdirSync(place.cluster);
  } catch {
    // Another user's: the password file says so in words.
    readPassword(place);
    return false;
  }
  if (names.length === 0) return true;
  if (names.includes('PG_VERSION') && names.includes('mayfly.password')) return false;
  throw new EmbeddedError(
    `${join(place.shown, 'postgres')} holds something that Mayfly did not make. Move it away, or set another DATA_DIR.`,
  );
}

export async function createCluster(place: Place, binaries: Binaries, runAs: RunAs | null): Promise<void> {
  const build = join(place.dataDir, `${BUILD_PREFIX}${randomBytes(6).toString('hex')}`);
  const cluster = join(build, 'postgres');
  const password = join(build, 'mayfly.password');
  try {
    fs.mkdirSync(build, { mode: 0o700 });
    fs.writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
    giveTo(runAs, build, password);
    const args = ['-D', cluster, `--pwfile=${password}`, ...INITDB_ARGUMENTS];
    const { code, output } = await run(binaries.initdb, args, runAs, place.dataDir);
    if (code !== 0) throw fromOutput('initdb', output, place.shown);
    fs.renameSync(password, passwordFile(cluster));
    syncFolder(cluster);
    fs.rmSync(place.cluster, { recursive: true, force: true });
    fs.renameSync(cluster, place.cluster);
    syncFolder(place.dataDir);
  } catch (error) {
    throw fromFiles(place.shown, error);
  } finally {
    removeLeftovers(place);
  }
}

/** Removes what a killed initdb left. Only for the holder of the lock. */
export function removeLeftovers(place: Place): void {
  for (const name of fs.readdirSync(place.dataDir)) {
    if (!name.startsWith(BUILD_PREFIX)) continue;
    try {
      fs.rmSync(join(place.dataDir, name), { recursive: true, force: true, maxRetries: 2 });
    } catch {
      // An initdb that outlived its Mayfly is still writing there; the next start finds it quiet.
    }
  }
}

/** Root may have restored or copied the cluster; PostgreSQL wants to own it. */
export function claimCluster(place: Place, runAs: RunAs | null): void {
  if (runAs === null || fs.statSync(place.cluster).uid === runAs.uid) return;
  for (const name of fs.readdirSync(place.cluster, { recursive: true, encoding: 'utf8' })) {
    fs.lchownSync(join(place.cluster, name), runAs.uid, runAs.gid);
  }
  fs.chownSync(place.cluster, runAs.uid, runAs.gid);
}

/** Where PostgreSQL will listen: a socket inside DATA_DIR, else in a private temporary folder, else a free loopback port. */
export async function chooseAddress(place: Place, runAs: RunAs | null): Promise<Address> {
  if (process.platform !== 'win32') {
    const inside = join(place.dataDir, 'run');
    if (fits(inside)) {
      fs.mkdirSync(inside, { recursive: true, mode: 0o700 });
      giveTo(runAs, inside);
      if (await takesSockets(inside)) return { host: inside, port: 5432 };
    }
    // Root's own temporary folder may be closed to the user that runs PostgreSQL.
    const temporary = fs.mkdtempSync(join(runAs === null ? tmpdir() : '/tmp', SOCKET_PREFIX));
    giveTo(runAs, temporary);
    if (fits(temporary) && (await takesSockets(temporary))) return { host: temporary, port: 5432 };
    fs.rmdirSync(temporary);
  }
  return { host: LOOPBACK, port: await freePort() };
}

/** Removes socket and socket lock of a PostgreSQL that is known not to run; they would hold up the next one. */
export function clearSocket(address: Address): void {
  if (address.host === LOOPBACK) return;
  fs.rmSync(socketFile(address), { force: true });
  fs.rmSync(`${socketFile(address)}.lock`, { force: true });
}

/** Removes the temporary folder of a socket, if it was in one. */
export function dropAddress(address: Address): void {
  if (address.host === LOOPBACK) return;
  clearSocket(address);
  if (!basename(address.host).startsWith(SOCKET_PREFIX)) return;
  try {
    fs.rmdirSync(address.host);
  } catch {
    // Somebody else put something there, or it is gone already; the system empties its temporary folder by itself.
  }
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketFile({ host: folder, port: 5432 })) <= LONGEST_SOCKET_PATH;
}

function takesSockets(folder: string): Promise<boolean> {
  // Shared folders of virtual machines and some network disks refuse sockets.
  const probe = join(folder, '.probe');
  fs.rmSync(probe, { force: true });
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(probe, () => server.close(() => done(true)));
  });
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, LOOPBACK, () => {
      const bound = server.address();
      server.close(() => done(typeof bound === 'object' && bound !== null ? bound.port : 0));
    });
  });
}

function giveTo(runAs: RunAs | null, ...paths: string[]): void {
  if (runAs === null) return;
  for (const path of paths) fs.chownSync(path, runAs.uid, runAs.gid);
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = fs.openSync(folder, 'r');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}

/** PG* and locale variables of the operator's shell must not reach PostgreSQL. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  if (process.platform === 'win32') {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('PG')));
  }
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
}

function run(binary: string, args: string[], runAs: RunAs | null, dataDir: string) {
  const { file, args: all, ...identity } = asUser(runAs, binary, args, dataDir);
  return new Promise<{ code: number | null; output: string }>((done, fail) => {
    // Away from the terminal: Ctrl-C is for Mayfly, which then ends what it started.
    const child = spawn(file, all, {
      ...identity,
      cwd: '/',
      detached: true,
      env: cleanEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-16_384);
      });
    child.once('error', (error) => fail(fromSpawn(binary, error)));
    child.once('close', (code) => done({ code, output }));
  });
}
