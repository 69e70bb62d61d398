// Backup and restore: one moment, whole, and every promise about money kept in the copy.

import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { backup } from '../../src/infra/db/backup.ts';
import { type Manifest, verifyBackup } from '../../src/infra/db/backup-file.ts';
import { copiedTables, NOT_COPIED } from '../../src/infra/db/backup-tables.ts';
import { migrate, readMigrations } from '../../src/infra/db/migrate.ts';
import { restore } from '../../src/infra/db/restore.ts';
import { addJobs } from '../../src/infra/jobs.ts';
import { createLog } from '../../src/infra/log.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { databaseUrl } from '../support/database.ts';
import { deliver, type OpenedMailbox, openMailbox } from '../support/mailbox.ts';

let app: TestApp;
let folder: string;
let file: string;
let manifest: Manifest;
const users: UserId[] = [];
const made: string[] = [];
const attachment = randomBytes(300_000);
let mailbox: OpenedMailbox;

beforeAll(async () => {
  app = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'mayfly-backup-'));
  file = join(folder, 'one.mayfly');
  await fill();
  // Money moves while the backup is written: the copy has to be of one moment.
  let writing = true;
  const writer = (async () => {
    for (let i = 0; writing; i++) await grant(users[i % users.length] as UserId, 1);
  })();
  manifest = await backup({ url: app.databaseUrl, path: file, secretKeySetting: false, onProgress: () => {} });
  writing = false;
  await writer;
}, 60_000);

