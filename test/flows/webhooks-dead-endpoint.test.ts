// One dead endpoint delays no other, however long it hangs and however many there are.

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTlsEndpoint, type TlsEndpoint } from '../support/tls-endpoint.ts';
import { createdEvent, startWebhookTest, until, type WebhookTest } from '../support/webhooks.ts';

/** A send to an endpoint that hangs ends after 15 s: whatever waited for one would come later than this. */
const HANG_MS = 12_000;
let run: WebhookTest;
const endpoints: TlsEndpoint[] = [];

beforeAll(async () => {
  run = await startWebhookTest();
});
afterEach(async () => {
  await Promise.all(endpoints.splice(0).map((endpoint) => endpoint.close()));
});
afterAll(() => run.close());

async function endpoint(): Promise<TlsEndpoint> {
  const started = await startTlsEndpoint();
  endpoints.push(started);
  return started;
}

/** The most requests that an endpoint had open at one time. */
function watchOpen(target: TlsEndpoint, delayMs: number): () => number {
  let open = 0;
  let most = 0;
  target.answer(() => {
    most = Math.max(most, ++open);
    setTimeout(() => open--, delayMs - 5);
    return { kind: 'reply', status: 204, delayMs };
  });
  return () => most;
}

test('one endpoint among ten that never answers', async () => {
  const owner = await run.account();
  const [dead, ...living] = await Promise.all(Array.from({ length: 10 }, endpoint));
  for (const target of [dead, ...living]) await run.hook(owner, target?.url() ?? '');
  dead?.answer({ kind: 'hang' });

  const started = Date.now();
  for (let i = 0; i < 30; i++) await run.emit([createdEvent(run.app, owner)]);
  await until(
    () => living.map((target) => target.requests.length),
    (counts) => counts.every((count) => count === 30),
    HANG_MS,
  );
  expect(Date.now() - started).toBeLessThan(HANG_MS);
  // It has not proved itself, so that one request of it is under way and no more.
  expect(dead?.requests).toHaveLength(1);
});

test('an endpoint that dies after it had proved itself holds four sends', async () => {
  const owner = await run.account();
  const [dying, other] = [await endpoint(), await endpoint()];
  const { id } = await run.hook(owner, dying.url());
  await run.hook(owner, other.url());
  await run.emit([createdEvent(run.app, owner)]);
  await until(
    () => run.attempts(owner, id),
    (attempts) => attempts.length === 1,
  );
  dying.answer({ kind: 'hang' });
  await run.emit(Array.from({ length: 20 }, () => createdEvent(run.app, owner)));
  await until(
    () => other.requests.length,
    (count) => count === 21,
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(dying.requests).toHaveLength(1 + 4);
});

test('more dead endpoints than sockets for them leave room for one that works', async () => {
  const [owner, another, third] = [await run.account(), await run.account(), await run.account()];
  const [dead, living] = [await endpoint(), await endpoint()];
  const { id } = await run.hook(third, living.url());
  await run.emit([createdEvent(run.app, third)]);
  await until(
    () => run.attempts(third, id),
    (attempts) => attempts.length === 1,
  );

  dead.answer({ kind: 'hang' });
  for (let i = 0; i < 160; i++) await run.hook(i % 2 ? owner : another, dead.url('127.0.0.1', `/${i}`));
  await run.emit([createdEvent(run.app, owner), createdEvent(run.app, another)]);
  await until(
    () => dead.connections(),
    (count) => count >= 10,
  );
  const started = Date.now();
  await run.emit([createdEvent(run.app, third)]);
  await until(
    () => living.requests.length,
    (count) => count === 2,
    HANG_MS,
  );
  expect(Date.now() - started).toBeLessThan(HANG_MS);
});

test('an endpoint gets at most four requests at a time', async () => {
  const owner = await run.account();
  const slow = await endpoint();
  const most = watchOpen(slow, 50);
  await run.hook(owner, slow.url());
  await run.emit(Array.from({ length: 40 }, () => createdEvent(run.app, owner)));
  await until(
    () => slow.requests.length,
    (count) => count === 40,
  );
  expect(most()).toBe(4);
});

test('more new endpoints at once than there are sockets for them all get theirs', async () => {
  const [owner, another] = [await run.account(), await run.account()];
  const slow = await endpoint();
  slow.answer({ kind: 'reply', status: 204, delayMs: 20 });
  for (let i = 0; i < 160; i++) await run.hook(i % 2 ? owner : another, slow.url('127.0.0.1', `/${i}`));
  await run.emit([createdEvent(run.app, owner), createdEvent(run.app, another)]);
  await until(
    () => new Set(slow.requests.map((request) => request.url)).size,
    (count) => count === 160,
    HANG_MS,
  );
});
