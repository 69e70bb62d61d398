// SPF, DKIM and DMARC of one mail, asked of mailauth: the step that verify-sender runs here or on a thread. The one importer of mailauth.

import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { authenticate } from 'mailauth';
import type { MailResolver } from '../infra/dns.ts';
import { sameOrganisation } from '../lib/organisation.ts';

export interface SenderCheck {
  readonly auth: { readonly spf: string; readonly dkim: string; readonly dmarc: string };
  /** `Authentication-Results: …\r\n` in our name. */
  readonly header: string;
  /** Aligned DKIM or SPF passed for the domain of the From header. */
  readonly verified: boolean;
}

/** A mail as it is handed in: by whom, and whom it names as its author. */
export interface Submission {
  readonly ip: string;
  readonly helo: string;
  readonly sender: string;
  /** The address of the From header. */
  readonly from: string;
}

const CHUNK = 64 * 1024;

export async function checkSender(
  raw: Buffer,
  { ip, helo, sender, from }: Submission,
  authserv: string,
  resolver: MailResolver,
): Promise<SenderCheck> {
  const result = await authenticate(raw.length > CHUNK ? Readable.from(chunks(raw)) : raw, {
    ip,
    helo,
    sender,
    mta: authserv,
    resolver: resolver as never,
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
