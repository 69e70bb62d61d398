// The disk under the embedded database fills up: mail is deferred and readiness says so, nothing that got its 250 is lost, and
// everything recovers by itself when there is room again. Needs the right to mount a small disk.

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MIN_FREE_BYTES } from '../../src/infra/disk.ts';
import { callOn, openOn, subjectsOn } from '../support/fleet-client.ts';
import { cleanUp, killHard, postmasterPid, startService } from '../support/service.ts';
import { connectSmtp, mailText, sendMail, sendOn } from '../support/smtp-client.ts';
import { until } from '../support/webhooks.ts';

const disk = mountSmallDisk('420m');
if (!disk) console.warn('faults-disk: a small disk cannot be mounted here; skipped');

function mountSmallDisk(size: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

describe.skipIf(!disk)('the disk', () => {
  const root = disk ?? '';
  const dataDir = join(root, 'data');
  const ballast = join(root, 'ballast');
  afterAll(async () => {
    await cleanUp();
    killHard(postmasterPid(dataDir));
    await until(
      () => {
        try {
          execFileSync('umount', [root], { stdio: 'ignore' });
          return true;
        } catch {
          return false;
        }
      },
      (done) => done,
    );
    rmSync(root, { recursive: true, force: true });
  }, 30_000);

  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(root);
    return bavail * bsize;
  };
  function fillUpTo(left: number): void {
    const size = freeBytes() - left;
    const piece = Buffer.alloc(4 * 1024 * 1024);
    try {
      for (let written = 0; written < size; written += piece.length) {
        writeFileSync(ballast, piece.subarray(0, Math.min(piece.length, size - written)), { flag: 'a' });
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  test('nearly full: SMTP 452, /readyz 503; really full: a reply to try again; room again: all as before', async () => {
    mkdirSync(dataDir);
    const service = startService({ DATA_DIR: dataDir });
    const { http, smtp } = await service.ready;
    const { address, token } = await openOn(http);
    const ready = async () => (await callOn(http, 'GET', '/readyz')).status;
    const send = (subject: string) => sendMail(smtp, { to: address, raw: mailText({ subject }) });
    expect(await send('before')).toMatch(/^250 /);

    fillUpTo(MIN_FREE_BYTES - 20 * 1024 * 1024);
    await until(ready, (status) => status === 503);
    expect(await send('nearly full')).toMatch(/^452 /);
    expect((await callOn(http, 'GET', '/healthz')).status).toBe(200);
    expect(await subjectsOn(http, token)).toEqual(['before']);
    rmSync(ballast);
    await until(ready, (status) => status === 200);
    expect(await send('room again')).toMatch(/^250 /);

    // Faster than the watch looks: now PostgreSQL itself runs out of space.
    const client = await connectSmtp(smtp);
    fillUpTo(0);
    const taken = ['before', 'room again'];
    let reply = '250 ';
    for (let i = 0; reply.startsWith('250 ') && i < 200; i++) {
      const raw = mailText({ subject: `full ${i}`, body: `${'x'.repeat(70)}\r\n`.repeat(7_000) });
      reply = await sendOn(client, { to: address, raw });
      if (reply.startsWith('250 ')) taken.push(`full ${i}`);
    }
    client.socket.destroy();
    expect(reply).toMatch(/^45[12] /);
    rmSync(ballast);
    await until(ready, (status) => status === 200, 30_000);
    await until(
      () => send('after'),
      (answer) => answer.startsWith('250 '),
      30_000,
    );
    const stored = new Set(await subjectsOn(http, token));
    expect([...taken, 'after'].filter((subject) => !stored.has(subject))).toEqual([]);
    service.kill('SIGTERM');
    expect(await service.exit).toEqual({ code: 0, signal: null });
  }, 90_000);
});
