// The only way out to a customer's URL: an https POST to an address that was checked at the moment of connecting.
// Webhook deliveries go through here. Rules of what may be reached: outbound-target.ts.
import { isIP, type LookupFunction } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Agent, type buildConnector } from 'undici';
import type { CidrList } from '../lib/cidr.ts';
import type { Dns, HostAddress } from './dns.ts';
import { checkAddresses, readTarget, type Target, type TargetCheck } from './outbound-target.ts';

export interface OutboundPost {
  headers: Record<string, string>;
  body: string | Buffer;
  /** From the call to the last byte that is read; waiting for a free connection included. */
  timeoutMs?: number;
  /** The body is of no interest; this much of it is read so that the connection can be used again. */
  maxResponseBytes?: number;
}
export type OutboundResult =
  | { kind: 'response'; status: number; retryAfter?: string; durationMs: number }
  | { kind: 'failure'; error: string; durationMs: number };

export interface OutboundHttp {
  /** For saving a URL. Passing it promises nothing about later: every connection is checked again. */
  checkUrl(url: string): Promise<{ ok: true } | { ok: false; reason: string }>;
  post(url: string, request: OutboundPost): Promise<OutboundResult>;
  close(): Promise<void>;
}

export interface OutboundOptions {
  allowCidrs: CidrList;
  dns: Pick<Dns, 'lookup'>;
  /** PEM; trusted instead of the usual authorities. For tests. */
  ca?: string;
}

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** How long an answer's body may go on once the status is known. */
const DRAIN_MS = 1_000;
const RESPONSE_BYTES = 16_384;
const CONNECTIONS_PER_ORIGIN = 16;
const USER_AGENT = 'Mayfly-Webhooks/1';

class Refused extends Error {}

export function createOutboundHttp({ allowCidrs, dns, ca }: OutboundOptions): OutboundHttp {
  async function resolve({ host, port, literal }: Target): Promise<TargetCheck<HostAddress[]>> {
    const answer = literal === null ? await dns.lookup(host) : { kind: 'found' as const, records: literal };
    if (answer.kind === 'absent') return { ok: false, reason: `${host} does not exist or has no address` };
    if (answer.kind === 'unanswered') return { ok: false, reason: `DNS did not answer for ${host}` };
    const check = checkAddresses(allowCidrs, answer.records, port);
    return check.ok ? { ok: true, value: answer.records } : check;
  }

  async function connect(options: buildConnector.Options): Promise<TLSSocket> {
    const target = readTarget(`${options.protocol}//${options.host ?? options.hostname}`);
    if (!target.ok) throw new Refused(target.reason);
    const resolved = await resolve(target.value);
    if (!resolved.ok) throw new Refused(resolved.reason);
    const { host, port } = target.value;
    const socket = await openTls(host, port, resolved.value, ca);
    // The lookup below hands over checked addresses and no others; should that ever stop being so, nothing is sent.
    const peer = socket.remoteAddress ?? '';
    const check = checkAddresses(allowCidrs, [{ address: peer, family: isIP(peer) === 6 ? 6 : 4 }], port);
    if (check.ok) return socket;
    socket.destroy();
    throw new Refused(check.reason);
  }

  // An Agent of its own: no proxy from the environment, no redirects, no decompression.
  const agent = new Agent({
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    maxHeaderSize: 16_384,
    allowH2: false,
    connect: (options, callback) => {
      connect(options).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
    },
  });

  return {
    async checkUrl(url) {
      const target = readTarget(url);
      const resolved = target.ok ? await resolve(target.value) : target;
      return resolved.ok ? { ok: true } : resolved;
    },

    async post(url, request) {
      const started = performance.now();
      const elapsed = () => Math.round(performance.now() - started);
      const target = readTarget(url);
      if (!target.ok) return { kind: 'failure', error: target.reason, durationMs: elapsed() };
      const abort = new AbortController();
      const timers = [setTimeout(() => abort.abort(), request.timeoutMs ?? TIMEOUT_MS)];
      try {
        const response = await agent.request({
          origin: target.value.origin,
          path: target.value.path,
          method: 'POST',
          headers: { 'user-agent': USER_AGENT, ...request.headers },
          body: request.body,
          signal: abort.signal,
          // The deadline covers both.
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        // The status decides; how the body ends does not, so no way of ending it is a failure.
        timers.push(setTimeout(() => abort.abort(), DRAIN_MS));
        await response.body.dump({ limit: request.maxResponseBytes ?? RESPONSE_BYTES }).catch(() => undefined);
        const retryAfter = response.headers['retry-after'];
        return {
          kind: 'response',
          status: response.statusCode,
          ...(typeof retryAfter === 'string' ? { retryAfter: retryAfter.slice(0, 100) } : {}),
          durationMs: elapsed(),
        };
      } catch (error) {
        return { kind: 'failure', error: abort.signal.aborted ? 'timed out' : describe(error), durationMs: elapsed() };
      } finally {
        timers.forEach(clearTimeout);
      }
    },

    close: () => agent.destroy(),
  };
}

function openTls(host: string, port: number, addresses: HostAddress[], ca: string | undefined): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({
      host,
      port,
      lookup: pinned(addresses),
      // A name goes into SNI; an address must not (RFC 6066) and is looked for in the certificate all the same.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2',
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED cannot unsay it.
      rejectUnauthorized: true,
    });
    const timer = setTimeout(() => socket.destroy(new Error('timed out while connecting')), CONNECT_TIMEOUT_MS);
    socket.setNoDelay(true);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(timer);
      reject(new Error('the connection was closed'));
    });
  });
}

function pinned(addresses: HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };
}

const PLAIN_WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'timed out while connecting',
  EPIPE: 'connection reset',
  UND_ERR_SOCKET: 'the connection was closed before an answer came',
  UND_ERR_HEADERS_OVERFLOW: 'the answer has too many headers',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is not from a trusted authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the certificate is not from a trusted authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the certificate is not from a trusted authority',
};

/** A few words for the delivery record: customers read them, so no addresses and no internals. */
function describe(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  if (!(error instanceof Error)) return 'request failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  if (code.startsWith('ERR_SSL_')) return 'the TLS handshake failed';
  return PLAIN_WORDS[code] ?? (error.message.startsWith('timed out') ? error.message : 'request failed');
}
