// The whole service on a database of its own: requests are injected or go over a socket, mail comes over real SMTP.

import { Writable } from 'node:stream';
import { type Assembly, assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
import type { SmtpLimits } from '../../src/inbound/server.ts';
import { createLog } from '../../src/infra/log.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createTestDatabase } from './database.ts';

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly body: T;
  readonly text: string;
}

export interface CallOptions {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Client address as the server sees it. */
  readonly ip?: string;
}

export interface TestApp {
  readonly assembly: Assembly;
  readonly clock: TestClock;
  readonly databaseUrl: string;
  /** Port of the SMTP listener; it is opened by the first call. */
  smtpPort(): Promise<number>;
  /** Opens the HTTP listener and returns its origin, for clients that need a socket. */
  listen(): Promise<string>;
  /** Every line that the service logged. */
  readonly logLines: string[];
  /** Path relative to /api/v1, or absolute when it begins with `//root` . */
  call<T = { data: never }>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  close(): Promise<void>;
}

export async function createTestApp(
  env: Record<string, string> = {},
  clock = createTestClock(),
  smtpLimits: Partial<SmtpLimits> = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const logLines: string[] = [];
  const log = createLog(
    'debug',
    new Writable({
      write(chunk, _encoding, done) {
        logLines.push(String(chunk));
        done();
      },
    }),
  );
  const config = readConfig({
    RATE_LIMIT_FACTOR: '0',
    MAIL_AUTH: 'off',
    PUBLIC_URL: 'http://mayfly.example',
    ...env,
    SMTP_PORT: '0',
    PORT: '0',
  });
  const assembly = await assemble({ config, databaseUrl: database.url, log, clock, smtpLimits });
  let smtpPort: Promise<number> | null = null;
  let origin: Promise<string> | null = null;

  return {
    assembly,
    clock,
    databaseUrl: database.url,
    logLines,
    smtpPort() {
      smtpPort ??= (assembly.smtp as NonNullable<Assembly['smtp']>).listen('127.0.0.1', 0);
      return smtpPort;
    },
    listen() {
      origin ??= (assembly.http as NonNullable<Assembly['http']>).listen({ host: '127.0.0.1', port: 0 });
      return origin;
    },
    async call<T>(method: string, path: string, options: CallOptions = {}) {
      const url = path.startsWith('//root') ? path.slice('//root'.length) : `/api/v1${path}`;
      const response = await (assembly.http as NonNullable<Assembly['http']>).inject({
        method: method as 'GET',
        url,
        remoteAddress: options.ip ?? '192.0.2.1',
        headers: {
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
          ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(options.body === undefined
          ? {}
          : { payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
      });
      const isJson = String(response.headers['content-type'] ?? '').includes('json');
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.payload,
        body: (isJson && response.payload !== '' ? JSON.parse(response.payload) : undefined) as T,
      };
    },
    async close() {
      assembly.wakeup.releaseAll();
      await assembly.smtp?.close();
      await assembly.http?.close();
      await assembly.close();
      await database.drop();
    },
  };
}
