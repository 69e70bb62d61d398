// HTTP load from a second process over keep-alive connections.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const WORKER = fileURLToPath(new URL('./http-worker.ts', import.meta.url));

export async function httpLoad(options: {
  origin: string;
  paths: readonly { path: string; token?: string }[];
  connections: number;
  seconds: number;
}): Promise<{ ok: number; failed: number; seconds: number; latencies: number[] }> {
  const directory = await mkdtemp(join(tmpdir(), 'mayfly-load-'));
  try {
    const requestsFile = join(directory, 'requests');
    await writeFile(requestsFile, options.paths.map(({ path, token = '' }) => `${path}\t${token}`).join('\n'));
    const port = new URL(options.origin).port;
    const args = [WORKER, port, String(options.connections), String(options.seconds), requestsFile];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 256 * 1024 * 1024 });
    return JSON.parse(stdout);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
