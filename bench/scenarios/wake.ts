// From the 250 to the held OTP answer: on an idle service, and while 300 other mails a second come in.

import { openCourier } from '../load/deliver.ts';
import { openMailboxes } from '../load/mailboxes.ts';
import { plainMail } from '../load/mails.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { type BenchService, startService } from '../service.ts';

const BACKGROUND_RATE = 300;
const ROUNDS_PER_SECOND = 20;

async function measure(service: BenchService, rounds: number): Promise<number[]> {
  const mailboxes = await openMailboxes(service.origin, rounds);
  const courier = await openCourier(service.smtpPort);
  const times: number[] = [];
  for (const { address, token } of mailboxes) {
    const url = `${service.origin}/api/v1/mailboxes/me/otp/latest?wait=25`;
    const answer = fetch(url, { headers: { authorization: `Bearer ${token}` } }).then(async (response) => {
      await response.text();
      return response.ok ? performance.now() : Number.NaN;
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000 / ROUNDS_PER_SECOND));
    const stored = await courier.send(address, plainMail(2_000));
    // The answer may be on its way before our own 250 is read: that is zero, not negative.
    times.push(Math.max(0, (await answer) - stored));
  }
  courier.close();
  return times;
}

function background(service: BenchService, addresses: readonly string[]): () => Promise<void> {
  let running = true;
  const lanes = Array.from({ length: 10 }, async (_, lane) => {
    const courier = await openCourier(service.smtpPort);
    for (let i = lane; running; i++) {
      const began = performance.now();
      await courier.send(addresses[i % addresses.length] ?? '', plainMail(4_096));
      const rest = 10_000 / BACKGROUND_RATE - (performance.now() - began);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    }
    courier.close();
  });
  return async () => {
    running = false;
    await Promise.all(lanes);
  };
}

export const wakeScenario: Scenario = {
  name: 'wake',
  about: 'from the 250 to the held OTP answer',
  async run({ seconds }) {
    const service = await startService();
    const row = async (name: string, times: number[]): Promise<Result> => ({
      name,
      unit: '',
      rate: null,
      ...percentiles(times),
      cpu: null,
      rssMb: (await service.usage()).rssBytes / 1e6,
      note: `${times.length} rounds`,
    });
    try {
      const rounds = Math.max(100, seconds * ROUNDS_PER_SECOND);
      await measure(service, 20);
      const idle = await row('wake, idle', await measure(service, rounds));
      const others = await openMailboxes(service.origin, 100);
      const stop = background(
        service,
        others.map((mailbox) => mailbox.address),
      );
      const busy = await row(`wake, ${BACKGROUND_RATE} mails/s beside`, await measure(service, rounds));
      await stop();
      return [idle, busy];
    } finally {
      await service.stop();
    }
  },
};
