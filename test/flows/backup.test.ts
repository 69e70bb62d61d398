// Backup and restore: one moment, whole, and every promise about money kept in the copy. Other versions are in
// backup-versions.test.ts.

import { createHash, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { type Manifest, verifyBackup } from '../../src/infra/db/backup-file.ts';
import { copiedTables, NOT_COPIED } from '../../src/infra/db/backup-tables.ts';
import { createLog } from '../../src/infra/log.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { type FilledService, grant, startFilledService } from '../support/filled-service.ts';
import { into, openRestorePlaces, type RestorePlaces, runSql, save } from '../support/restore.ts';

let from: FilledService;
let places: RestorePlaces;
let file: string;
let manifest: Manifest;

beforeAll(async () => {
  from = await startFilledService();
  places = await openRestorePlaces();
  file = places.file('one.mayfly');
  // Money moves while the backup is written: the copy has to be of one moment.
  const { app, users } = from;
  let writing = true;
  const writer = (async () => {
    for (let i = 0; writing; i++) await grant(app, users[i % users.length] as UserId, 1);
  })();
  manifest = await save(app.databaseUrl, file);
  writing = false;
  await writer;
}, 60_000);

afterAll(async () => {
  await from.app.close();
  await places.remove();
});

describe('a restored copy', () => {
  let url: string;
  beforeAll(async () => {
    url = await places.emptyDatabase();
    await into(url, file);
  }, 60_000);

  test('has every row of every table', async () => {
    const counts: Record<string, number> = {};
    for (const { name } of manifest.tables.filter((table) => !table.name.includes('.'))) {
      counts[name] = Number((await runSql(url, `select count(*) as n from ${name}`)).rows[0].n);
    }
    expect(counts).toEqual(
      Object.fromEntries(
        manifest.tables.filter(({ name }) => !name.includes('.')).map(({ name, rows }) => [name, rows]),
      ),
    );
    expect(counts['users']).toBe(5);
  });

  test('writes the same backup again, byte for byte in every table', async () => {
    const again = await save(url, places.file('two.mayfly'));
    const sums = (of: Manifest) => of.tables.map(({ name, sha256 }) => [name, sha256]);
    expect(sums(again)).toEqual(sums(manifest));
  });

  test('keeps every promise about money', async () => {
    const { rows } = await runSql(
      url,
      `select count(*)::int as wallets, sum(w.balance)::int as points,
         bool_and(w.balance = (select sum(amount) from ledger_entries e where e.user_id = w.user_id)) as equal from wallets w`,
    );
    expect(rows[0].equal).toBe(true);
    expect(rows[0].wallets).toBe(5);
    await expect(runSql(url, 'delete from ledger_entries')).rejects.toThrow(/append-only/);
    await expect(runSql(url, 'update wallets set balance = balance + 1')).rejects.toThrow(/does not equal its ledger/);
  });

  test('serves the same mail, code and attachment to the same token', async () => {
    const config = readConfig({ RATE_LIMIT_FACTOR: '0', MAIL_AUTH: 'off', ROLES: 'http' });
    const log = createLog('silent');
    const copy = await assemble({ config, databaseUrl: url, log, clock: from.app.clock });
    const get = (path: string) =>
      (copy.http as NonNullable<typeof copy.http>).inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${from.mailbox.token}` },
      });
    try {
      expect((await get('/mailboxes/me/otp/latest')).json().data.code).toBe('482913');
      const [{ id }] = (await get('/mailboxes/me/messages')).json().data;
      const [shown] = (await get(`/messages/${id}`)).json().data.attachments;
      const { rawPayload } = await get(`/messages/${id}/attachments/${shown.id}`);
      const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect([sum(rawPayload), shown.sha256]).toEqual([sum(from.attachment), sum(from.attachment)]);
      expect((await get(`/messages/${id}/raw`)).statusCode).toBe(410);
    } finally {
      await copy.http?.close();
      await copy.close();
    }
  });

  test('has the jobs that waited', async () => {
    const { rows } = await runSql(
      url,
      `select t.identifier, j.payload, j.key, j.run_at from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'later'`,
    );
    expect(rows).toEqual([
      { identifier: 'later', payload: { n: 7, text: 'a\\b\n' }, key: 'k', run_at: new Date('2100-01-01') },
    ]);
  });

  test('goes on counting where the original was', async () => {
    const before = Number((await runSql(url, 'select max(id) as id from inbound_attempts')).rows[0].id);
    const { rows } = await runSql(
      url,
      `insert into inbound_attempts (at, peer, outcome, reply) values (now(), '', 'refused', '') returning id`,
    );
    expect(Number(rows[0].id)).toBe(before + 1);
  });
});

describe('the file', () => {
  test('is readable by its owner only, and no half-written one stays behind', async () => {
    expect((await stat(file)).mode & 0o077).toBe(0);
    await expect(stat(`${file}.partial`)).rejects.toThrow(/ENOENT/);
  });

  test('is never overwritten', async () => {
    await expect(save(from.app.databaseUrl, file)).rejects.toThrow(/exists already/);
  });

  test('leaves out no table except those with a reason', async () => {
    const { rows } = await runSql(
      from.app.databaseUrl,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    );
    const copied = manifest.tables.map(({ name }) => name);
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => !copied.includes(name))
        .sort(),
    ).toEqual(Object.keys(NOT_COPIED).sort());
  });

  test.each([
    [
      'a changed byte',
      (bytes: Buffer) =>
        bytes.fill((bytes[bytes.length >> 1] as number) ^ 1, bytes.length >> 1, (bytes.length >> 1) + 1),
    ],
    ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 2_000)],
    ['another kind of content', () => Buffer.from('not a backup')],
    ['nothing', () => Buffer.alloc(0)],
  ])('with %s is refused before anything is touched', async (_name, damage) => {
    const path = places.file(`damaged-${randomBytes(4).toString('hex')}`);
    await writeFile(path, damage(await readFile(file)));
    const url = await places.emptyDatabase();
    await expect(into(url, path)).rejects.toThrow(/not a whole Mayfly backup/);
    expect(
      (await runSql(url, `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`)).rows[0]
        .n,
    ).toBe(0);
  });

  test('that does not exist is one line', async () => {
    await expect(verifyBackup(places.file('nowhere'))).rejects.toThrow(/cannot be read: ENOENT/);
  });
});

describe('where something is', () => {
  test('restoring asks first, and an answer of no leaves everything', async () => {
    const url = await places.emptyDatabase();
    await into(url, file);
    await runSql(url, `update pages set title = 'mine'`);
    const no = async (what: string) => {
      throw new Error(`asked about ${what}`);
    };
    await expect(into(url, file, no as never)).rejects.toThrow(/asked about/);
    expect((await runSql(url, 'select title from pages')).rows[0].title).toBe('mine');
    await into(url, file);
    expect((await runSql(url, 'select title from pages')).rows[0].title).not.toBe('mine');
  });

  test('restoring is refused while a service is there', async () => {
    await expect(into(from.app.databaseUrl, file)).rejects.toThrow(/Stop it first/);
  });
});

test('tables come before those that refer to them', async () => {
  const client = new pg.Client({ connectionString: from.app.databaseUrl });
  await client.connect();
  const names = (await copiedTables(client).finally(() => client.end())).map(({ name }) => name);
  expect(names.indexOf('users')).toBeLessThan(names.indexOf('wallets'));
  expect(names.indexOf('wallets')).toBeLessThan(names.indexOf('ledger_entries'));
});
