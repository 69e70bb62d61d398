// Starts the service under test as a process of its own, on a data directory of its own, and measures it from outside.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../bin/mayfly.js', import.meta.url));

export interface Usage {
  /** Seconds of CPU since the start of the process. */
  readonly cpuSeconds: number;
  readonly rssBytes: number;
}

export interface BenchService {
  readonly pid: number;
  readonly origin: string;
  readonly smtpPort: number;
  readonly startMs: number;
  readonly dataDir: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

export async function startService(
  options: { dataDir?: string; env?: Record<string, string>; nodeArgs?: string[] } = {},
): Promise<BenchService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'mayfly-bench-')));
  const began = performance.now();
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), COMMAND, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      SMTP_PORT: '0',
      RATE_LIMIT_FACTOR: '0',
      ANON_DAILY_MAIL_CAP: '0',
      MAIL_AUTH: 'off',
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { httpPort, smtpPort } = await ports(child);
  const origin = `http://127.0.0.1:${httpPort}`;
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) await new Promise((r) => setTimeout(r, 10));
  const pid = child.pid ?? 0;
  return {
    pid,
    origin,
    smtpPort,
    dataDir,
    startMs: performance.now() - began,
    usage: () => usageOf(pid),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function ports(child: ChildProcess): Promise<{ httpPort: number; smtpPort: number }> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const http = /answers at http:\/\/[^:]+:(\d+)/.exec(output);
      const smtp = /takes mail at [^:]+:(\d+)/.exec(output);
      if (http && smtp) resolve({ httpPort: Number(http[1]), smtpPort: Number(smtp[1]) });
    });
  });
}

async function usageOf(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    rssBytes: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024,
  };
}
