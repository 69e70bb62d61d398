// SMTP load from a second process, so that the generator's own work does not delay what it measures.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const WORKER = fileURLToPath(new URL('./smtp-worker.ts', import.meta.url));

export interface SmtpLoad {
  readonly accepted: number;
  readonly refused: number;
  readonly seconds: number;
  readonly latencies: number[];
}

export async function smtpLoad(options: {
  port: number;
  connections: number;
  seconds: number;
  reuse: boolean;
  /** Sender, recipient and DATA in one go, as mail servers do where they may. */
  pipelining?: boolean;
  recipients: readonly string[];
  mail: string;
}): Promise<SmtpLoad> {
  const directory = await mkdtemp(join(tmpdir(), 'mayfly-load-'));
  try {
    const recipientsFile = join(directory, 'recipients');
    const mailFile = join(directory, 'mail');
    await writeFile(recipientsFile, options.recipients.join('\n'));
    await writeFile(mailFile, options.mail);
    const { stdout } = await run(
      process.execPath,
      [
        WORKER,
        String(options.port),
        String(options.connections),
        String(options.seconds),
        options.reuse ? '1' : '0',
        options.pipelining ? '1' : '0',
        recipientsFile,
        mailFile,
      ],
      { maxBuffer: 256 * 1024 * 1024 },
    );
    return JSON.parse(stdout) as SmtpLoad;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
