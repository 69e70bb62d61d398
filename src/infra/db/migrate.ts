// Forward-only migrations: migrations/NNNN_name.sql, each in its own transaction, all under one advisory lock,
// so that a kill at any point leaves a state from which the next run goes on.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { serverTooOld } from './server-version.ts';

const DIRECTORY = fileURLToPath(new URL('../../../migrations/', import.meta.url));
const LOCK = 7_302_551;

/** One line a person can act on. */
export class DatabaseError extends Error {}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export async function readMigrations(directory = DIRECTORY): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(`${directory}/${file}`, 'utf8');
      return {
        version: Number(file.slice(0, 4)),
        name: file.slice(5, -4),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    }),
  );
}

/** Brings the database up to date; returns the names of what was applied. */
export async function migrate(
  url: string,
  onProgress: (line: string) => void = () => {},
  migrations?: readonly Migration[],
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'mayfly migrate',
  });
  // Without a listener a connection that breaks between two queries would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(`DATABASE_URL cannot be reached: ${(error as Error).message || 'no answer'}.`, {
      cause: error,
    });
  }
  try {
    await refuseOldServer(client);
    // A migration that is killed must not hold the lock until its statement is done. A server on a system without this goes on without.
    await client.query("set client_connection_check_interval = '2s'").catch(() => {});
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await applyPending(client, migrations ?? (await readMigrations()), onProgress);
    await migrateJobs({ connectionString: url, logger: undefined as never });
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  onProgress: (line: string) => void,
): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations');
  const known = new Set(rows.map(({ version }) => version));
  const newest = migrations.at(-1)?.version ?? 0;
  const ahead = [...known].find((version) => version > newest);
  if (ahead !== undefined) {
    throw new DatabaseError(
      `The database is at migration ${ahead}, this Mayfly knows ${newest}. Run the newer version, or restore a backup.`,
    );
  }
  const applied: string[] = [];
  for (const migration of migrations) {
    if (known.has(migration.version)) continue;
    const label = `${String(migration.version).padStart(4, '0')}_${migration.name}`;
    onProgress(`Applying migration ${label}`);
    try {
      await client.query('begin');
      await client.query(migration.sql);
      await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
        migration.version,
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw new DatabaseError(`Migration ${label} failed: ${(error as Error).message}`, { cause: error });
    }
    applied.push(label);
  }
  return applied;
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query('show server_version_num');
  const problem = serverTooOld(Number(rows[0]?.server_version_num));
  if (problem !== null) throw new DatabaseError(problem);
}

/** For /readyz and the doctor: how many migrations are known to the code and not yet to the database. */
export async function pendingMigrations(applied: readonly number[]): Promise<number> {
  const migrations = await readMigrations();
  return migrations.filter((migration) => !applied.includes(migration.version)).length;
}
