// A test that follows deliveries to an endpoint: one service for the file, an account and an endpoint of its own for each test.

import { test } from 'vitest';
import { startTlsEndpoint } from './tls-endpoint.ts';
import { startWebhookTest, until } from './webhooks.ts';

export const webhookTest = test
  .extend('host', { scope: 'file' }, 'hooks.example.test')
  .extend('run', { scope: 'file' }, async ({ host }, { onCleanup }) => {
    const run = await startWebhookTest();
    onCleanup(() => run.close());
    run.names.set(host, 'A', ['127.0.0.1']);
    return run;
  })
  .extend('owner', async ({ run }) => {
    run.app.clock.set(new Date());
    return run.account();
  })
  .extend('endpoint', async ({ host }, { onCleanup }) => {
    const endpoint = await startTlsEndpoint();
    onCleanup(() => endpoint.close());
    return { ...endpoint, url: (path?: string) => endpoint.url(host, path) };
  })
  /** Waits until the endpoint has had so many requests. */
  .extend(
    'arrived',
    async ({ endpoint }) =>
      (count: number, timeoutMs?: number) =>
        until(
          () => endpoint.requests,
          (requests) => requests.length >= count,
          timeoutMs,
        ),
  )
  /** Waits until so many attempts are in the record of an endpoint. */
  .extend(
    'recorded',
    async ({ run, owner }) =>
      (id: string, count: number, account = owner) =>
        until(
          () => run.attempts(account, id),
          (attempts) => attempts.length >= count,
        ),
  );
