// `/metrics` for Prometheus. Numbers only, but they tell outsiders how busy the service is: it answers private addresses
// that come straight to it, and to everybody else it is not there.

import type { Metrics } from '../infra/metrics.ts';
import { contains, parseCidrs } from '../lib/cidr.ts';
import { AppError } from '../lib/errors.ts';
import type { App } from '../lib/route.ts';

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

const INSIDE = parseCidrs([
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
]);

export function metricsRoute(app: App, metrics: Metrics): void {
  const isInside = (address: string) => INSIDE.ok && contains(INSIDE.list, address);
  app.get(
    '/metrics',
    { schema: { hide: true } as never, config: { credential: 'public', rate: 'none' } },
    async (request, reply) => {
      // A reverse proxy has a private address too; what it forwards says so in a header.
      const forwarded = FORWARDED.some((name) => request.headers[name] !== undefined);
      if (forwarded || !isInside(request.socket.remoteAddress ?? '')) throw new AppError('request.not_found');
      return reply
        .header('Cache-Control', 'no-store')
        .type(metrics.registry.contentType)
        .send(await metrics.registry.metrics());
    },
  );
}
