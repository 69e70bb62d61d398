// Several Mayfly processes on one PostgreSQL and one Redis, all real: what a larger installation is, on loopback.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Assembly, assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import { type EmbeddedPostgres, startEmbedded } from '../../src/infra/db/embedded.ts';
import { createLog } from '../../src/infra/log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { type Service, startService } from './service.ts';

export interface Member {
  readonly service: Service;
  /** Null when the process does not have the role. */
  readonly http: string | null;
  readonly smtp: number | null;
}

export interface Fleet {
  readonly databaseUrl: string;
  readonly redis: RedisProcess;
  /** The process of this number, once its listeners are up. */
  member(number: number): Promise<Member>;
  readonly size: number;
  /** Puts a new process in the place of one that has ended. */
  restart(number: number): void;
  /** The services over the same database in this process, without listeners, for what a test sets up or checks. */
  readonly console: Assembly;
  /** Of the console only; the processes live in real time. */
  readonly clock: TestClock;
  stop(): Promise<void>;
}

export interface RedisProcess {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Null where redis-server is not installed; CI has it. */
export async function startRedis(): Promise<RedisProcess | null> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: RedisProcess = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      child = spawn(
        'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', tmpdir()],
        { stdio: ['ignore', 'pipe', 'ignore'] },
      );
      const started = child;
      await new Promise<void>((resolve, reject) => {
        let output = '';
        started.once('error', reject);
        started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${output}`)));
        started.stdout?.on('data', (chunk: Buffer) => {
          output += chunk;
          if (output.includes('Ready to accept connections')) resolve();
        });
      });
    },
    async stop() {
      if (!child || child.exitCode !== null) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      child = null;
    },
  };
  try {
    await redis.start();
    return redis;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && process.env['CI'] !== 'true') return null;
    throw error;
  }
}

/** One process for each entry of `roles`, all started in the same moment on an empty database. */
export async function startFleet(options: {
  redis: RedisProcess;
  roles: readonly string[];
  env?: Record<string, string>;
}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'mayfly-fleet-'));
  const postgres: EmbeddedPostgres = await startEmbedded({ dataDir: folder, onProgress: () => {} });
  const env = { DATABASE_URL: postgres.url, REDIS_URL: options.redis.url, ...options.env };
  const launch = (roles: string): { service: Service; member: Promise<Member> } => {
    const service = startService({ ...env, ROLES: roles });
    const member = membersOf(service, roles);
    member.catch(() => {});
    return { service, member };
  };
  const members = options.roles.map(launch);
  const clock = createTestClock();
  let services: Assembly | null = null;
  const stop = async () => {
    for (const { service } of members) service.kill('SIGKILL');
    await Promise.all(members.map(({ service }) => service.exit));
    await services?.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(members.map(({ member }) => member));
    services = await assemble({
      config: readConfig({ ROLES: 'worker', ...bankOf(env) }),
      databaseUrl: postgres.url,
      log: createLog('silent'),
      clock,
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    databaseUrl: postgres.url,
    redis: options.redis,
    size: members.length,
    console: services,
    clock,
    async member(number) {
      const entry = members[number];
      if (!entry) throw new Error(`there is no process ${number}`);
      return entry.member;
    },
    restart(number) {
      members[number] = launch(options.roles[number] ?? '');
    },
    stop,
  };
}

const bankOf = (env: Record<string, string>) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('BANK_')));

async function membersOf(service: Service, roles: string): Promise<Member> {
  let ended = false;
  void service.exit.then(() => {
    ended = true;
  });
  for (;;) {
    const output = service.output();
    const smtp = /takes mail at [^\s]+:(\d+) /.exec(output)?.[1];
    const http = /answers at (http:\/\/[^\s]+) /.exec(output)?.[1];
    if ((smtp || !roles.includes('smtp')) && (http || !roles.includes('http'))) {
      return { service, http: http ?? null, smtp: smtp ? Number(smtp) : null };
    }
    if (ended) throw new Error(`the process ended before it was ready:\n${output}`);
    await sleep(10);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as { port: number };
      holder.close(() => resolve(port));
    });
  });
}
