// A database of its own for a test file, copied from the migrated template.

import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

let count = 0;

export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject('serverUrl');
  const name = `mayfly_${process.pid}_${Date.now().toString(36)}_${count++}`;
  await onServer(serverUrl, `create database ${name} template ${inject('template')}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

/** The same server, another database. The path is cut by text because socket URLs are not WHATWG URLs. */
export function databaseUrl(serverUrl: string, name: string): string {
  const [head = '', query] = serverUrl.split('?');
  return `${head.replace(/\/[^/]*$/, `/${name}`)}${query === undefined ? '' : `?${query}`}`;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
