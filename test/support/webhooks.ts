// A service with its worker, for tests that follow an event to an endpoint.

import type { AccountEvent } from '../../src/lib/events.ts';
import type { TestAccount } from './accounts.ts';
import { createTestApp, type TestApp } from './app.ts';
import { startDnsServer } from './dns-server.ts';
import { createSubscriber } from './subscriber.ts';
import { trustTestCa } from './trust-test-ca.ts';

export interface Hook {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly pausedReason: string | null;
}

export interface Attempt {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: string;
  readonly nextAttemptAt: string | null;
}

export const webhookSettings = (dnsServer: string) => ({
  DNS_SERVERS: dnsServer,
  WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
});

export async function startWebhookTest(options: { worker: boolean } = { worker: true }) {
  trustTestCa();
  const names = await startDnsServer();
  const app = await createTestApp(webhookSettings(names.address));
  const worker = options.worker ? await app.assembly.startWorker() : null;
  return {
    app,
    names,
    account: () => createSubscriber(app, 'business'),

    async hook(account: TestAccount, url: string, more: object = {}): Promise<Hook> {
      const body = { url, events: ['mailbox.created'], ...more };
      const answer = await app.call<{ data: Hook }>('POST', '/me/webhooks', { token: account.token, body });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.body.data;
    },

    async change(account: TestAccount, id: string, body: object): Promise<Hook> {
      return (await app.call<{ data: Hook }>('PATCH', `/me/webhooks/${id}`, { token: account.token, body })).body.data;
    },

    async hooks(account: TestAccount): Promise<Hook[]> {
      return (await app.call<{ data: Hook[] }>('GET', '/me/webhooks', { token: account.token })).body.data;
    },

    async attempts(account: TestAccount, id: string): Promise<Attempt[]> {
      const path = `/me/webhooks/${id}/deliveries`;
      return (await app.call<{ data: Attempt[] }>('GET', path, { token: account.token })).body.data;
    },

    /** Opens mailboxes of the account, each of which is one event. */
    async open(account: TestAccount, count = 1): Promise<void> {
      for (let i = 0; i < count; i++) {
        const answer = await app.call('POST', '/mailboxes', { token: account.token, body: {} });
        if (answer.status !== 201) throw new Error(answer.text);
      }
    },

    emit: (events: readonly AccountEvent[]) =>
      app.assembly.database.transaction((tx) => app.assembly.outbox.record(tx, events)),

    /** Moves the clock and does what the jobs of that time would do. */
    async pass(seconds: number): Promise<void> {
      app.clock.advance(seconds);
      await app.assembly.sender.sweep();
    },

    async close(): Promise<void> {
      await worker?.stop();
      await app.close();
      await names.close();
    },
  };
}

export type WebhookTest = Awaited<ReturnType<typeof startWebhookTest>>;

/** Waits for a state to come; fails with the last one seen. */
export async function until<T>(
  look: () => T | Promise<T>,
  good: (value: T) => boolean,
  timeoutMs = 10_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (good(value)) return value;
    if (Date.now() > end) throw new Error(`did not come about: ${JSON.stringify(value)?.slice(0, 2_000)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

export function createdEvent(app: TestApp, account: TestAccount, part: Partial<AccountEvent> = {}): AccountEvent {
  const at = app.clock.now();
  return {
    name: 'mailbox.created',
    ownerId: account.userId,
    domainId: null,
    at,
    data: { mailboxId: 'mbx_1', address: 'a@mayfly.test', createdAt: at.toISOString(), expiresAt: at.toISOString() },
    ...part,
  } as AccountEvent;
}