afterAll(async () => {
  await app.close();
  for (const name of made) await run(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function fill(): Promise<void> {
  const { services, database } = app.assembly;
  for (let i = 0; i < 5; i++) {
    const id = await services.auth.signup.createUser({
      email: `u${i}@example.org`,
      password: 'password-1',
      locale: 'en',
    });
    users.push(id as UserId);
    await grant(id as UserId, 1_000);
  }
  await services.billing.subscriptions.buy(users[0] as UserId, 'plan', 'plus', 'monthly');
  await services.content.putPage({
    key: 'odd',
    locale: 'vi',
    title: 'Tab\\t “quotes” \\N',
    source: { text: '<p>Điều khoản \\. \\n</p>', format: 'html' },
  });
  app.assembly.inboundLog.record({
    peer: '192.0.2.1',
    helo: 'a\tb',
    tls: null,
    sender: '',
    recipient: 'x@y.example',
    outcome: 'refused',
    reply: '550',
    messageId: null,
  });
  await app.assembly.inboundLog.flush();
  mailbox = await openMailbox(app);
  await deliver(app, mailbox.address, mailWithAttachment());
  await addJobs(database, [
    { task: 'later', payload: { n: 7, text: 'a\\b\n' }, key: 'k', runAt: new Date('2100-01-01') },
  ]);
}

function mailWithAttachment(): string {
  const encoded = attachment.toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    'From: a@example.org',
    'Subject: Your code is 482913',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your code is 482913',
    '--b',
    'Content-Type: application/octet-stream',
    'Content-Disposition: attachment; filename=a.bin',
    'Content-Transfer-Encoding: base64',
    '',
    encoded,
    '--b--',
    '',
  ].join('\r\n');
}

const grant = (userId: UserId, points: number) =>
  app.assembly.services.billing.wallet.grant(userId, points, 'for the test');

async function run(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

async function emptyDatabase(): Promise<string> {
  const name = `mayfly_restore_${process.pid}_${made.length}_${Date.now().toString(36)}`;
  made.push(name);
  await run(inject('serverUrl'), `create database ${name}`);
  return databaseUrl(inject('serverUrl'), name);
}

const into = (url: string, path = file, mayReplace = async () => {}) =>
  restore({ url, path, onProgress: () => {}, mayReplace });

describe('a restored copy', () => {
  let url: string;
  beforeAll(async () => {
    url = await emptyDatabase();
    await into(url);
  }, 60_000);

  test('has every row of every table', async () => {
    const counts: Record<string, number> = {};
    for (const { name } of manifest.tables.filter((table) => !table.name.includes('.'))) {
      counts[name] = Number((await run(url, `select count(*) as n from ${name}`)).rows[0].n);
    }
    expect(counts).toEqual(
      Object.fromEntries(
        manifest.tables.filter(({ name }) => !name.includes('.')).map(({ name, rows }) => [name, rows]),
      ),
    );
    expect(counts['users']).toBe(5);
  });

  test('writes the same backup again, byte for byte in every table', async () => {
    const again = await backup({
      url,
      path: join(folder, 'two.mayfly'),
      secretKeySetting: false,
      onProgress: () => {},
    });
    const sums = (of: Manifest) => of.tables.map(({ name, sha256 }) => [name, sha256]);
    expect(sums(again)).toEqual(sums(manifest));
  });

  test('keeps every promise about money', async () => {
    const { rows } = await run(
      url,
      `select count(*)::int as wallets, sum(w.balance)::int as points,
         bool_and(w.balance = (select sum(amount) from ledger_entries e where e.user_id = w.user_id)) as equal from wallets w`,
    );
    expect(rows[0].equal).toBe(true);
    expect(rows[0].wallets).toBe(5);
    await expect(run(url, 'delete from ledger_entries')).rejects.toThrow(/append-only/);
    await expect(run(url, 'update wallets set balance = balance + 1')).rejects.toThrow(/does not equal its ledger/);
  });

  test('serves the same mail, code and attachment to the same token', async () => {
    const config = readConfig({ RATE_LIMIT_FACTOR: '0', MAIL_AUTH: 'off', ROLES: 'http' });
    const log = createLog('silent');
    const copy = await assemble({ config, databaseUrl: url, log, clock: app.clock });
    const get = (path: string) =>
      (copy.http as NonNullable<typeof copy.http>).inject({
        url: `/api/v1${path}`,
        headers: { authorization: `Bearer ${mailbox.token}` },
      });
    try {
      expect((await get('/mailboxes/me/otp/latest')).json().data.code).toBe('482913');
      const [{ id }] = (await get('/mailboxes/me/messages')).json().data;
      const [shown] = (await get(`/messages/${id}`)).json().data.attachments;
      const { rawPayload } = await get(`/messages/${id}/attachments/${shown.id}`);
      const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect([sum(rawPayload), shown.sha256]).toEqual([sum(attachment), sum(attachment)]);
      expect((await get(`/messages/${id}/raw`)).statusCode).toBe(410);
    } finally {
      await copy.http?.close();
      await copy.close();
    }
  });

  test('has the jobs that waited', async () => {
    const { rows } = await run(
      url,
      `select t.identifier, j.payload, j.key, j.run_at from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'later'`,
    );
    expect(rows).toEqual([
      { identifier: 'later', payload: { n: 7, text: 'a\\b\n' }, key: 'k', run_at: new Date('2100-01-01') },
    ]);
  });

  test('goes on counting where the original was', async () => {
    const before = Number((await run(url, 'select max(id) as id from inbound_attempts')).rows[0].id);
    const { rows } = await run(
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
    await expect(
      backup({ url: app.databaseUrl, path: file, secretKeySetting: false, onProgress: () => {} }),
    ).rejects.toThrow(/exists already/);
  });

  test('leaves out no table except those with a reason', async () => {
    const { rows } = await run(
      app.databaseUrl,
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
    const path = join(folder, `damaged-${randomBytes(4).toString('hex')}`);
    await writeFile(path, damage(await readFile(file)));
    const url = await emptyDatabase();
    await expect(into(url, path)).rejects.toThrow(/not a whole Mayfly backup/);
    expect(
      (await run(url, `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`)).rows[0].n,
    ).toBe(0);
  });

  test('that does not exist is one line', async () => {
    await expect(verifyBackup(join(folder, 'nowhere'))).rejects.toThrow(/cannot be read: ENOENT/);
  });
});

describe('where something is', () => {
  test('restoring asks first, and an answer of no leaves everything', async () => {
    const url = await emptyDatabase();
    await into(url);
    await run(url, `update pages set title = 'mine'`);
    const no = async (what: string) => {
      throw new Error(`asked about ${what}`);
    };
    await expect(into(url, file, no as never)).rejects.toThrow(/asked about/);
    expect((await run(url, 'select title from pages')).rows[0].title).toBe('mine');
    await into(url);
    expect((await run(url, 'select title from pages')).rows[0].title).not.toBe('mine');
  });

  test('restoring is refused while a service is there', async () => {
    await expect(into(app.databaseUrl)).rejects.toThrow(/Stop it first/);
  });
});

describe('another version', () => {
  const save = async (url: string, name: string) => {
    const path = join(folder, name);
    await backup({ url, path, secretKeySetting: false, onProgress: () => {} });
    return path;
  };

  test('that is older is restored as it was and brought up to date', async () => {
    const [old, url] = [await emptyDatabase(), await emptyDatabase()];
    const migrations = await readMigrations();
    await migrate(old, () => {}, migrations.slice(0, -1));
    await run(old, `update payment_providers set name = 'as it was' where code = 'bnb'`);
    await into(url, await save(old, 'old.mayfly'));
    const { rows } = await run(url, 'select count(*)::int as n from schema_migrations');
    expect(rows[0].n).toBe(migrations.length);
    expect((await run(url, `select name from payment_providers where code = 'bnb'`)).rows[0].name).toBe('as it was');
    // A database that is further along is not the place for it.
    await expect(into(url, join(folder, 'old.mayfly'))).rejects.toThrow(/another DATA_DIR/);
  });

  test('that is newer is refused', async () => {
    const [newer, url] = [await emptyDatabase(), await emptyDatabase()];
    await migrate(newer);
    await run(newer, `insert into schema_migrations (version, name, checksum) values (9999, 'future', '')`);
    await expect(into(url, await save(newer, 'newer.mayfly'))).rejects.toThrow(/9999_future is not known here/);
  });
});

test('tables come before those that refer to them', async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const names = (await copiedTables(client).finally(() => client.end())).map(({ name }) => name);
  expect(names.indexOf('users')).toBeLessThan(names.indexOf('wallets'));
  expect(names.indexOf('wallets')).toBeLessThan(names.indexOf('ledger_entries'));
});
