// The real service in a process of its own (`mayfly serve`), which a test can kill.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../bin/mayfly.js', import.meta.url));

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Service {
  readonly pid: number;
  /** Standard output and error so far. */
  readonly output: () => string;
  /** Resolves when both listeners are up; rejects when the process ends before. */
  readonly ready: Promise<{ http: string; smtp: number }>;
  readonly exit: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-service-'));
  folders.push(folder);
  return folder;
}

/** The environment is only what is given: settings of the machine must not leak in. */
export function startService(env: Record<string, string>, cwd = tmpdir()): Service {
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      SMTP_PORT: '0',
      LOG_LEVEL: 'warn',
      MAIL_AUTH: 'off',
      RATE_LIMIT_FACTOR: '0',
      ANON_DAILY_MAIL_CAP: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const exit = new Promise<Exit>((resolve) =>
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    }),
  );
  const ready = new Promise<{ http: string; smtp: number }>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      output += chunk;
      const smtp = /takes mail at [^\s]+:(\d+) /.exec(output)?.[1];
      const http = /answers at (http:\/\/[^\s]+) /.exec(output)?.[1];
      if (smtp && http) resolve({ http, smtp: Number(smtp) });
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    void exit.then(() => reject(new Error(`the service ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {});
  return { pid: child.pid ?? 0, output: () => output, ready, exit, kill: (signal) => void child.kill(signal) };
}

/** The pid of the PostgreSQL in a data folder, or null. */
export function postmasterPid(dataDir: string): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}

export function killHard(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Ends what tests of this file left running, and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) killHard(postmasterPid(folder));
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
