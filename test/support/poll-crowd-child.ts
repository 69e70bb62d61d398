// A process of its own that holds many polls: node poll-crowd-child.ts ORIGIN, started by poll-crowd.ts.
// Plain sockets, because 10,000 requests of a whole HTTP client would cost more than the service that is measured.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { heldPollsOn } from './fleet-client.ts';
import type { CrowdMailbox, CrowdRequest, CrowdState } from './poll-crowd.ts';

/** Fewer than a listener's backlog, so that no connection is dropped and tried again a second later. */
const AT_ONCE = 250;
const [origin = ''] = process.argv.slice(2);
const { port, hostname } = new URL(origin);
const sockets = new Map<string, Socket[]>();
const answers: Record<string, number> = {};
let open = 0;

function hold(mailbox: CrowdMailbox, seconds: number): void {
  const socket = connect({ port: Number(port), host: hostname });
  socket.on('error', () => {});
  socket.once('data', (chunk: Buffer) => {
    const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 20))?.[1] ?? 'none';
    answers[status] = (answers[status] ?? 0) + 1;
    socket.destroy();
  });
  socket.once('close', () => open--);
  open++;
  sockets.getOrInsert(mailbox.ip, []).push(socket);
  socket.write(
    `GET /api/v1/mailboxes/me/messages?wait=${seconds} HTTP/1.1\r\nHost: crowd\r\n` +
      `Authorization: Bearer ${mailbox.token}\r\nX-Forwarded-For: ${mailbox.ip}\r\n\r\n`,
  );
}

/** The service holds whatever is open here. */
async function held(): Promise<void> {
  while ((await heldPollsOn(origin)) < open) await sleep(10);
}

async function answer(request: CrowdRequest): Promise<CrowdState> {
  if (request.act === 'hold') {
    const { mailboxes, each, seconds } = request;
    const polls = mailboxes.flatMap((mailbox) => Array<CrowdMailbox>(each).fill(mailbox));
    for (let at = 0; at < polls.length; at += AT_ONCE) {
      for (const mailbox of polls.slice(at, at + AT_ONCE)) hold(mailbox, seconds);
      await held();
    }
  }
  if (request.act === 'leave')
    for (const ip of request.ips) for (const socket of sockets.get(ip) ?? []) socket.destroy();
  return { open, answers };
}

process.on('message', (request: CrowdRequest) => {
  answer(request).then(
    (value) => process.send?.({ value }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
process.on('disconnect', () => process.exit(0));
