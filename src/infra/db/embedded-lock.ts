// Lets exactly one Mayfly use a DATA_DIR, before and while its PostgreSQL runs.
// Node has no flock; an SQLite transaction is a kernel file lock: taken atomically, gone with its process even on kill -9.
import { accessSync, chownSync, constants, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './embedded-error.ts';

/** A service keeps its DATA_DIR until it is stopped; a console command gives it back within seconds. */
export type HolderKind = 'service' | 'command';

export interface Holder {
  readonly pid: number;
  readonly kind: HolderKind;
}

export interface DataDirLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const COMMAND_PATIENCE_MS = 8000;
const UNKNOWN_PATIENCE_MS = 1000;
const RETRY_MS = 40;

/** Takes the lock, waiting for a console command to end but not for another service. */
export async function lockDataDir(dataDir: string, shown: string, kind: HolderKind): Promise<DataDirLock> {
  const began = Date.now();
  for (;;) {
    const lock = tryLock(dataDir, kind);
    if (lock !== null) return lock;
    const holder = readHolder(dataDir);
    const alive = holder !== null && isAlive(holder.pid);
    // The holder writes its name just after it has the lock, so an unknown or dead name is worth a second look.
    const patience = alive ? (holder.kind === 'command' ? COMMAND_PATIENCE_MS : 0) : UNKNOWN_PATIENCE_MS;
    if (Date.now() - began >= patience) throw inUse(shown, holder);
    await sleep(RETRY_MS);
  }
}

function inUse(shown: string, holder: Holder | null): EmbeddedError {
  const pid = holder === null ? '' : ` (pid ${holder.pid})`;
  return new EmbeddedError(`DATA_DIR ${shown} is in use by another Mayfly${pid}. Stop it, or set another DATA_DIR.`);
}

export function tryLock(dataDir: string, kind: HolderKind): DataDirLock | null {
  const file = join(dataDir, 'mayfly.lock');
  const holderFile = join(dataDir, 'mayfly.pid');
  const database = new DatabaseSync(file);
  try {
    // SQLite quietly takes no exclusive lock on a file it cannot write.
    accessSync(file, constants.W_OK);
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  writeFileSync(holderFile, `${process.pid} ${kind}\n`);
  shareOwner(dataDir, file, holderFile);
  return {
    release() {
      if (!database.isOpen) return;
      rmSync(holderFile, { force: true });
      database.close();
    },
  };
}

/** Who says to hold the lock; only meaningful right after tryLock answered null. */
export function readHolder(dataDir: string): Holder | null {
  try {
    const [pid, kind] = readFileSync(join(dataDir, 'mayfly.pid'), 'utf8').trim().split(' ');
    if (pid === undefined || (kind !== 'service' && kind !== 'command')) return null;
    return { pid: Number(pid), kind };
  } catch {
    return null;
  }
}

/** What root leaves in DATA_DIR has to stay usable for the user that owns it. */
export function shareOwner(dataDir: string, ...files: string[]): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDir);
  for (const file of files) chownSync(file, uid, gid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
