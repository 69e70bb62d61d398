// Restore: the file is verified whole before anything is touched, then everything is loaded in one transaction. A database
// that is not migrated yet is first built as the backup's was, and brought up to date afterwards.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { connect, reported } from './backup.ts';
import { type Manifest, readSections, type TableEntry, verifyBackup } from './backup-file.ts';
import { ADD_JOBS, columnList, copiedTables, FILLED_BY_A_START, JOBS, JOBS_TABLE, quoted } from './backup-tables.ts';
import { copyIn } from './copy.ts';
import { DatabaseError, migrate, readMigrations } from './migrate.ts';

export interface RestoreOptions {
  readonly url: string;
  readonly path: string;
  readonly onProgress: (line: string) => void;
  /** Called when the database holds something; restoring replaces it. Throws to leave it as it is. */
  readonly mayReplace: (what: string) => Promise<void>;
}

export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { url, path, onProgress } = options;
  onProgress(`Verifying ${path}`);
  const manifest = await verifyBackup(path);
  const known = await readMigrations();
  const unknown = manifest.migrations.find(
    ({ version, name }) => !known.some((m) => m.version === version && m.name === name),
  );
  if (unknown) {
    throw new DatabaseError(
      `${path} was made by another version of Mayfly: migration ${unknown.version}_${unknown.name} is not known here.`,
    );
  }
  const client = await connect(url, 'mayfly restore');
  try {
    await refuseRunningService(client);
    const applied = await appliedVersions(client);
    const wanted = manifest.migrations.map(({ version }) => version);
    if (applied === null) {
      await migrate(
        url,
        onProgress,
        known.filter(({ version }) => wanted.includes(version)),
      );
    } else if (String(applied) !== String(wanted)) {
      throw new DatabaseError(
        `The backup is at migration ${wanted.at(-1)}, this database at ${applied.at(-1)}. Restore into a database that is empty (another DATA_DIR): it is built as the backup’s was and then brought up to date.`,
      );
    }
    const holds = await firstRow(client);
    if (holds !== null) await options.mayReplace(holds);
    await client.query('begin');
    try {
      await load(client, path, manifest, onProgress);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(url, onProgress);
  return manifest;
}

async function load(
  client: pg.Client,
  path: string,
  manifest: Manifest,
  onProgress: (line: string) => void,
): Promise<void> {
  const tables = await copiedTables(client);
  await clear(
    client,
    tables.map(({ name }) => name),
  );
  await client.query(JOBS_TABLE);
  for await (const { header, chunks } of readSections(path)) {
    if (header.kind === 'manifest') break;
    const entry = manifest.tables.find(({ name }) => name === header.name);
    const target = header.name === JOBS.name ? JOBS : tables.find(({ name }) => name === header.name);
    // Names go into SQL only after they were found in this database.
    if (!entry || !target || entry.columns.some((column) => !target.columns.includes(column))) {
      throw new DatabaseError(`The backup has a table ${header.name} that does not fit this database.`);
    }
    const into = target === JOBS ? 'restored_jobs' : quoted(target.name);
    const hash = createHash('sha256');
    const rows = await copyIn(
      client,
      `copy ${into} (${columnList(entry.columns)}) from stdin`,
      hashed(reported(chunks, header.name, onProgress), hash),
    );
    confirmLoaded(entry, rows, hash.digest('hex'));
    if (rows > 0) onProgress(`${header.name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  }
  await client.query(ADD_JOBS);
  const here = (
    await client.query<{ name: string }>(
      `select sequencename::text as name from pg_sequences where schemaname = 'public'`,
    )
  ).rows;
  for (const { name, value } of manifest.sequences) {
    if (here.some((sequence) => sequence.name === name)) {
      await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value]);
    }
  }
}

/** Empties the tables. Append-only tables refuse that, so their own triggers rest meanwhile; foreign keys stay in force. */
async function clear(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const name of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${tables.map(quoted).join(', ')}, raw_originals`);
  for (const name of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  await client.query('delete from graphile_worker._private_jobs');
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function confirmLoaded(entry: TableEntry, rows: number, sha256: string): void {
  if (rows !== entry.rows || sha256 !== entry.sha256) {
    throw new DatabaseError(
      `${entry.name} changed while it was read: ${rows} of ${entry.rows} rows. Nothing was changed.`,
    );
  }
}

async function appliedVersions(client: pg.Client): Promise<number[] | null> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return null;
  const applied = await client.query<{ version: number }>('select version from schema_migrations order by version');
  return applied.rows.length === 0 ? null : applied.rows.map(({ version }) => version);
}

/** A table with a row that no start puts there, or null. */
async function firstRow(client: pg.Client): Promise<string | null> {
  for (const { name } of await copiedTables(client)) {
    if (FILLED_BY_A_START.includes(name)) continue;
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`);
    if (rowCount !== 0) return name;
  }
  return null;
}

async function refuseRunningService(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'mayfly'`,
  );
  if ((rows[0]?.count ?? 0) > 0) {
    throw new DatabaseError('A Mayfly service is using this database. Stop it first, then restore.');
  }
}
