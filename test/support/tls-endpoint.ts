// An https server on loopback for webhook tests, with certificates of a CA that only tests trust (test/support/tls,
// valid until 2046). It records what it gets and answers as a test scripts it.
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { isIPv6 } from 'node:net';
import { gzipSync } from 'node:zlib';

function pem(name: string): string {
  return readFileSync(new URL(`tls/${name}.pem`, import.meta.url), 'utf8');
}

/** Pass it as `ca` to what has to trust the endpoints. */
export const testCa = pem('ca');
/** The same as a file, for NODE_EXTRA_CA_CERTS of a child process. */
export const testCaFile = new URL('tls/ca.pem', import.meta.url).pathname;

export type EndpointAnswer =
  | { kind: 'reply'; status: number; headers?: Record<string, string>; body?: string; delayMs?: number }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Status line and headers, one byte at a time. */
  | { kind: 'drip-headers'; everyMs: number }
  /** A status at once, then one byte of body at a time, for ever. */
  | { kind: 'drip-body'; status: number; everyMs: number }
  /** A body without end, as quickly as the client takes it. */
  | { kind: 'endless'; status: number }
  /** Headers without end. */
  | { kind: 'endless-headers' }
  /** A hundred kilobytes that unpack to 100 MB. */
  | { kind: 'gzip-bomb'; status: number }
  /** Cuts the connection. */
  | { kind: 'reset' };

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The SNI name that the client sent, if any. */
  readonly servername: string | false | null;
  readonly at: number;
}

export interface TlsEndpoint {
  readonly port: number;
  readonly requests: RecordedRequest[];
  /** TCP connections so far. */
  readonly connections: () => number;
  /** Bytes of answers that left, over all connections that are still open or closed. */
  readonly bytesSent: () => number;
  answer(next: EndpointAnswer | ((request: RecordedRequest) => EndpointAnswer)): void;
  /** `https://<host>:<port>/hook` */
  url(host?: string, path?: string): string;
  close(): Promise<void>;
}

export interface EndpointOptions {
  /** `hooks`: hooks.example.test, *.hooks.example.test, localhost, 127.0.0.1, ::1. `other`: other.example.test. */
  certificate?: 'hooks' | 'other';
  host?: string;
}

export async function startTlsEndpoint(options: EndpointOptions = {}): Promise<TlsEndpoint> {
  const { certificate = 'hooks', host = '127.0.0.1' } = options;
  const requests: RecordedRequest[] = [];
  let answer: (request: RecordedRequest) => EndpointAnswer = () => ({ kind: 'reply', status: 204 });

  const server = createServer({ cert: pem(certificate), key: pem(`${certificate}.key`) });
  server.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const socket = request.socket as typeof request.socket & { servername?: string | false | null };
      const recorded: RecordedRequest = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        servername: socket.servername ?? null,
        at: Date.now(),
      };
      requests.push(recorded);
      respond(response, answer(recorded));
    });
  });
  const sockets = new Set<{ destroy(): unknown; bytesWritten: number }>();
  let closedBytes = 0;
  let connections = 0;
  server.on('connection', (socket) => {
    connections++;
    sockets.add(socket);
    socket.once('close', () => {
      closedBytes += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  // A client that refuses the certificate is what some tests are about.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;

  return {
    port,
    requests,
    connections: () => connections,
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closedBytes),
    answer: (next) => {
      answer = typeof next === 'function' ? next : () => next;
    },
    url: (name = host, path = '/hook') => `https://${isIPv6(name) ? `[${name}]` : name}:${port}${path}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

let bomb: Buffer | undefined;

function respond(response: ServerResponse, answer: EndpointAnswer): void {
  const { socket } = response;
  switch (answer.kind) {
    case 'reply':
      setTimeout(() => response.writeHead(answer.status, answer.headers).end(answer.body ?? ''), answer.delayMs ?? 0);
      return;
    case 'hang':
      return;
    case 'reset':
      socket?.destroy();
      return;
    case 'drip-headers': {
      const text = `HTTP/1.1 200 OK\r\nx-slow: ${'x'.repeat(10_000)}`;
      let at = 0;
      every(response, answer.everyMs, () => socket?.write(text.charAt(at++)));
      return;
    }
    case 'drip-body':
      response.writeHead(answer.status);
      every(response, answer.everyMs, () => response.write('.'));
      return;
    case 'endless':
      response.writeHead(answer.status);
      pour(response, Buffer.alloc(65_536, 'x'));
      return;
    case 'endless-headers':
      socket?.write('HTTP/1.1 200 OK\r\n');
      every(response, 1, () => socket?.write(`x-header: ${'x'.repeat(1000)}\r\n`));
      return;
    case 'gzip-bomb':
      response.writeHead(answer.status, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
      bomb ??= gzipSync(Buffer.alloc(100 * 1024 * 1024));
      response.end(bomb);
  }
}

function every(response: ServerResponse, ms: number, work: () => void): void {
  const timer = setInterval(work, ms);
  response.once('close', () => clearInterval(timer));
}

function pour(response: ServerResponse, block: Buffer): void {
  if (response.destroyed) return;
  if (response.write(block)) setImmediate(pour, response, block);
  else response.once('drain', () => pour(response, block));
}
