// A 250 is never lost: the service, its PostgreSQL or both are killed -9 under load, again and again, and every mail that got
// its 250 is readable afterwards. KILL_ROUNDS sets the rounds.

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { cleanUp, dataFolder, killHard, postmasterPid, startService } from '../support/service.ts';
import { connectSmtp, sendOn } from '../support/smtp-client.ts';

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 50);
const SENDERS = 8;
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

/** Sends until the connection breaks; every subject that got its 250 goes into `taken`. */
async function sendUntilBroken(port: number, to: string, label: string, taken: string[]): Promise<void> {
  const client = await connectSmtp(port).catch(() => null);
  if (!client) return;
  for (let i = 0; !client.socket.destroyed; i++) {
    const subject = `${label}-${i}`;
    const reply = await sendOn(client, { to, raw: `Subject: ${subject}\r\n\r\n${'text '.repeat(200)}\r\n` });
    if (reply.startsWith('250 ')) taken.push(subject);
    else if (reply === '') return;
    else await client.command('RSET');
  }
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
    let service = startService({ DATA_DIR: dataDir });
    for (let i = 0; i < SENDERS; i++) mailboxes.push(await openMailbox((await service.ready).http));

    for (let round = 0; round < ROUNDS; round++) {
      const { smtp } = await service.ready;
      const load = mailboxes.map(({ address }, i) =>
        sendUntilBroken(smtp, address, `r${round}-s${i}`, taken[i] as string[]),
      );
      // Greetings take a tenth of a second; from there on any moment will do.
      await sleep(150 + Math.random() * 250);
      const victim = round % 3;
      if (victim !== 0) killHard(postmasterPid(dataDir));
      // PostgreSQL alone: the service goes on for a while and brings it back, or is in the middle of that.
      if (victim === 1) await sleep(Math.random() * 200);
      service.kill('SIGKILL');
      await service.exit;
      await Promise.all(load);
      service = startService({ DATA_DIR: dataDir });
    }

    const { http } = await service.ready;
    const lost: string[] = [];
    for (const [i, { token }] of mailboxes.entries()) {
      const stored = await storedSubjects(http, token);
      lost.push(...(taken[i] ?? []).filter((subject) => !stored.has(subject)));
    }
    const count = taken.flat().length;
    service.kill('SIGTERM');
    await service.exit;
    expect(lost).toEqual([]);
    // A run that takes no mail proves nothing.
    expect(count).toBeGreaterThan(ROUNDS * 5);
  },
  ROUNDS * 20_000,
);
