// The soak's load: visitors who open a mailbox, wait for a mail, read it in several ways and leave, and one account whose mail
// goes out to a webhook. Steady, well below what the machine can do: the soak looks for what grows, not for the limit.

import { setTimeout as sleep } from 'node:timers/promises';
import { startTlsEndpoint } from '../../test/support/tls-endpoint.ts';
import { type BenchAccount, openAccount } from '../load/account.ts';
import { type Courier, openCourier } from '../load/deliver.ts';
import { attachmentMail, htmlMail, plainMail } from '../load/mails.ts';
import type { BenchService } from '../service.ts';

const VISITORS = 16;
const SHORTEST_TTL = 60;
const PAUSE_MS = 300;
const WEBHOOK_PAUSE_MS = 200;
const MAILS = [plainMail(2_000), plainMail(2_000), htmlMail(20_000), htmlMail(60_000), attachmentMail(200_000)];

export interface Tally {
  /** When mailboxes were opened that were left to expire, and mails were taken, in performance.now(). */
  readonly left: number[];
  mails: number;
  webhooksWanted: number;
  webhooksSeen: number;
  /** Milliseconds of each kind since the last look. */
  latencies: Record<'create' | 'deliver' | 'wake' | 'read', number[]>;
  readonly errors: string[];
}

export function newTally(): Tally {
  return {
    left: [],
    mails: 0,
    webhooksWanted: 0,
    webhooksSeen: 0,
    latencies: { create: [], deliver: [], wake: [], read: [] },
    errors: [],
  };
}

/** Runs until `ended` says so, then lets everyone finish. */
export async function runVisitors(service: BenchService, tally: Tally, ended: () => boolean): Promise<void> {
  const lanes = Array.from({ length: VISITORS }, async () => {
    const courier = await openCourier(service.smtpPort);
    while (!ended()) {
      await visit(service, courier, tally).catch((error: Error) => tally.errors.push(error.message));
      await sleep(Math.random() * PAUSE_MS);
    }
    courier.close();
  });
  await Promise.all([...lanes, runCustomer(service, tally, ended)]);
}

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  times.push(performance.now() - began);
  return result;
}

async function visit(service: BenchService, courier: Courier, tally: Tally): Promise<void> {
  const call = async <T>(method: string, path: string, token?: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path.split('?')[0]} answered ${response.status}`);
    if (response.headers.get('content-type')?.includes('json')) return ((await response.json()) as { data: T }).data;
    await response.arrayBuffer();
    return undefined as T;
  };
  const { latencies } = tally;
  const { address, token } = await timed(latencies.create, () =>
    call<{ address: string; token: string }>('POST', '/mailboxes', undefined, { ttl: SHORTEST_TTL }),
  );
  const held = call<{ id: string; hasAttachments: boolean }[]>('GET', '/mailboxes/me/messages?wait=20', token).then(
    (list) => ({ list, came: performance.now() }),
  );
  await sleep(20 + Math.random() * PAUSE_MS);
  const mail = MAILS[Math.floor(Math.random() * MAILS.length)] ?? '';
  const stored = await timed(latencies.deliver, () => courier.send(address, mail));
  tally.mails++;
  const { list, came } = await held;
  latencies.wake.push(Math.max(0, came - stored));
  const [first] = list;
  if (!first) throw new Error('a held list came back empty');

  const shown = await timed(latencies.read, () =>
    call<{ attachments: { id: string }[] }>('GET', `/messages/${first.id}`, token),
  );
  await timed(latencies.read, () => call('GET', `/messages/${first.id}/raw`, token));
  for (const { id } of shown.attachments) await call('GET', `/messages/${first.id}/attachments/${id}`, token);
  await timed(latencies.read, () => call('GET', '/mailboxes/me/otp/latest', token));
  const way = Math.random();
  if (way < 0.5) await call('DELETE', '/mailboxes/me', token);
  else {
    if (way < 0.75) await call('DELETE', `/messages/${first.id}`, token);
    tally.left.push(performance.now());
  }
}

/** A customer with a webhook, who tidies up after each mail. */
async function runCustomer(service: BenchService, tally: Tally, ended: () => boolean): Promise<void> {
  const endpoint = await startTlsEndpoint();
  endpoint.answer(() => {
    endpoint.requests.length = 0;
    tally.webhooksSeen++;
    return { kind: 'reply', status: 204 };
  });
  try {
    const account: BenchAccount = await openAccount(service);
    const mailbox = await account.call<{ address: string; token: string }>('POST', '/mailboxes', {});
    await account.call('POST', '/me/webhooks', { url: endpoint.url(), events: ['message.received'] });
    const courier = await openCourier(service.smtpPort);
    const headers = { authorization: `Bearer ${mailbox.token}` };
    while (!ended()) {
      await courier.send(mailbox.address, plainMail(2_000));
      tally.webhooksWanted++;
      const answer = await fetch(`${service.origin}/api/v1/mailboxes/me/messages`, { headers });
      const { data } = (await answer.json()) as { data: { id: string }[] };
      for (const { id } of data) {
        await fetch(`${service.origin}/api/v1/messages/${id}`, { method: 'DELETE', headers });
      }
      await sleep(WEBHOOK_PAUSE_MS);
    }
    courier.close();
    for (let waited = 0; tally.webhooksSeen < tally.webhooksWanted && waited < 20_000; waited += 100) await sleep(100);
  } catch (error) {
    tally.errors.push((error as Error).message);
  } finally {
    await endpoint.close();
  }
}
