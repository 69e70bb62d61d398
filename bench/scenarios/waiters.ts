// 10,000 held polls: memory for each, and how long all of them take to be woken one after the other.

import { connect, type Socket } from 'node:net';
import { openCourier } from '../load/deliver.ts';
import { openMailboxes } from '../load/mailboxes.ts';
import { plainMail } from '../load/mails.ts';
import { percentiles, type Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const WAITERS = 10_000;
const PER_MAILBOX = 4;
const WOKEN = 200;

export const waitersScenario: Scenario = {
  name: 'waiters',
  about: `${WAITERS} held polls at once`,
  async run() {
    const service = await startService();
    const sockets: Socket[] = [];
    try {
      const before = (await service.usage()).rssBytes;
      const mailboxes = await openMailboxes(service.origin, WAITERS / PER_MAILBOX);
      const answered = new Map<string, (at: number) => void>();
      const port = Number(new URL(service.origin).port);
      for (const { token } of mailboxes) {
        for (let i = 0; i < PER_MAILBOX; i++)
          sockets.push(hold(port, token, () => answered.get(token)?.(performance.now())));
        if (sockets.length % 200 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      }
      while ((await heldPolls(service.origin)) < WAITERS) await new Promise((resolve) => setTimeout(resolve, 100));
      const during = (await service.usage()).rssBytes;
      const courier = await openCourier(service.smtpPort);
      const times: number[] = [];
      for (const { address, token } of mailboxes.slice(0, WOKEN)) {
        const woken = new Promise<number>((resolve) => answered.set(token, resolve));
        const stored = await courier.send(address, plainMail(1_000));
        times.push(Math.max(0, (await woken) - stored));
      }
      courier.close();
      return [
        {
          name: `waiters, ${WAITERS} held`,
          unit: '',
          rate: null,
          ...percentiles(times),
          cpu: null,
          rssMb: during / 1e6,
          note: `${((during - before) / WAITERS / 1e3).toFixed(1)} kB each, idle was ${(before / 1e6).toFixed(0)} MB`,
        },
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      await service.stop();
    }
  },
};

function hold(port: number, token: string, onAnswer: () => void): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.once('data', onAnswer);
  socket.write(
    `GET /api/v1/mailboxes/me/otp/latest?wait=60 HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

async function heldPolls(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^mayfly_held_polls (\d+)/m.exec(metrics)?.[1] ?? 0);
}
