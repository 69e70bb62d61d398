// For tests of the embedded PostgreSQL: a Mayfly in a process of its own that can be killed, folders, users.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmaster } from '../../src/infra/db/embedded-process.ts';

export const isRoot = process.getuid?.() === 0;
export const quiet = (): void => {};

const folders: string[] = [];
const mounts: string[] = [];
const children: ChildProcess[] = [];

export function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'embedded-')));
  folders.push(folder);
  return folder;
}

/** Also ends what a failed test left running in them. */
export function removeFolders(): void {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  for (const folder of folders) {
    for (const cluster of [join(folder, 'postgres'), join(folder, 'data', 'postgres')]) {
      const left = findPostmaster(cluster);
      if (left !== null) process.kill(left.pid, 'SIGQUIT');
    }
  }
  for (const mount of mounts.splice(0)) execFileSync('umount', [mount]);
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** A folder on a disk of 8 MB, or null where this process may not mount one. */
export function tryMountSmall(): string | null {
  const folder = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  mounts.push(folder);
  return folder;
}

const NOBODY = 65534;

export const asNobody = {
  uid: NOBODY,
  gid: NOBODY,
  folder(): string {
    const parent = temporaryFolder();
    fs.chmodSync(parent, 0o755);
    const folder = join(parent, 'data');
    fs.mkdirSync(folder, { mode: 0o700 });
    fs.chownSync(folder, NOBODY, NOBODY);
    return folder;
  },
};

interface Child {
  readonly pid: number;
  /** "ready <pid of PostgreSQL>" or "EmbeddedError: …". */
  readonly firstLine: Promise<string>;
  /** Resolves when the process is gone. */
  kill(): Promise<void>;
  end(): Promise<void>;
}

const SCRIPT = `
  const { startEmbedded } = await import(process.env.EMBEDDED);
  try {
    const server = await startEmbedded({ dataDir: process.env.FOLDER, onProgress() {} });
    console.log('ready ' + server.pid);
    process.stdin.once('data', async () => { await server.stop(); process.exit(0); });
  } catch (error) {
    console.log(error.name + ': ' + error.message);
  }
`;

export function startChild(dataDir: string, options: { uid?: number; gid?: number; cwd?: string } = {}): Child {
  const { uid, gid, cwd } = options;
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env: {
      PATH: process.env['PATH'],
      FOLDER: dataDir,
      EMBEDDED: new URL('../../src/infra/db/embedded.ts', import.meta.url).href,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: cwd ?? '/',
    ...(uid === undefined ? {} : { uid }),
    ...(gid === undefined ? {} : { gid }),
  });
  children.push(child);
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const firstLine = new Promise<string>((done) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('\n')) done(output.slice(0, output.indexOf('\n')));
    });
    child.once('close', () => done(output));
  });
  child.stdin.on('error', quiet);
  return {
    pid: child.pid ?? 0,
    firstLine,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
    async end() {
      child.stdin.end('stop\n');
      await gone;
    },
  };
}

/** Starts in a process of its own, stops again, and says what came of it. */
export async function inChild(
  dataDir: string,
  options: { uid?: number; gid?: number; cwd?: string } = {},
): Promise<string> {
  const child = startChild(dataDir, options);
  const line = await child.firstLine;
  await child.end();
  return line;
}

export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie answers too; it holds nothing any more.
    return !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}

export async function select(url: string, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}
