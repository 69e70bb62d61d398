// Probes: /healthz says that the process lives, /readyz that it can work.

import type { App } from '../../lib/route.ts';
import { operation } from '../../lib/route.ts';
import { Healthy, Readiness } from './schemas.ts';
import type { SystemService } from './service.ts';

export function systemRoutes(app: App, service: SystemService): void {
  app.get(
    '/healthz',
    operation({
      id: 'getHealth',
      group: 'system',
      summary: 'Liveness probe',
      description: 'Answers 200 as long as the process can answer at all, whatever its dependencies do.',
      credential: 'public',
      rate: 'none',
      success: { 200: Healthy },
    }),
    async () => ({ status: 'ok' as const }),
  );

  app.get(
    '/readyz',
    operation({
      id: 'getReadiness',
      group: 'system',
      summary: 'Readiness probe',
      description:
        'Checks what this process depends on: the database and its migrations, Redis if set, the SMTP listener if this process has that role.',
      credential: 'public',
      rate: 'none',
      success: { 200: Readiness, 503: Readiness },
    }),
    async (_request, reply) => {
      const { ready, checks } = await service.readiness();
      if (!ready) reply.code(503);
      return { status: ready ? ('ok' as const) : ('unavailable' as const), checks };
    },
  );
}
