// The same mails from Postfix's smtp-source, as a second opinion on our own load generator. Needs Debian's package postfix; without it
// the scenario says so.

import { execFile } from 'node:child_process';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openMailboxes } from '../load/mailboxes.ts';
import { htmlMail, plainMail } from '../load/mails.ts';
import type { Result, Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const run = promisify(execFile);
const PROGRAM = '/usr/sbin/smtp-source';
/** One process of smtp-source sends to one address; two of them keep 50 connections busy. */
const SENDERS = 2;
const SESSIONS = 25;
const WARM_UP = 1_000;
/** smtp-source does not tell them. */
const NO_LATENCIES = { p50: null, p95: null, p99: null };

async function send(port: number, recipients: readonly string[], file: string, mails: number): Promise<number> {
  const began = performance.now();
  await Promise.all(
    recipients.map((to) => {
      const count = ['-s', String(SESSIONS), '-m', String(mails / SENDERS), '-d'];
      return run(PROGRAM, [...count, '-F', file, '-f', 'bench@sender.example', '-t', to, `inet:127.0.0.1:${port}`]);
    }),
  );
  return (performance.now() - began) / 1_000;
}

async function measure(name: string, mail: string, mails: number): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'mayfly-source-'));
  const service = await startService();
  try {
    const file = join(directory, 'mail');
    // It wants lines as a file has them, and sends CRLF.
    await writeFile(file, mail.replaceAll('\r\n', '\n'));
    const recipients = (await openMailboxes(service.origin, SENDERS)).map(({ address }) => address);
    await send(service.smtpPort, recipients, file, WARM_UP);
    const before = await service.usage();
    const seconds = await send(service.smtpPort, recipients, file, mails);
    const after = await service.usage();
    return {
      name: `smtp-source ${name}, ${SENDERS * SESSIONS} reused connections`,
      unit: 'mails/s',
      rate: mails / seconds,
      ...NO_LATENCIES,
      cpu: (after.cpuSeconds - before.cpuSeconds) / seconds,
      rssMb: after.rssBytes / 1e6,
    };
  } finally {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

export const smtpSourceScenario: Scenario = {
  name: 'smtp-source',
  about: 'mails of 4 and 17 kB sent by Postfix’s smtp-source',
  async run() {
    const missing = await access(PROGRAM).then(
      () => false,
      () => true,
    );
    if (missing)
      return [
        {
          name: 'smtp-source',
          unit: '',
          rate: null,
          ...NO_LATENCIES,
          cpu: null,
          rssMb: null,
          note: `${PROGRAM} is missing (package postfix)`,
        },
      ];
    return [await measure('4k', plainMail(4_096), 10_000), await measure('17k', htmlMail(17_000), 6_000)];
  },
};
