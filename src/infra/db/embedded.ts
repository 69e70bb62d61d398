// The embedded PostgreSQL as the rest of Mayfly sees it: start it, or join the one a running service has.
// Order: folder → lock → cluster → adopt an orphan or launch → supervise until stop().

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isUnavailable } from './database.ts';
import { findBinaries } from './embedded-binaries.ts';
import {
  claimCluster,
  createCluster,
  needsCluster,
  openPlace,
  type Place,
  readPassword,
  removeLeftovers,
} from './embedded-cluster.ts';
import { EmbeddedError, fromFiles } from './embedded-error.ts';
import { type DataDirLock, lockDataDir, readHolder, tryLock } from './embedded-lock.ts';
import { findPostmaster } from './embedded-process.ts';
import { type Address, connectionUrl, DATABASE } from './embedded-settings.ts';
import { supervise } from './embedded-supervisor.ts';
import { chooseUser } from './embedded-user.ts';

export { EmbeddedError };

export interface EmbeddedPostgres {
  /** For pg; includes the generated password. Stays the same when PostgreSQL has to be restarted. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly onProgress: (line: string) => void;
}

const JOIN_PATIENCE_MS = 30_000;
const CREATE_PATIENCE_MS = 15_000;

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const place = openPlace(options.dataDir);
  const lock = await guarded(place, () => lockDataDir(place.dataDir, place.shown, 'service'));
  return startLocked(place, lock, options.onProgress);
}

/** For console commands: joins the PostgreSQL a running service started (stop() leaves it alone), or starts it for the time of the command. */
export async function joinOrStartEmbedded(
  options: EmbeddedOptions,
): Promise<EmbeddedPostgres & { readonly own: boolean }> {
  const place = openPlace(options.dataDir);
  const began = Date.now();
  for (;;) {
    const lock = await guarded(place, async () => tryLock(place.dataDir, 'command'));
    if (lock !== null) {
      const started = await startLocked(place, lock, options.onProgress);
      return {
        url: started.url,
        own: true,
        stop: () => started.stop(),
        get pid() {
          return started.pid;
        },
      };
    }
    const holder = readHolder(place.dataDir);
    // Another command ends its PostgreSQL when it is done, so it is waited for, not joined.
    if (holder?.kind === 'service') {
      const joined = await join(place);
      if (joined !== null) return joined;
    }
    if (Date.now() - began > JOIN_PATIENCE_MS) {
      const who = holder === null ? 'another Mayfly' : `another Mayfly (pid ${holder.pid})`;
      throw new EmbeddedError(
        `DATA_DIR ${place.shown} is in use by ${who}, and its PostgreSQL does not answer. Try again, or stop it.`,
      );
    }
    await sleep(50);
  }
}

async function join(place: Place): Promise<(EmbeddedPostgres & { own: boolean }) | null> {
  const found = findPostmaster(place.cluster);
  if (found?.address == null || found.status !== 'ready') return null;
  const password = readPassword(place);
  const answer = await ask(found.address, password, DATABASE);
  if (answer !== place.cluster) return null;
  return { url: connectionUrl(found.address, password), pid: found.pid, own: false, stop: async () => {} };
}

async function startLocked(
  place: Place,
  lock: DataDirLock,
  onProgress: (line: string) => void,
): Promise<EmbeddedPostgres> {
  try {
    const binaries = findBinaries();
    const runAs = chooseUser(place.dataDir, place.cluster);
    removeLeftovers(place);
    if (needsCluster(place)) {
      onProgress(`Preparing PostgreSQL in ${place.shown} (first start, takes a few seconds)`);
      await createCluster(place, binaries, runAs);
    }
    claimCluster(place, runAs);
    const password = readPassword(place);
    const supervised = await supervise({
      place,
      binaries,
      runAs,
      onProgress,
      answers: async (address) => (await ask(address, password, 'postgres')) === place.cluster,
    });
    try {
      await ensureDatabase(supervised.address, password);
    } catch (error) {
      await supervised.stop();
      throw error;
    }
    return {
      url: connectionUrl(supervised.address, password),
      get pid() {
        return supervised.pid();
      },
      async stop() {
        await supervised.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw fromFiles(place.shown, error);
  }
}

async function guarded<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw fromFiles(place.shown, error);
  }
}

/** The data directory of whoever answers at the address with our password, or null. */
async function ask(address: Address, password: string, database: string): Promise<string | null> {
  const client = newClient(address, password, database);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    return rows[0]?.folder ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

async function ensureDatabase(address: Address, password: string): Promise<void> {
  const began = Date.now();
  for (;;) {
    const client = newClient(address, password, 'postgres');
    try {
      await client.connect();
      const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(DATABASE)}`);
      return;
    } catch (error) {
      if (!passes(error) || Date.now() - began > CREATE_PATIENCE_MS) throw error;
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

// A backend that outlived a killed Mayfly may still be creating the database: exists, exists soon, template in use.
const CREATED_ELSEWHERE = new Set(['42P04', '23505', '55006']);

function passes(error: unknown): boolean {
  return isUnavailable(error) || CREATED_ELSEWHERE.has((error as pg.DatabaseError).code ?? '');
}

function newClient(address: Address, password: string, database: string): pg.Client {
  const client = new pg.Client({
    connectionString: connectionUrl(address, password, database),
    connectionTimeoutMillis: 3000,
  });
  client.on('error', () => {});
  return client;
}
