// From the 250 to the request at a customer's TLS endpoint: on an idle service, with one dead endpoint among ten, and how many
// deliveries a second leave. The endpoints run in the bench process, on the same cores.

import { startTlsEndpoint, type TlsEndpoint, testCaFile } from '../../test/support/tls-endpoint.ts';
import { type BenchAccount, openAccount } from '../load/account.ts';
import { type Courier, openCourier } from '../load/deliver.ts';
import { plainMail } from '../load/mails.ts';
import { percentiles, type Result, type Scenario } from '../scenario.ts';
import { startService } from '../service.ts';

const ENDPOINTS = 10;
const ROUNDS_PER_SECOND = 20;
const COURIERS = 16;
const PATIENCE_MS = 60_000;

/** When each mail came to each endpoint, by the number in its subject. */
class Arrivals {
  readonly times = new Map<string, number>();
  private wanted = 0;
  private complete: () => void = () => {};

  watch(endpoint: TlsEndpoint, name: string): void {
    endpoint.answer((request) => {
      endpoint.requests.length = 0;
      const { data } = JSON.parse(request.body) as { data: { subject: string } };
      this.times.set(`${name} ${data.subject}`, performance.now());
      if (this.times.size >= this.wanted) this.complete();
      return { kind: 'reply', status: 204 };
    });
  }

  async all(count: number): Promise<void> {
    this.wanted = count;
    if (this.times.size >= count) return;
    const done = Promise.withResolvers<void>();
    this.complete = done.resolve;
    const timer = setTimeout(() => done.reject(new Error(`${this.times.size} of ${count} came`)), PATIENCE_MS);
    await done.promise.finally(() => clearTimeout(timer));
  }
}

const mail = (subject: string) => plainMail(2_000).replace('Subject: Your verification code', `Subject: ${subject}`);

/** Sends mails at a steady pace; milliseconds from the 250 to each arrival. */
async function latencies(
  courier: Courier,
  address: string,
  rounds: number,
  endpoints: readonly TlsEndpoint[],
): Promise<number[]> {
  const arrivals = new Arrivals();
  for (const [i, endpoint] of endpoints.entries()) arrivals.watch(endpoint, String(i));
  const stored: number[] = [];
  for (let round = 0; round < rounds; round++) {
    stored.push(await courier.send(address, mail(String(round))));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / ROUNDS_PER_SECOND));
  }
  await arrivals.all(rounds * endpoints.length);
  // A request may be here before our own 250 is read: that is zero, not negative.
  return [...arrivals.times].map(([key, at]) => Math.max(0, at - (stored[Number(key.split(' ')[1])] ?? 0)));
}

async function sendBurst(port: number, address: string, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, i) => i).values();
  await Promise.all(
    Array.from({ length: COURIERS }, async () => {
      const courier = await openCourier(port);
      for (const i of numbers) await courier.send(address, mail(String(i)));
      courier.close();
    }),
  );
}

async function subscribe(account: BenchAccount, endpoint: TlsEndpoint): Promise<string> {
  const body = { url: endpoint.url(), events: ['message.received'] };
  return (await account.call<{ id: string }>('POST', '/me/webhooks', body)).id;
}

export const webhooksScenario: Scenario = {
  name: 'webhooks',
  about: 'from the 250 to the request at a TLS endpoint; one dead endpoint among ten; deliveries a second',
  async run({ seconds }) {
    const service = await startService({
      env: { NODE_EXTRA_CA_CERTS: testCaFile, WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32' },
    });
    const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => startTlsEndpoint()));
    const [dead, ...living] = endpoints as [TlsEndpoint, ...TlsEndpoint[]];
    const [first] = living as [TlsEndpoint];
    const courier = await openCourier(service.smtpPort);
    const row = (name: string, times: readonly number[], more: Partial<Result> = {}): Result => ({
      name,
      unit: 'deliveries/s',
      rate: null,
      ...percentiles(times),
      cpu: null,
      rssMb: null,
      note: `${times.length} deliveries`,
      ...more,
    });
    try {
      const account = await openAccount(service);
      const { address } = await account.call<{ address: string }>('POST', '/mailboxes', {});
      const rounds = Math.max(100, seconds * ROUNDS_PER_SECOND);

      await subscribe(account, first);
      await latencies(courier, address, 20, [first]);
      const idle = row('webhooks, one endpoint, idle', await latencies(courier, address, rounds, [first]));

      dead.answer({ kind: 'hang' });
      for (const endpoint of endpoints) if (endpoint !== first) await subscribe(account, endpoint);
      await latencies(courier, address, 20, living);
      const ten = row('webhooks, one dead among ten', await latencies(courier, address, rounds, living));

      const arrivals = new Arrivals();
      for (const [i, endpoint] of living.entries()) arrivals.watch(endpoint, String(i));
      const before = await service.usage();
      const began = performance.now();
      const mails = Math.max(100, seconds * 30);
      await sendBurst(service.smtpPort, address, mails);
      await arrivals.all(mails * living.length);
      const took = (performance.now() - began) / 1_000;
      const after = await service.usage();
      const burst = row('webhooks, a burst, one dead among ten', [], {
        rate: arrivals.times.size / took,
        cpu: (after.cpuSeconds - before.cpuSeconds) / took,
        rssMb: after.rssBytes / 1e6,
        note: `${arrivals.times.size} deliveries of ${mails} mails`,
      });
      return [idle, ten, burst];
    } finally {
      courier.close();
      await service.stop();
      await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    }
  },
};
