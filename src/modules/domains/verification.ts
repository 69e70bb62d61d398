// Moves a domain between its states by what DNS shows: proof and MX make it verified, a proven absence of the MX suspends
// it, and an MX that is back verifies it again. Silence of DNS changes nothing.

import type { Dns } from '../../infra/dns.ts';
import type { Outbox } from '../../infra/outbox.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError, type FieldError } from '../../lib/errors.ts';
import type { AccountEvent } from '../../lib/events.ts';
import { checkDns, type DnsReport, type RecordCheck } from './dns-check.ts';
import type { DomainRow, DomainStatus, DomainStore } from './store.ts';

export type CheckOutcome =
  | { kind: 'checked'; row: DomainRow; report: DnsReport }
  /** Another account verified the name first. */
  | { kind: 'held' }
  | { kind: 'gone' };

const MINUTE_MS = 60_000;
const NEXT_CHECK_MS = { verified: 30 * MINUTE_MS, suspended: 5 * MINUTE_MS, unverified: 30 * MINUTE_MS } as const;
const UNANSWERED_MS = 5 * MINUTE_MS;
const BATCH = 100;
const PARALLEL = 10;
/** Below the minute until the next run, so that runs do not pile up. */
const RUN_MS = 50_000;

export interface Verification {
  check(row: DomainRow): Promise<CheckOutcome>;
  recheckDue(): Promise<void>;
}

export function createVerification(parts: {
  store: DomainStore;
  dns: Pick<Dns, 'txt' | 'mx'>;
  outbox: Outbox;
  clock: Clock;
  mxHost: string;
}): Verification {
  const { store, dns, outbox, clock, mxHost } = parts;

  async function check(row: DomainRow): Promise<CheckOutcome> {
    const report = await checkDns(dns, { domain: row.domain, token: row.token, mxHost });
    try {
      return await store.transaction(async (tx): Promise<CheckOutcome> => {
        // Judged on the state as of now: another check may have moved it while DNS was asked.
        const current = await store.lock(tx, row.id);
        if (!current) return { kind: 'gone' };
        const at = clock.now();
        const status = nextStatus(current.status, report);
        if (status === 'verified' && current.status !== 'verified') {
          await store.releaseSuspended(tx, row.domain, row.id);
        }
        const wait = report.mx.unanswered === null ? NEXT_CHECK_MS[status] : UNANSWERED_MS;
        const checked = await store.recordCheck(tx, row.id, {
          ...keepKnown(report, current),
          at,
          nextAt: new Date(at.getTime() + spread(wait)),
          status,
          verifiedAt: status === 'verified' ? (current.verifiedAt ?? at) : current.verifiedAt,
        });
        if (status !== current.status) await outbox.record(tx, eventsOf(current, status, report, at));
        return checked ? { kind: 'checked', row: checked, report } : { kind: 'gone' };
      });
    } catch (error) {
      if (store.isHeldByAnother(error)) return { kind: 'held' };
      throw error;
    }
  }

  return {
    check,
    async recheckDue() {
      const end = Date.now() + RUN_MS;
      while (Date.now() < end) {
        const now = clock.now();
        const due = await store.takeDue(now, new Date(now.getTime() + UNANSWERED_MS), BATCH);
        const queue = due.values();
        await Promise.all(
          Array.from({ length: PARALLEL }, async () => {
            for (const row of queue) await check(row);
          }),
        );
        if (due.length < BATCH) return;
      }
    },
  };
}

/** The one place where a state follows from what DNS shows. */
function nextStatus(status: DomainStatus, { txt, mx }: DnsReport): DomainStatus {
  switch (status) {
    case 'unverified':
      return txt.ok && mx.ok ? 'verified' : 'unverified';
    case 'verified':
      return mx.ok || mx.unanswered !== null ? 'verified' : 'suspended';
    case 'suspended':
      return mx.ok ? 'verified' : 'suspended';
  }
}

/** 422 with what was found beside what was wanted. */
export function notReady(
  records: readonly { type: 'TXT' | 'MX'; name: string; value: string; ok: boolean }[],
  report: DnsReport,
): AppError {
  const errors = records.flatMap((record): FieldError[] => {
    const check = record.type === 'TXT' ? report.txt : report.mx;
    if (check.ok) return [];
    return [{ path: `${record.type} ${record.name}`, message: `wanted "${record.value}", ${foundText(check)}` }];
  });
  const [first] = errors;
  return new AppError('domain.dns_not_ready', first && `${first.path}: ${first.message}`, { errors });
}

function foundText(check: RecordCheck): string {
  if (check.unanswered !== null) return `and DNS did not answer (${check.unanswered})`;
  if (check.found.length === 0) return 'found nothing';
  return `found ${check.found.map((value) => `"${value}"`).join(', ')}`;
}

/** Where DNS was silent, what was known before stays shown. */
function keepKnown(report: DnsReport, known: DomainRow): DnsReport {
  return {
    txt: report.txt.unanswered === null ? report.txt : { ...report.txt, found: known.txtFound, ok: known.txtOk },
    mx: report.mx.unanswered === null ? report.mx : { ...report.mx, found: known.mxFound, ok: known.mxOk },
  };
}

function eventsOf(row: DomainRow, status: DomainStatus, report: DnsReport, at: Date): AccountEvent[] {
  const about = { ownerId: row.ownerId, domainId: row.id, at };
  const name = { domainId: row.id, domain: row.domain };
  if (status === 'verified') {
    return [{ ...about, name: 'domain.verified', data: { ...name, verifiedAt: at.toISOString() } }];
  }
  if (status === 'suspended') {
    const reason = `The MX record is gone: ${foundText(report.mx)}.`;
    return [{ ...about, name: 'domain.suspended', data: { ...name, suspendedAt: at.toISOString(), reason } }];
  }
  return [];
}

/** Checks that began together drift apart. */
function spread(ms: number): number {
  return Math.round(ms * (0.9 + Math.random() * 0.2));
}
