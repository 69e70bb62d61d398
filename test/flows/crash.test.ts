// A 250 is never lost: the service, its PostgreSQL or both are killed -9 under load, again and again, and every mail that got
// its 250 is readable afterwards. KILL_ROUNDS sets the rounds.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { cleanUp, dataFolder, killHard, postmasterPid, startService } from '../support/service.ts';
import { connectSmtp, sendOn } from '../support/smtp-client.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 50);
const SENDERS = 8;
const VICTIMS = ['service', 'PostgreSQL', 'both'] as const;
afterAll(cleanUp);

interface Mailbox {
  address: string;
  token: string;
}

async function openMailbox(http: string): Promise<Mailbox> {
  const answer = await fetch(`${http}/api/v1/mailboxes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ttl":86400}',
  });
  return ((await answer.json()) as { data: Mailbox }).data;
}

/** Sends until the connection breaks or it is told to end; every subject that got its 250 goes into `taken`. */
async function sendUntilBroken(
  port: number,
  to: string,
  label: string,
  taken: string[],
  stop: AbortSignal,
): Promise<void> {
  const client = await connectSmtp(port);
  for (let i = 0; !client.socket.destroyed && !stop.aborted; i++) {
    const subject = `${label}-${i}`;
    const reply = await sendOn(client, { to, raw: `Subject: ${subject}\r\n\r\n${'text '.repeat(200)}\r\n` });
    if (reply.startsWith('250 ')) taken.push(subject);
    else if (reply === '') return;
    else await client.command('RSET');
  }
  client.socket.destroy();
}

async function storedSubjects(http: string, token: string): Promise<Set<string>> {
  const found = new Set<string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await fetch(`${http}/api/v1/mailboxes/me/messages?limit=100${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const page = (await answer.json()) as { data: { subject: string }[]; nextCursor: string | null };
    for (const { subject } of page.data) found.add(subject);
    cursor = page.nextCursor;
  }
  return found;
}

test(
  `${ROUNDS} rounds of kill -9 under load lose no mail that got its 250`,
  async () => {
    const dataDir = dataFolder();
    const mailboxes: Mailbox[] = [];
    const taken: string[][] = Array.from({ length: SENDERS }, () => []);
    const count = () => taken.reduce((sum, own) => sum + own.length, 0);
    let service = startService({ DATA_DIR: dataDir });
    for (let i = 0; i < SENDERS; i++) mailboxes.push(await openMailbox((await service.ready).http));

    for (let round = 0; round < ROUNDS; round++) {
      const { smtp, http } = await service.ready;
      const victim = VICTIMS[round % VICTIMS.length];
      const stop = new AbortController();
      const before = count();
      const load = mailboxes.map(({ address }, i) =>
        sendUntilBroken(smtp, address, `r${round}-s${i}`, taken[i] as string[], stop.signal),
      );
      // In the middle of the load: once some mails are in, at any moment.
      const wanted = before + 1 + Math.floor(Math.random() * 40);
      for (let tries = 0; count() < wanted && tries < 1_000; tries++) await sleep(5);
      await sleep(Math.random() * 20);
      if (victim !== 'service') killHard(postmasterPid(dataDir));
      if (victim !== 'PostgreSQL') service.kill('SIGKILL');
      else await sleep(100);
      stop.abort();
      await Promise.all(load);
      if (victim === 'PostgreSQL') {
        await vi.waitFor(async () => expect((await fetch(`${http}/readyz`)).status).toBe(200), { timeout: 15_000 });
      } else {
        await service.exit;
        service = startService({ DATA_DIR: dataDir });
      }
    }

    const { http } = await service.ready;
    const lost: string[] = [];
    for (const [i, { token }] of mailboxes.entries()) {
      const stored = await storedSubjects(http, token);
      lost.push(...(taken[i] ?? []).filter((subject) => !stored.has(subject)));
    }
    service.kill('SIGTERM');
    await service.exit;
    expect(lost).toEqual([]);
    // A run that takes no mail proves nothing.
    expect(count()).toBeGreaterThan(ROUNDS);
  },
  ROUNDS * 20_000,
);
