// Looks at a domain's TXT proof and MX record, and says for each what DNS shows and whether it is right.
// Absence that a server stated and silence are different things all the way up: only the first may suspend.

import type { Dns, DnsAnswer } from '../../infra/dns.ts';

export interface RecordCheck {
  readonly found: readonly string[];
  readonly ok: boolean;
  /** Why nothing can be said, when DNS did not answer. */
  readonly unanswered: string | null;
}

export interface DnsReport {
  readonly txt: RecordCheck;
  readonly mx: RecordCheck;
}

export const PROOF_PREFIX = '_mayfly';
export const proofOf = (token: string): string => `mayfly-verify=${token}`;

// A zone may hold any number of records of any length; a report shows the first.
const SHOWN_RECORDS = 10;
const SHOWN_CHARS = 255;

export async function checkDns(
  dns: Pick<Dns, 'txt' | 'mx'>,
  wanted: { domain: string; token: string; mxHost: string },
): Promise<DnsReport> {
  const [txt, mx] = await Promise.all([dns.txt(`${PROOF_PREFIX}.${wanted.domain}`), dns.mx(wanted.domain)]);
  return {
    txt: judge(txt, (value) => value.trim() === proofOf(wanted.token), String),
    mx: judge(
      mx,
      ({ exchange }) => exchange === wanted.mxHost,
      ({ exchange, priority }) => `${priority} ${exchange || '.'}`,
    ),
  };
}

function judge<T>(answer: DnsAnswer<T>, isWanted: (record: T) => boolean, show: (record: T) => string): RecordCheck {
  if (answer.kind === 'unanswered') return { found: [], ok: false, unanswered: answer.reason };
  if (answer.kind === 'absent') return { found: [], ok: false, unanswered: null };
  // Shown first, so that a right record is never the one that is cut off; and without control characters, which
  // PostgreSQL and terminals take badly.
  const records = [...answer.records].sort((a, b) => Number(isWanted(b)) - Number(isWanted(a)));
  const found = records.slice(0, SHOWN_RECORDS).map((record) =>
    show(record)
      .slice(0, SHOWN_CHARS)
      .replace(/\p{Cc}/gu, '\ufffd')
      .toWellFormed(),
  );
  return { found, ok: answer.records.some(isWanted), unanswered: null };
}
