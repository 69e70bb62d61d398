// Backups of another version: an older one is restored and brought up to date, a newer one is refused.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/infra/db/migrate.ts';
import { into, openRestorePlaces, type RestorePlaces, runSql, save } from '../support/restore.ts';

let places: RestorePlaces;
beforeAll(async () => {
  places = await openRestorePlaces();
});
afterAll(() => places.remove());

test('an older one is restored as it was and brought up to date', async () => {
  const [old, url] = [await places.emptyDatabase(), await places.emptyDatabase()];
  const migrations = await readMigrations();
  await migrate(old, () => {}, migrations.slice(0, -1));
  await runSql(old, `update payment_providers set name = 'as it was' where code = 'bnb'`);
  const file = places.file('old.mayfly');
  await save(old, file);
  await into(url, file);
  const { rows } = await runSql(url, 'select count(*)::int as n from schema_migrations');
  expect(rows[0].n).toBe(migrations.length);
  expect((await runSql(url, `select name from payment_providers where code = 'bnb'`)).rows[0].name).toBe('as it was');
  // A database that is further along is not the place for it.
  await expect(into(url, file)).rejects.toThrow(/another DATA_DIR/);
});

test('a newer one is refused', async () => {
  const [newer, url] = [await places.emptyDatabase(), await places.emptyDatabase()];
  await migrate(newer);
  await runSql(newer, `insert into schema_migrations (version, name, checksum) values (9999, 'future', '')`);
  const file = places.file('newer.mayfly');
  await save(newer, file);
  await expect(into(url, file)).rejects.toThrow(/9999_future is not known here/);
});
