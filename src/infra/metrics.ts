// What the service counts about itself, in Prometheus form. The one importer of prom-client.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(options: { processMetrics: boolean }) {
  const registry = new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Histogram({
      name: 'mayfly_http_request_seconds',
      help: 'HTTP requests by route and status; held waits are in mayfly_http_held_requests_total instead',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    httpHeld: new Counter({
      name: 'mayfly_http_held_requests_total',
      help: 'HTTP requests that were held with wait, by route and status',
      labelNames: ['route', 'status'] as const,
      registers,
    }),
    mails: new Counter({
      name: 'mayfly_mails_total',
      help: 'Recipients answered over SMTP, by outcome and reason',
      labelNames: ['outcome', 'reason'] as const,
      registers,
    }),
    ingest: new Histogram({
      name: 'mayfly_ingest_seconds',
      help: 'From the final dot to the reply',
      buckets: SECONDS,
      registers,
    }),
    wake: new Histogram({
      name: 'mayfly_wake_seconds',
      help: 'From the wake-up by a mail to the answer of the request that waited for it',
      buckets: SECONDS,
      registers,
    }),
    jobs: new Counter({
      name: 'mayfly_jobs_total',
      help: 'Background jobs by task and outcome',
      labelNames: ['task', 'outcome'] as const,
      registers,
    }),
    webhooks: new Counter({
      name: 'mayfly_webhook_attempts_total',
      help: 'Webhook delivery attempts by outcome',
      labelNames: ['outcome'] as const,
      registers,
    }),
    /** A value that is read when Prometheus asks. */
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    /** Values by state, read when Prometheus asks; while they cannot be read there are none. */
    gaugeByState(name: string, help: string, read: () => Promise<Record<string, number>>): void {
      new Gauge({
        name,
        help,
        labelNames: ['state'] as const,
        registers,
        async collect() {
          this.reset();
          const values = await read().catch(() => ({}));
          for (const [state, value] of Object.entries(values)) this.set({ state }, value);
        },
      });
    },
  };
}
