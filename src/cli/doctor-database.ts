// The doctor's look at the database, and at what is only known through it: migrations, clock, jobs, money.

import pg from 'pg';
import type { Assembly } from '../assemble.ts';
import { pendingMigrations, readMigrations } from '../infra/db/migrate.ts';
import { serverTooOld } from '../infra/db/server-version.ts';
import { countJobs } from '../infra/jobs.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

export interface DatabaseLook {
  readonly findings: Finding[];
  /** Whether services may be built on it: reachable, and neither behind nor ahead. */
  readonly usable: boolean;
}

export async function checkDatabase(url: string, embedded: boolean): Promise<DatabaseLook> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'mayfly doctor',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const began = Date.now();
    const { rows } = await client.query<{ version: string; number: number; now: Date; there: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         clock_timestamp() as now, to_regclass('public.schema_migrations') is not null as there`,
    );
    const row = rows[0];
    if (!row) throw new Error('no answer');
    const between = (began + Date.now()) / 2;
    const findings = [
      serverTooOld(row.number) !== null
        ? problem('database', `PostgreSQL ${row.version} is too old`, 'Use PostgreSQL 15 or newer.')
        : ok('database', `PostgreSQL ${row.version}${embedded ? ', embedded' : ''}`),
      clockFinding(Math.abs(row.now.getTime() - between) / 1_000),
    ];
    const migrations = row.there ? await migrationFinding(client) : NOT_MIGRATED;
    findings.push(migrations);
    return { findings, usable: findings.every(({ state }) => state !== 'problem') && migrations.state === 'ok' };
  } catch (error) {
    const text = `cannot be reached: ${(error as Error).message || 'no answer'}`;
    return { findings: [problem('database', text, 'Check DATABASE_URL and that PostgreSQL runs.')], usable: false };
  } finally {
    await client.end().catch(() => {});
  }
}

const NOT_MIGRATED = warning('migrations', 'the database is new', 'Nothing: the first start prepares it.');

async function migrationFinding(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations order by version');
  const newest = (await readMigrations()).at(-1)?.version ?? 0;
  const ahead = rows.find(({ version }) => version > newest);
  if (ahead) {
    return problem(
      'migrations',
      `the database is at ${ahead.version}, this Mayfly knows ${newest}`,
      'Run the newer Mayfly.',
    );
  }
  const pending = await pendingMigrations(rows.map(({ version }) => version));
  return pending === 0
    ? ok('migrations', `all ${rows.length} applied`)
    : warning('migrations', `${pending} to apply`, 'Run "mayfly migrate", or start the service, which does it.');
}

function clockFinding(seconds: number): Finding {
  const text = `${seconds.toFixed(1)} s apart from the database`;
  if (seconds > 60) return problem('clock', text, 'Set the clocks (NTP): expiry and two-factor codes go wrong.');
  if (seconds > 2) return warning('clock', text, 'Set the clocks with NTP.');
  return ok('clock', text);
}

export async function checkServices({ database, services }: Assembly): Promise<Finding[]> {
  const { ready, failed } = await countJobs(database);
  const broken = await services.billing.checkMoney();
  return [
    ready > 1_000
      ? warning('jobs', `${ready} wait for a worker`, 'Check that a process with the role worker runs.')
      : failed > 0
        ? warning('jobs', `${failed} were given up`, 'The log says why; look for "jobs".')
        : ok('jobs', `${ready} wait`),
    ...(broken.length === 0
      ? [ok('money', 'every balance is the sum of its ledger')]
      : broken.map(({ rule, count, examples }) =>
          problem(
            'money',
            `not so: ${rule} (${count}: ${examples.join(', ')})`,
            'Stop sales, keep a backup, and report it.',
          ),
        )),
  ];
}
