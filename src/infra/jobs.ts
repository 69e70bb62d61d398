// Jobs leave through graphile-worker: added inside the transaction that causes them, woken by NOTIFY, cron included.
// The one importer of graphile-worker besides the migration.

import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Queryable } from './db/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface Job {
  readonly task: string;
  readonly payload: unknown;
  /** Jobs of one queue run one after the other. */
  readonly queue?: string;
  readonly runAt?: Date;
  readonly maxAttempts?: number;
  /** A job with the same key replaces an earlier one that has not started. */
  readonly key?: string;
}

export type Task = (payload: unknown) => Promise<void>;

export interface CronTask {
  readonly task: string;
  /** Five fields, UTC. */
  readonly schedule: string;
}

/** Adds jobs in the given transaction: they exist when, and only when, it commits. */
export async function addJobs(queryable: Queryable, jobs: readonly Job[]): Promise<void> {
  if (jobs.length === 0) return;
  await queryable.query({
    name: 'jobs.add',
    text: `select graphile_worker.add_job(j.task, j.payload, queue_name := j.queue, run_at := j."runAt",
             max_attempts := coalesce(j."maxAttempts", 25), job_key := j.key)
           from json_to_recordset($1::json) as j(task text, payload json, queue text, "runAt" timestamptz, "maxAttempts" int, key text)`,
    values: [JSON.stringify(jobs)],
  });
}

/** How many jobs wait for a worker, wait for their time, and were given up. */
export async function countJobs(queryable: Queryable): Promise<{ ready: number; later: number; failed: number }> {
  const rows = await queryable.query<{ ready: number; later: number; failed: number }>({
    name: 'jobs.count',
    text: `select count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as ready,
             count(*) filter (where attempts < max_attempts and run_at > now()) as later,
             count(*) filter (where attempts >= max_attempts) as failed
           from graphile_worker.jobs`,
  });
  return rows[0] ?? { ready: 0, later: 0, failed: 0 };
}

export interface JobRunner {
  /** Rejects when the runner ends by itself because the database went away; start another. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const HEARTBEAT_MS = 5_000;
const DEAD_AFTER = '30 seconds';

export async function startJobRunner(options: {
  pool: pg.Pool;
  tasks: Record<string, Task>;
  cron: readonly CronTask[];
  concurrency: number;
  log: Log;
  metrics: Metrics;
}): Promise<JobRunner> {
  const { pool, log, metrics } = options;
  const events = new EventEmitter() as WorkerEvents;
  const workerIds = new Set<string>();
  events.on('worker:create', ({ worker }) => workerIds.add(worker.workerId));
  events.on('worker:release', ({ worker }) => workerIds.delete(worker.workerId));
  events.on('job:success', ({ job }) => metrics.jobs.inc({ task: job.task_identifier, outcome: 'done' }));
  events.on('job:error', ({ job }) => metrics.jobs.inc({ task: job.task_identifier, outcome: 'failed' }));

  let stopping = false;
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2_000,
    events,
    logger: new Logger(() => (level, message) => {
      if (!stopping && (level === 'error' || level === 'warning')) log.warn({ part: 'jobs' }, message);
      else log.trace({ part: 'jobs' }, message);
    }),
    taskList: Object.fromEntries(
      Object.entries(options.tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)]),
    ),
    parsedCronItems: parseCronItems(options.cron.map(({ task, schedule }) => ({ task, match: schedule }))),
  });

  // graphile-worker frees the jobs of a killed process after four hours; ours may not wait that long.
  const beat = async () => {
    try {
      await pool.query({
        text: `insert into job_workers (worker_id, seen_at) select unnest($1::text[]), now()
               on conflict (worker_id) do update set seen_at = excluded.seen_at`,
        values: [[...workerIds]],
      });
      await freeJobsOfDeadWorkers(pool);
    } catch (error) {
      log.debug({ err: error }, 'job heartbeat failed');
    }
  };
  await beat();
  const timer = setInterval(beat, HEARTBEAT_MS);

  return {
    ended: runner.promise
      .finally(() => clearInterval(timer))
      .then(() => {
        if (!stopping) throw new Error('job runner ended by itself');
      }),
    async stop() {
      stopping = true;
      clearInterval(timer);
      await runner.stop().catch((error) => log.debug({ err: error }, 'job runner was already down'));
    },
  };
}

async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(`delete from job_workers where seen_at < now() - interval '1 hour'`);
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs j
     where locked_by is not null and locked_at < now() - $1::interval
       and not exists (select from job_workers w where w.worker_id = j.locked_by and w.seen_at > now() - $1::interval)
     having count(*) > 0`,
    [DEAD_AFTER],
  );
}
