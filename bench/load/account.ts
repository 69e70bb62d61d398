// An account with the largest plan, made as an operator makes it: with the console commands, while the service runs.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BenchService } from '../service.ts';

const COMMAND = fileURLToPath(new URL('../../bin/mayfly.js', import.meta.url));
const EMAIL = 'bench@customer.example';
const PASSWORD = 'bench bench bench';

export interface BenchAccount {
  /** Calls an operation and answers its `data`. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export async function openAccount(service: BenchService): Promise<BenchAccount> {
  const mayfly = (...words: string[]) =>
    promisify(execFile)(process.execPath, [COMMAND, ...words], { env: { ...process.env, DATA_DIR: service.dataDir } });
  await mayfly('users', 'add', EMAIL, '--password', PASSWORD);
  await mayfly('points', 'grant', EMAIL, '1000', '--reason', 'bench');

  const call = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const response = await fetch(`${service.origin}/api/v1${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  };
  const { token } = await call<{ token: string }>('POST', '/auth/token', { email: EMAIL, password: PASSWORD });
  await call('POST', '/me/subscription', { planCode: 'business', interval: 'monthly' }, token);
  return { call: (method, path, body) => call(method, path, body, token) };
}
