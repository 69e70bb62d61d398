// Backup: one read-only transaction sees the database at one moment while the service goes on; its tables go into one file.

import { existsSync } from 'node:fs';
import pg from 'pg';
import { type BackupWriter, createBackupFile, type Manifest, type TableEntry } from './backup-file.ts';
import { columnList, copiedTables, JOBS, quoted, READ_JOBS, sequencesOf } from './backup-tables.ts';
import { copyOut } from './copy.ts';
import { DatabaseError } from './migrate.ts';

export interface BackupOptions {
  readonly url: string;
  readonly path: string;
  /** SECRET_KEY is set, so that the key is not in the database. */
  readonly secretKeySetting: boolean;
  readonly onProgress: (line: string) => void;
}

export async function backup(options: BackupOptions): Promise<Manifest> {
  const { path, onProgress } = options;
  if (existsSync(path)) throw new DatabaseError(`${path} exists already; a backup never overwrites.`);
  const client = await connect(options.url, 'mayfly backup');
  let file: BackupWriter | undefined;
  try {
    file = await createBackupFile(path).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EEXIST' ? 'another backup is writing it, or was ended; remove it first' : error.code;
      throw new DatabaseError(`${path}.partial cannot be written: ${why}.`);
    });
    await client.query('begin isolation level repeatable read read only');
    const { rows: migrations } = await client
      .query<{ version: number; name: string }>('select version, name from schema_migrations order by version')
      .catch(() => {
        throw new DatabaseError('This database holds no Mayfly yet; there is nothing to back up.');
      });
    const tables: TableEntry[] = [];
    const add = async (name: string, columns: readonly string[], sql: string) => {
      tables.push(await copyTable({ client, file: file as BackupWriter, name, columns, sql, onProgress }));
    };
    for (const { name, columns } of await copiedTables(client)) {
      await add(name, columns, `copy (select ${columnList(columns)} from ${quoted(name)}) to stdout`);
    }
    await add(JOBS.name, JOBS.columns, `copy (${READ_JOBS}) to stdout`);
    const { rows: server } = await client.query<{ version: string }>(
      `select current_setting('server_version') as version`,
    );
    const manifest: Manifest = {
      createdAt: new Date().toISOString(),
      postgres: server[0]?.version ?? '',
      migrations,
      tables,
      sequences: await sequencesOf(client),
      secretKey: options.secretKeySetting ? 'setting' : 'inside',
    };
    await client.query('commit');
    await file.finish(manifest);
    return manifest;
  } catch (error) {
    await file?.abort();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

const REPORT_MS = 5_000;

async function copyTable(options: {
  client: pg.Client;
  file: BackupWriter;
  name: string;
  columns: readonly string[];
  sql: string;
  onProgress: (line: string) => void;
}): Promise<TableEntry> {
  const { name, columns, onProgress } = options;
  let size = { bytes: 0, sha256: '' };
  const rows = await copyOut(options.client, options.sql, async (bytes) => {
    size = await options.file.section({ kind: 'table', name }, reported(bytes, name, onProgress));
  });
  if (rows > 0) onProgress(`${name}: ${rows} ${rows === 1 ? 'row' : 'rows'}`);
  return { name, columns, rows, ...size };
}

/** Says every few seconds how far a long table has come. */
export async function* reported(
  chunks: AsyncIterable<Buffer>,
  name: string,
  onProgress: (line: string) => void,
): AsyncGenerator<Buffer> {
  let said = Date.now();
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (Date.now() - said > REPORT_MS) {
      said = Date.now();
      onProgress(`${name}: ${Math.round(bytes / 1_000_000)} MB so far`);
    }
    yield chunk;
  }
}

export async function connect(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: applicationName,
  });
  // Without a listener a connection that breaks between two queries would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseError(`The database cannot be reached: ${(error as Error).message}.`, { cause: error });
  }
  await client.query(
    `set statement_timeout = 0; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1`,
  );
  return client;
}
