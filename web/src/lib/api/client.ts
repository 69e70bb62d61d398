// Every call of the app to the service goes through here: JSON in, `data` out, or an ApiProblem.

import { noteServerTime } from '../state/clock.svelte.ts';
import { networkProblem, problemFrom } from './problem.ts';

const BASE = '/api/v1';

export interface CallOptions {
  readonly token?: string | null | undefined;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

async function send(method: string, url: string, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (options.token) headers['Authorization'] = `Bearer ${options.token}`;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      cache: 'no-store',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw networkProblem();
  }
  noteServerTime(response.headers.get('Date'));
  if (!response.ok) throw await problemFrom(response);
  return response;
}

function address(path: string, query: CallOptions['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return `${BASE}${path}${text === '' ? '' : `?${text}`}`;
}

/** The whole answer, for lists that carry nextCursor beside data. */
export async function callWhole<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const response = await send(method, address(path, options.query), options);
  if (response.status === 204) return undefined as T;
  try {
    return (await response.json()) as T;
  } catch {
    throw networkProblem();
  }
}

export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const whole = await callWhole<{ data: T } | undefined>(method, path, options);
  return whole?.data as T;
}

export async function callBytes(path: string, options: CallOptions): Promise<Blob> {
  return (await send('GET', address(path, undefined), options)).blob();
}

/** Registration lives beside the API, not under it. */
export async function callApp<T>(path: string, body: unknown): Promise<T> {
  const response = await send('POST', `/app${path}`, { body });
  return ((await response.json()) as { data: T }).data;
}
