// DNS for domain checks, webhook hosts and mail authentication; the one importer of node:dns.
// An answer tells proven absence (a server said so) from no answer at all: only the first may ever suspend a domain.
import { Resolver } from 'node:dns/promises';
import { createLru } from '../lib/lru.ts';

export type DnsAnswer<T> =
  | { kind: 'found'; records: T[] }
  | { kind: 'absent'; reason: 'nxdomain' | 'nodata' }
  | { kind: 'unanswered'; reason: string };
export type MxRecord = { exchange: string; priority: number };
export type HostAddress = { address: string; family: 4 | 6 };
/** What mailauth takes as `resolver`: answers like node's `resolve`, errors with its codes. */
export type MailResolver = (name: string, rrtype: string) => Promise<unknown[]>;

export interface Dns {
  /** Each record with its pieces joined. */
  txt(name: string): Promise<DnsAnswer<string>>;
  /** Lowest priority first, names in lower case without a final dot; a null MX has an empty name. */
  mx(name: string): Promise<DnsAnswer<MxRecord>>;
  /** A and AAAA together; never the hosts file, never a search domain. */
  lookup(host: string): Promise<DnsAnswer<HostAddress>>;
  /** A resolver for one message: all of its questions share the time budget, and the answers are kept for a minute. */
  mailResolver(budgetMs: number): MailResolver;
  close(): void;
}

export interface DnsOptions {
  /** `ip` or `ip:port`; null for the system's. */
  servers: readonly string[] | null;
  /** For one question, retries included. */
  timeoutMs: number;
}

const CACHE_MS = { found: 60_000, absent: 30_000, unanswered: 5_000 } as const;
const CACHE_BYTES = 4_000_000;

export function createDns({ servers, timeoutMs }: DnsOptions): Dns {
  const resolver = new Resolver({ timeout: Math.max(1, Math.ceil(timeoutMs / 2)), tries: 2 });
  if (servers !== null) resolver.setServers(servers);

  async function ask<T>(question: Promise<T[]>, budgetMs = timeoutMs): Promise<DnsAnswer<T>> {
    try {
      const records = await within(question, budgetMs);
      return records.length === 0 ? { kind: 'absent', reason: 'nodata' } : { kind: 'found', records };
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOTFOUND') return { kind: 'absent', reason: 'nxdomain' };
      if (code === 'ENODATA') return { kind: 'absent', reason: 'nodata' };
      return { kind: 'unanswered', reason: code };
    }
  }

  type Kept = { answer: Promise<DnsAnswer<unknown>>; until: number; bytes: number };
  const kept = createLru<string, Kept>({ max: CACHE_BYTES, weigh: ({ bytes }) => bytes });

  function askKept(name: string, rrtype: string): Promise<DnsAnswer<unknown>> {
    const key = `${rrtype} ${name.toLowerCase()}`;
    const known = kept.get(key);
    if (known !== undefined && known.until > Date.now()) return known.answer;
    const answer = ask<unknown>(resolveAny(resolver, name, rrtype));
    // Kept from the start, so that a burst of mail from one sender asks once.
    kept.set(key, { answer, until: Date.now() + timeoutMs, bytes: key.length + 256 });
    void answer.then((result) => {
      const bytes = key.length + 256 + (result.kind === 'found' ? JSON.stringify(result.records).length : 0);
      if (bytes > CACHE_BYTES / 500) kept.delete(key);
      else kept.set(key, { answer, until: Date.now() + CACHE_MS[result.kind], bytes });
    });
    return answer;
  }

  return {
    txt: (name) => ask(resolver.resolveTxt(name).then((records) => records.map((pieces) => pieces.join('')))),
    mx: (name) =>
      ask(
        resolver
          .resolveMx(name)
          .then((records) =>
            records
              .map(({ exchange, priority }) => ({ exchange: exchange.toLowerCase().replace(/\.$/, ''), priority }))
              .sort((a, b) => a.priority - b.priority),
          ),
      ),
    async lookup(host) {
      const [v4, v6] = await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))]);
      const records = [...addresses(v4, 4), ...addresses(v6, 6)];
      if (records.length > 0) return { kind: 'found', records };
      if (v4.kind === 'unanswered') return v4;
      if (v6.kind === 'unanswered') return v6;
      const nxdomain = [v4, v6].some((answer) => answer.kind === 'absent' && answer.reason === 'nxdomain');
      return { kind: 'absent', reason: nxdomain ? 'nxdomain' : 'nodata' };
    },
    mailResolver(budgetMs) {
      const deadline = Date.now() + budgetMs;
      return async (name, rrtype) => {
        const left = deadline - Date.now();
        if (left <= 0) throw dnsError('ETIMEOUT', name);
        const answer = await within(askKept(name, rrtype), left);
        // A copy: the kept records are shared by messages.
        if (answer.kind === 'found') return structuredClone(answer.records);
        if (answer.kind === 'unanswered') throw dnsError(answer.reason, name);
        throw dnsError(answer.reason === 'nxdomain' ? 'ENOTFOUND' : 'ENODATA', name);
      };
    },
    close: () => resolver.cancel(),
  };
}

function addresses(answer: DnsAnswer<string>, family: 4 | 6): HostAddress[] {
  return answer.kind === 'found' ? answer.records.map((address) => ({ address, family })) : [];
}

async function resolveAny(resolver: Resolver, name: string, rrtype: string): Promise<unknown[]> {
  const records: unknown = await resolver.resolve(name, rrtype);
  return Array.isArray(records) ? records : [records];
}

// With several dead servers the resolver's own retries add up past any budget; this ends the wait, not the query.
function within<T>(promise: Promise<T>, budgetMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(dnsError('ETIMEOUT', '')), budgetMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN';
}

function dnsError(code: string, name: string): Error {
  return Object.assign(new Error(`DNS ${code} ${name}`.trim()), { code });
}
