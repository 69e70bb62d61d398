// The whole service on a database of its own: requests are injected or go over a socket, mail comes over real SMTP.

import { Writable } from 'node:stream';
import { type Assembly, assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/config.ts';
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
  /** Every line that the service logged. */
  readonly logLines: string[];
  /** Path relative to /api/v1, or absolute when it begins with `//root` . */
  call<T = { data: never }>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
  close(): Promise<void>;
}

export async function createTestApp(env: Record<string, string> = {}, clock = createTestClock()): Promise<TestApp> {
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
  const assembly = await assemble({ config, databaseUrl: database.url, log, clock });

  return {
    assembly,
    clock,
    databaseUrl: database.url,
    logLines,
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
      await assembly.http?.close();
      await assembly.close();
      await database.drop();
    },
  };
}
