// One PostgreSQL process: starting it, recognising one that is already there, waiting until it answers, ending it.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './embedded-binaries.ts';
import { cleanEnvironment, type Place } from './embedded-cluster.ts';
import { fromOutput, fromSpawn } from './embedded-error.ts';
import { shareOwner } from './embedded-lock.ts';
import { type Address, LOOPBACK, serverArguments } from './embedded-settings.ts';
import { asUser, type RunAs } from './embedded-user.ts';

export interface Postmaster {
  readonly pid: number;
  readonly address: Address;
  /** Settles when the process has ended, however it ended. */
  readonly gone: Promise<void>;
}

/** What a postmaster writes into postmaster.pid, line by line (src/include/utils/pidfile.h). */
interface PidFile {
  readonly pid: number;
  readonly address: Address | null;
  readonly status: string;
}

const FAST_SHUTDOWN_MS = 15_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;
const LONGEST_RECOVERY_MS = 600_000;

const pidFilePath = (cluster: string): string => join(cluster, 'postmaster.pid');

export function readPidFile(cluster: string): PidFile | null {
  let lines: string[];
  try {
    lines = fs.readFileSync(pidFilePath(cluster), 'utf8').split('\n');
  } catch {
    return null;
  }
  const [pid, , , port, socketFolder, listen, , status] = lines;
  if (!/^\d+$/.test(pid ?? '')) return null;
  const host = socketFolder || (listen === LOOPBACK ? LOOPBACK : '');
  return {
    pid: Number(pid),
    address: host !== '' && port !== undefined ? { host, port: Number(port) } : null,
    status: (status ?? '').trim(),
  };
}

/** The postmaster that runs on this cluster. A pid file alone proves nothing: its pid may be anybody's by now. */
export function findPostmaster(cluster: string): PidFile | null {
  const file = readPidFile(cluster);
  return file !== null && isPostmaster(file.pid, cluster) ? file : null;
}

function isPostmaster(pid: number, cluster: string): boolean {
  const words = commandLine(pid);
  if (process.platform === 'linux') {
    return basename(words[0] ?? '').startsWith('postgres') && words[words.indexOf('-D') + 1] === cluster;
  }
  return words.join(' ').includes(cluster);
}

function commandLine(pid: number): string[] {
  try {
    // Empty for a zombie, which is right: it holds nothing any more.
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (process.platform === 'win32') return [];
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).split(' ');
  } catch {
    return [];
  }
}

/** True when the running postmaster was started by these binaries with these settings. */
export function sameSettings(cluster: string, binaries: Binaries, address: Address): boolean {
  try {
    const written = fs.readFileSync(join(cluster, 'postmaster.opts'), 'utf8').trimEnd();
    // PostgreSQL writes each argument between plain double quotes, unescaped.
    const ours = [binaries.postgres, ...serverArguments(cluster, address).map((word) => `"${word}"`)].join(' ');
    return written === ours;
  } catch {
    return false;
  }
}

/** A postmaster that some earlier Mayfly started: not our child, so its end is seen by looking. */
export function watchPostmaster(pid: number, address: Address, cluster: string): Postmaster {
  const gone = new Promise<void>((done) => {
    const timer = setInterval(() => {
      if (isPostmaster(pid, cluster)) return;
      clearInterval(timer);
      done();
    }, 200);
    timer.unref();
  });
  return { pid, address, gone };
}

