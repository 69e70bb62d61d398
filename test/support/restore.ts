// Where backups go in tests: a folder for the files, and empty databases to restore them into.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { backup } from '../../src/infra/db/backup.ts';
import { restore } from '../../src/infra/db/restore.ts';
import { databaseUrl } from './database.ts';

export async function runSql(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

export const save = (url: string, path: string) => backup({ url, path, secretKeySetting: false, onProgress: () => {} });
export const into = (url: string, path: string, mayReplace: () => Promise<void> = async () => {}) =>
  restore({ url, path, onProgress: () => {}, mayReplace });

export async function openRestorePlaces() {
  const folder = await mkdtemp(join(tmpdir(), 'mayfly-backup-'));
  const server = inject('serverUrl');
  const made: string[] = [];
  return {
    file: (name: string): string => join(folder, name),

    async emptyDatabase(): Promise<string> {
      const name = `mayfly_restore_${process.pid}_${made.length}_${Date.now().toString(36)}`;
      made.push(name);
      await runSql(server, `create database ${name}`);
      return databaseUrl(server, name);
    },

    async remove(): Promise<void> {
      for (const name of made) await runSql(server, `drop database if exists ${name} with (force)`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RestorePlaces = Awaited<ReturnType<typeof openRestorePlaces>>;
