// The one place that constructs and wires everything: no container, no globals, no autoload. Its parts, in the order in which they
// are built, are in assemble/.

import { readFileSync } from 'node:fs';
import { buildHttp } from './assemble/http.ts';
import { buildInfrastructure, type Infrastructure } from './assemble/infrastructure.ts';
import { buildMailLine } from './assemble/mail-line.ts';
import { buildServices, type Services } from './assemble/services.ts';
import { buildTasks } from './assemble/tasks.ts';
import type { Config, Role } from './config.ts';
import type { SmtpLimits } from './inbound/server.ts';
import { countJobs } from './infra/jobs.ts';
import type { Log } from './infra/log.ts';
import type { HashCost } from './infra/password.ts';
import { startWorkerRole } from './infra/worker-role.ts';
import type { Clock } from './lib/clock.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export type Assembly = Awaited<ReturnType<typeof assemble>>;

export async function assemble(options: {
  config: Config;
  databaseUrl: string;
  log: Log;
  clock: Clock;
  smtpLimits?: Partial<SmtpLimits>;
  /** Only tests that sign in hundreds of times hash at another cost. */
  passwordCost?: HashCost;
}) {
  const { config, log, clock } = options;
  const has = (role: Role) => config.roles.includes(role);
  const infra = await buildInfrastructure(options);
  const services = await buildServices(config, infra);
  const { tasks, cron } = buildTasks(services, clock);
  watch(infra, services);

  return {
    config,
    log,
    clock,
    database: infra.database,
    metrics: infra.metrics,
    wakeup: infra.wakeup,
    cursors: infra.cursors,
    probes: services.probes,
    inboundLog: services.inboundLog,
    outbox: services.outbox,
    sender: services.sender,
    /** For the console commands, which work without HTTP. */
    services: services.modules,
    /** What the worker runs, by name. */
    tasks,
    http: has('http') ? await buildHttp(config, infra, services, version) : null,
    smtp: has('smtp') ? buildMailLine(config, infra, services, options.smtpLimits) : null,
    async startWorker() {
      const { database, metrics } = infra;
      const jobs = await startWorkerRole({ pool: database.pool, tasks, cron, log, metrics });
      services.sender.start();
      return {
        async stop() {
          await jobs.stop();
          await services.sender.stop();
        },
      };
    },
    async close() {
      await services.close();
      await infra.close();
    },
  };
}

/** What Prometheus reads when it asks. */
function watch({ metrics, wakeup, database }: Infrastructure, { inboundLog }: Services): void {
  metrics.gauge('mayfly_held_polls', 'Requests that are held with wait right now', () => wakeup.waiting);
  metrics.gauge('mayfly_inbound_log_dropped', 'Delivery attempts not logged since the start', () => inboundLog.dropped);
  metrics.gaugeByState('mayfly_db_connections', 'Connections of the pool, and callers that wait for one', async () => {
    const { totalCount, idleCount, waitingCount } = database.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  });
  metrics.gaugeByState('mayfly_jobs', 'Background jobs: ready, due later, given up', () => countJobs(database));
}