/** Starts PostgreSQL and waits until it takes connections, through crash recovery if need be. */
export async function launchPostmaster(
  place: Place,
  binaries: Binaries,
  runAs: RunAs | null,
  address: Address,
  onProgress: (line: string) => void,
): Promise<Postmaster> {
  const { cluster, log } = place;
  const command = asUser(runAs, binaries.postgres, serverArguments(cluster, address), place.dataDir);
  const { file, args, ...identity } = command;
  const handle = fs.openSync(log, 'a', 0o600);
  shareOwner(place.dataDir, log);
  const logBefore = fs.fstatSync(handle).size;
  // A session of its own: Ctrl-C in the terminal must not reach PostgreSQL before Mayfly has ended in order.
  const options = { ...identity, cwd: '/', detached: true, env: cleanEnvironment(), windowsHide: true };
  const child = spawn(file, args, { ...options, stdio: ['ignore', handle, handle] });
  fs.closeSync(handle);
  child.unref();

  let ended = false;
  let killedBy: string | null = null;
  let failure: Error | null = null;
  const gone = new Promise<void>((done) => {
    const end = (): void => {
      ended = true;
      done();
    };
    child.once('exit', (_code, signal) => {
      killedBy = signal;
      end();
    });
    child.once('error', (error) => {
      failure = fromSpawn(binaries.postgres, error);
      end();
    });
  });

  const began = Date.now();
  let told = began;
  for (;;) {
    if (failure !== null) throw failure;
    if (ended) {
      const output = killedBy === null ? readFrom(log, logBefore) : `it was ended by ${killedBy}`;
      throw fromOutput('postgres', output, place.shown, log);
    }
    const found = readPidFile(cluster);
    if (found !== null && found.pid === child.pid && found.status === 'ready') break;
    const now = Date.now();
    if (now - told > 5_000) {
      told = now;
      onProgress('PostgreSQL is still starting (recovering after a crash)');
    }
    if (now - began > LONGEST_RECOVERY_MS) {
      child.kill('SIGQUIT');
      throw fromOutput('postgres', 'it did not become ready within ten minutes', place.shown, log);
    }
    await Promise.race([sleep(8), gone]);
  }
  return { pid: child.pid ?? 0, address, gone };
}

/** Ends PostgreSQL: in order if it can, by force if it must. */
export async function endPostmaster(postmaster: Postmaster, cluster: string, binaries: Binaries): Promise<void> {
  const { pid, gone } = postmaster;
  const signal = (name: NodeJS.Signals): void => {
    if (process.platform !== 'win32' && !isPostmaster(pid, cluster)) return;
    try {
      if (process.platform === 'win32') execFileSync(binaries.pgCtl, ['stop', '-W', '-m', 'fast', '-D', cluster]);
      else process.kill(pid, name);
    } catch {
      // It ended by itself in between, which is what was wanted.
    }
  };
  signal('SIGINT');
  if (await within(gone, FAST_SHUTDOWN_MS)) return;
  signal('SIGQUIT');
  if (await within(gone, IMMEDIATE_SHUTDOWN_MS)) return;
  signal('SIGKILL');
  await within(gone, IMMEDIATE_SHUTDOWN_MS);
}

/**
 * Removes a pid file whose pid belongs to somebody else by now (PostgreSQL would take that for a running postmaster).
 * A dead pid is left to PostgreSQL, which also looks at the shared memory that the file names.
 */
export function clearPidFile(cluster: string): void {
  const file = readPidFile(cluster);
  if (file === null || !exists(file.pid) || isPostmaster(file.pid, cluster)) return;
  // Shared memory is found through the folder's inode too, so backends that linger still stop a second postmaster.
  fs.rmSync(pidFilePath(cluster), { force: true });
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends backends that outlived their postmaster and keep its shared memory. Linux only; elsewhere they end by themselves. */
export function endStragglers(cluster: string): void {
  if (process.platform !== 'linux') return;
  for (const name of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (fs.readlinkSync(`/proc/${name}/cwd`) !== cluster) continue;
      if (fs.readFileSync(`/proc/${name}/comm`, 'utf8').trim() === 'postgres') process.kill(Number(name), 'SIGKILL');
    } catch {
      // It ended while it was looked at, or is another user's.
    }
  }
}

async function within(promise: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const done = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return done;
}

function readFrom(file: string, offset: number): string {
  try {
    return fs.readFileSync(file).subarray(offset).toString('utf8');
  } catch {
    return '';
  }
}
