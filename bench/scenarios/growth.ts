// The same operations with 1,000 and with 1,000,000 mailboxes in the table: nothing may become slower than 1.3 times.

import { connectDatabase } from '../../src/infra/db/database.ts';
import { joinOrStartEmbedded } from '../../src/infra/db/embedded.ts';
import { openCourier } from '../load/deliver.ts';
import { openMailboxes } from '../load/mailboxes.ts';
import { plainMail } from '../load/mails.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { type BenchService, startService } from '../service.ts';

const ROUNDS = 400;

async function addMailboxes(service: BenchService, from: number, count: number): Promise<void> {
  const joined = await joinOrStartEmbedded({ dataDir: service.dataDir, onProgress: () => {} });
  const database = connectDatabase({ url: joined.url, onIdleError: () => {} });
  for (let done = from; done < from + count; done += 100_000) {
    const size = Math.min(100_000, from + count - done);
    await database.query({
      text: `insert into mailboxes (id, local_part, domain, created_at, expires_at)
             select 'mbx_' || lpad(to_hex(g), 26, '0'), 'grown' || g, 'mayfly.test', now(), now() + interval '1 day'
             from generate_series($1::int, $2::int) g`,
      values: [done, done + size - 1],
    });
  }
  await database.query({ text: 'analyze mailboxes' });
  await database.close();
  await joined.stop();
}

async function timed(times: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await work();
  times.push(performance.now() - began);
}

async function measure(service: BenchService): Promise<Record<string, number[]>> {
  const times: Record<string, number[]> = { create: [], deliver: [], list: [], code: [] };
  const courier = await openCourier(service.smtpPort);
  for (let i = 0; i < ROUNDS; i++) {
    let mailbox = { address: '', token: '' };
    await timed(times['create'] ?? [], async () => {
      mailbox = (await openMailboxes(service.origin, 1))[0] ?? mailbox;
    });
    await timed(times['deliver'] ?? [], () => courier.send(mailbox.address, plainMail(2_000)));
    const headers = { authorization: `Bearer ${mailbox.token}` };
    const read = async (path: string) =>
      (await fetch(`${service.origin}/api/v1/mailboxes/me/${path}`, { headers })).text();
    await timed(times['list'] ?? [], () => read('messages'));
    await timed(times['code'] ?? [], () => read('otp/latest'));
  }
  courier.close();
  return times;
}

export const growthScenario: Scenario = {
  name: 'growth',
  about: 'create, deliver, list and code with 1,000 and with 1,000,000 mailboxes',
  async run() {
    const service = await startService();
    try {
      await measure(service);
      await addMailboxes(service, 0, 1_000);
      const small = await measure(service);
      await addMailboxes(service, 1_000, 1_000_000);
      const large = await measure(service);
      return Object.keys(small).flatMap((name): Result[] => {
        const [a, b] = [percentiles(small[name] ?? []), percentiles(large[name] ?? [])];
        const empty = { unit: '', rate: null, cpu: null, rssMb: null };
        const ratio = ((b.p50 ?? 0) / (a.p50 ?? 1)).toFixed(2);
        return [
          { name: `growth ${name}, 1,000`, ...empty, ...a },
          { name: `growth ${name}, 1,000,000`, ...empty, ...b, note: `p50 × ${ratio}` },
        ];
      });
    } finally {
      await service.stop();
    }
  },
};
