// SPF, DKIM and DMARC of an incoming mail, within a time budget: DNS trouble never delays mail for long. The one importer of mailauth.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dns } from '../infra/dns.ts';
import type { Log } from '../infra/log.ts';
import { sameOrganisation } from '../lib/organisation.ts';

export interface SenderCheck {
  readonly auth: { readonly spf: string; readonly dkim: string; readonly dmarc: string };
  /** `Authentication-Results: …\r\n` in our name. */
  readonly header: string;
  /** Aligned DKIM or SPF passed for the domain of the From header. */
  readonly verified: boolean;
}

export type VerifySender = (
  raw: Buffer,
  envelope: { ip: string; helo: string; sender: string },
  from: string,
) => Promise<SenderCheck>;

/** Loads what the checks need, which a service without mail does not carry. Called when a peer connects. */
export const prepareSenderCheck = (): void => void import('mailauth');

export type XX = (
  raw: Buffer,
  envelope: { ip: string; helo: string; sender: string },
  from: string,
) => Promise<SenderCheck>;

const DNS_BUDGET_MS = 2_500;
const TOTAL_BUDGET_MS = 3_000;
const CHUNK = 64 * 1024;
const MAX_SIGNATURES = 8;

export function createSenderCheck(options: { enabled: boolean; authserv: string; dns: Dns; log: Log }): VerifySender {
  const { authserv, dns, log } = options;
  const nothing = (result: string): SenderCheck => ({
    auth: { spf: result, dkim: result, dmarc: result },
    header: `Authentication-Results: ${authserv}; ${result === 'none' ? 'none' : `spf=${result}; dkim=${result}; dmarc=${result}`}\r\n`,
    verified: false,
  });
  if (!options.enabled) return async () => nothing('none');

  return async (raw, envelope, from) => {
    // Signatures are checked one by one with public-key operations: a mail full of them gets none checked.
    const headers = headersOf(raw);
    const signatures = countSignatures(headers);
    if (signatures > MAX_SIGNATURES) return nothing('policy');
    // Without a signature nobody vouches for the body, and no check looks at it.
    const checked = signatures === 0 ? headers : raw;
    const timeout = Promise.withResolvers<SenderCheck>();
    const timer = setTimeout(() => timeout.resolve(nothing('temperror')), TOTAL_BUDGET_MS);
    try {
      return await Promise.race([check(checked, envelope, from), timeout.promise]);
    } catch (error) {
      log.debug({ err: error }, 'sender check failed');
      return nothing('temperror');
    } finally {
      clearTimeout(timer);
    }
  };

  async function check(
    raw: Buffer,
    envelope: { ip: string; helo: string; sender: string },
    from: string,
  ): Promise<SenderCheck> {
    const { authenticate } = await import('mailauth');
    const result = await authenticate(raw.length > CHUNK ? Readable.from(chunks(raw)) : raw, {
      ...envelope,
      mta: authserv,
      resolver: dns.mailResolver(DNS_BUDGET_MS) as never,
      disableArc: true,
      disableBimi: true,
    });
    const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase();
    const spf = (result.spf || null)?.status?.result ?? 'none';
    const signatures = result.dkim?.results ?? [];
    const passed = signatures.filter((row) => row.status?.result === 'pass');
    const dkim = passed.length > 0 ? 'pass' : (signatures[0]?.status?.result ?? 'none');
    const dmarc = (result.dmarc || null)?.status?.result ?? 'none';
    const spfDomain = (result.spf || null)?.domain ?? '';
    const verified =
      passed.some((row) => sameOrganisation(row.signingDomain ?? '', domain)) ||
      (spf === 'pass' && sameOrganisation(spfDomain, domain));
    return { auth: { spf, dkim, dmarc }, header: resultsHeader(result.headers, authserv), verified };
  }
}

/** mailauth writes Received-SPF too; only the results are ours to add. */
function resultsHeader(headers: string, authserv: string): string {
  const start = headers.search(/^Authentication-Results:/im);
  const text = start === -1 ? `Authentication-Results: ${authserv}; none` : headers.slice(start);
  return `${text.replace(/[\r\n]+$/, '').replace(/\r?\n/g, '\r\n')}\r\n`;
}

async function* chunks(raw: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < raw.length; at += CHUNK) {
    yield raw.subarray(at, at + CHUNK);
    // Hashing a large mail must not hold everyone else up.
    await nextTurn();
  }
}

/** The header block with the empty line that ends it. */
function headersOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end === -1 ? raw : raw.subarray(0, end + 4);
}

function countSignatures(headers: Buffer): number {
  const text = headers.toString('latin1', 0, Math.min(headers.length, 256 * 1024));
  return text.match(/^dkim-signature:/gim)?.length ?? 0;
}
