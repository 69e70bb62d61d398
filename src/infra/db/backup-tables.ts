// What a backup holds: every table of ours in an order in which foreign keys are met, and the jobs that wait.

import type pg from 'pg';

/** Not in a backup, each for its reason. */
export const NOT_COPIED: Readonly<Record<string, string>> = {
  schema_migrations: 'the schema is made by the migrations, and the manifest names them',
  job_workers: 'heartbeats of processes that are not those of the copy',
  raw_originals: 'originals live for minutes and must be gone after their time, also from files',
};

/** Tables that a start fills by itself: rows in them do not make a database one that holds something. */
export const FILLED_BY_A_START = ['settings', 'public_domains', 'offers', 'payment_providers'];

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables before those that refer to them. */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.relname order by c.relname`);
  const { rows: keys } = await client.query<{ name: string; wants: string }>(`
    select c.conrelid::regclass::text as name, c.confrelid::regclass::text as wants
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid <> c.confrelid`);
  const ordered: CopiedTable[] = [];
  const left = new Map(tables.filter(({ name }) => !(name in NOT_COPIED)).map((table) => [table.name, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter((t) => !keys.some((key) => key.name === t.name && left.has(key.wants)));
    if (ready.length === 0) throw new Error(`foreign keys of ${[...left.keys()].join(', ')} go in a circle`);
    for (const table of ready) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

export async function sequencesOf(client: pg.ClientBase): Promise<{ name: string; value: number }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows.map(({ name, value }) => ({ name, value: Number(value) }));
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** Jobs travel as rows of this shape and are added anew: which worker holds one, or how often it failed, stays behind. */
export const JOBS: CopiedTable = {
  name: 'graphile_worker.jobs',
  columns: ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'],
};

export const READ_JOBS = `
  select t.identifier as task, j.payload, q.queue_name as queue, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j
  join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts order by j.id`;

export const JOBS_TABLE = `create temporary table restored_jobs (task text, payload json, queue text, run_at timestamptz,
  max_attempts int, key text, priority int) on commit drop`;

export const ADD_JOBS = `
  select graphile_worker.add_job(task, payload, queue_name := queue, run_at := run_at, max_attempts := max_attempts,
    job_key := key, priority := priority) from restored_jobs`;
