// One attempt: prepare → send → record. What follows from the answer is decided in settle.ts.

import { addJobs } from '../../infra/jobs.ts';
import type { Metrics } from '../../infra/metrics.ts';
import type { OutboundHttp, OutboundPost, OutboundResult } from '../../infra/outbound-http.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secrets } from '../../lib/secrets.ts';
import { wakeJob } from './outbox.ts';
import { settle } from './settle.ts';
import { signedHeaders } from './signature.ts';
import type { ClaimedDelivery, WebhookStore } from './store.ts';

/** Success is a 2xx within this time. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
const ANSWER_BYTES = 4_096;
const UNREADABLE_SECRET: OutboundResult = {
  kind: 'failure',
  error: 'the signing secret can no longer be read; create the webhook anew',
  durationMs: 0,
};

export interface DeliverParts {
  store: WebhookStore;
  outbound: Pick<OutboundHttp, 'post'>;
  secrets: Pick<Secrets, 'decrypt'>;
  clock: Clock;
  metrics: Pick<Metrics, 'webhooks'>;
  timeoutMs?: number;
}

/** `abandoned` says that the delivery was handed back meanwhile: then nothing is recorded. */
export async function deliver(
  parts: DeliverParts,
  delivery: ClaimedDelivery,
  abandoned: () => boolean = () => false,
): Promise<void> {
  const { store, clock, metrics } = parts;
  const at = clock.now();
  const post = prepare(parts, delivery, at);
  const result = post ? await parts.outbound.post(delivery.url, post) : UNREADABLE_SECRET;
  if (abandoned()) return;

  const settlement = settle(delivery.attempt, result, clock.now());
  const statusCode = result.kind === 'response' ? result.status : null;
  const attempt = { statusCode, durationMs: result.durationMs, at };
  metrics.webhooks.inc({ outcome: settlement.kind === 'delivered' ? 'succeeded' : 'failed' });
  if (settlement.kind === 'delivered') {
    return store.recordSuccess(delivery, { ...attempt, error: null, nextAttemptAt: null });
  }
  await store.transaction(async (tx) => {
    const times = await store.recordFailure(tx, delivery, attempt, settlement);
    await addJobs(
      tx,
      times.map((runAt) => wakeJob([delivery.webhookId], runAt)),
    );
  });
}

/** Null when the secret cannot be read, which happens after SECRET_KEY was changed. */
function prepare(parts: DeliverParts, delivery: ClaimedDelivery, at: Date): OutboundPost | null {
  const { eventId: id, body } = delivery;
  let secret: string;
  try {
    secret = parts.secrets.decrypt(delivery.secret);
  } catch {
    return null;
  }
  return {
    headers: { 'content-type': 'application/json', ...signedHeaders(secret, { id, at, body }) },
    body,
    timeoutMs: parts.timeoutMs ?? ATTEMPT_TIMEOUT_MS,
    maxResponseBytes: ANSWER_BYTES,
  };
}
