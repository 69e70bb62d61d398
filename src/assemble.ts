// The one place that constructs and wires everything: no container, no globals, no autoload.

import { readFileSync } from 'node:fs';
import type { Config, Role } from './config.ts';
import type { Authenticators } from './http/authenticate.ts';
import { registerDocs } from './http/docs.ts';
import { openApiRoute, registerOpenApi } from './http/openapi.ts';
import { registerRoutes } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { connectDatabase } from './infra/db/database.ts';
import { pendingMigrations } from './infra/db/migrate.ts';
import { keptSetting } from './infra/db/settings.ts';
import type { CronTask, Task } from './infra/jobs.ts';
import type { Log } from './infra/log.ts';
import { createMetrics } from './infra/metrics.ts';
import { createRateLimiter } from './infra/rate-limit.ts';
import { connectRedis } from './infra/redis.ts';
import { createLocalWakeup } from './infra/wakeup.ts';
import { createRedisWakeup } from './infra/wakeup-redis.ts';
import { startWorkerRole } from './infra/worker-role.ts';
import type { Clock } from './lib/clock.ts';
import { createCursors } from './lib/cursor.ts';
import { AppError } from './lib/errors.ts';
import type { App } from './lib/route.ts';
import { createSecrets, randomText } from './lib/secrets.ts';
import { createSystemService, type Probe } from './modules/system/service.ts';
import { createSystemStore } from './modules/system/store.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export type Assembly = Awaited<ReturnType<typeof assemble>>;

export async function assemble(options: { config: Config; databaseUrl: string; log: Log; clock: Clock }) {
  const { config, log, clock } = options;
  const has = (role: Role) => config.roles.includes(role);

  // Infrastructure
  const metrics = createMetrics({ processMetrics: true });
  const database = connectDatabase({
    url: options.databaseUrl,
    max: 16,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const redis = config.redisUrl === null ? null : connectRedis(config.redisUrl, log);
  const redisSubscriber = config.redisUrl === null ? null : connectRedis(config.redisUrl, log);
  const wakeup =
    redis && redisSubscriber
      ? createRedisWakeup({ publisher: redis, subscriber: redisSubscriber, log })
      : createLocalWakeup();
  const limiter = createRateLimiter({ factor: config.rateLimitFactor, redis });
  const secrets = createSecrets(config.secretKey ?? (await keptSetting(database, 'secret_key', () => randomText(64))));
  const cursors = createCursors(secrets);

  // Modules
  const systemStore = createSystemStore(database);
  const probes: Record<string, Probe> = {
    database: async () => {
      await systemStore.appliedMigrations();
      return { ok: true };
    },
    migrations: async () => {
      const pending = await pendingMigrations(await systemStore.appliedMigrations());
      return pending === 0 ? { ok: true } : { ok: false, detail: `${pending} to apply` };
    },
  };
  if (redis) probes['redis'] = async () => ({ ok: (await redis.ping()) === 'PONG' });
  const system = createSystemService(probes);

  const refuse = async (): Promise<never> => {
    throw new AppError('auth.invalid_token');
  };
  const authenticators: Authenticators = {
    mailbox: refuse,
    guest: refuse,
    user: refuse,
    key: refuse,
    alert: () => false,
    bank: () => false,
  };

  const tasks: Record<string, Task> = { housekeeping: async () => {} };
  const cron: CronTask[] = [{ task: 'housekeeping', schedule: '* * * * *' }];

  async function buildHttp(): Promise<App> {
    const app = createHttpServer({
      publicUrl: config.publicUrl,
      trustProxy: config.trustProxy,
      log,
      metrics,
      limiter,
      authenticators,
    });
    await registerOpenApi(app, { publicUrl: config.publicUrl, version });
    await registerRoutes(app, { system });
    openApiRoute(app);
    await registerDocs(app);
    await app.ready();
    return app;
  }

  return {
    config,
    log,
    clock,
    database,
    metrics,
    wakeup,
    cursors,
    probes,
    http: has('http') ? await buildHttp() : null,
    startWorker: () => startWorkerRole({ pool: database.pool, tasks, cron, log, metrics }),
    async close() {
      await wakeup.close();
      redis?.disconnect();
      redisSubscriber?.disconnect();
      await database.close();
    },
  };
}
