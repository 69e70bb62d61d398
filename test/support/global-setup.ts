// Once per run: a real PostgreSQL (embedded, or the server named by DATABASE_URL) with one migrated template database.
// Each test file copies the template, which takes some tens of milliseconds.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/infra/db/embedded.ts';
import { migrate } from '../../src/infra/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

export default async function setup(project: TestProject) {
  const given = process.env['TEST_ON_SERVER'] === '1' ? process.env['DATABASE_URL'] : undefined;
  if (process.env['TEST_ON_SERVER'] === '1' && !given) throw new Error('npm run test:server wants DATABASE_URL.');
  const directory = given ? null : await mkdtemp(join(tmpdir(), 'mayfly-test-'));
  const server = directory ? await startEmbedded({ dataDir: directory, onProgress: () => {} }) : null;
  const serverUrl = given ?? server?.url ?? '';
  const template = `mayfly_template_${process.pid}_${Date.now().toString(36)}`;
  await onServer(serverUrl, `create database ${template}`);
  await migrate(withDatabase(serverUrl, template));
  project.provide('serverUrl', serverUrl);
  project.provide('template', template);
  return async () => {
    if (server && directory) {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    } else {
      await onServer(serverUrl, `drop database if exists ${template} with (force)`);
    }
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function withDatabase(url: string, name: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
}
