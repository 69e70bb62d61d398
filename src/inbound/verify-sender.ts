// Is the sender who the mail says? Within a time budget: DNS trouble never delays mail for long. Part of receive; the checking
// itself is check-sender's.

import type { Dns } from '../infra/dns.ts';
import type { Log } from '../infra/log.ts';
import { createLru } from '../lib/lru.ts';
import { createBusyGauge } from './busy.ts';
import type { SenderCheck, Submission } from './check-sender.ts';
import type { CheckThread } from './check-thread.ts';

export type VerifySender = (raw: Buffer, submission: Submission) => Promise<SenderCheck>;

/** Loads what the checks need, which a service without mail does not carry. Called when a peer connects. */
export const prepareSenderCheck = (): void => void import('./check-sender.ts');

export const SENDER_DNS_BUDGET_MS = 2_500;
const TOTAL_BUDGET_MS = 3_000;
const MAX_HEADER_SCAN = 256 * 1024;
const MAX_SIGNATURES = 8;
/** As long as the answers of the DNS behind them are kept, at most. */
const KEPT_MS = 30_000;
const KEPT_CHECKS = 2_000;
const MAX_KEY = 1_000;

export function createSenderCheck(options: {
  enabled: boolean;
  authserv: string;
  dns: Dns;
  thread: CheckThread;
  log: Log;
}): VerifySender {
  const { authserv, dns, thread, log } = options;
  const nothing = (result: string): SenderCheck => ({
    auth: { spf: result, dkim: result, dmarc: result },
    header: `Authentication-Results: ${authserv}; ${result === 'none' ? 'none' : `spf=${result}; dkim=${result}; dmarc=${result}`}\r\n`,
    verified: false,
  });
  if (!options.enabled) return async () => nothing('none');
  const kept = createLru<string, SenderCheck>({ max: KEPT_CHECKS, maxAgeMs: KEPT_MS });
  const isBusy = createBusyGauge();

  return async (raw, submission) => {
    const headers = headersOf(raw);
    const signatures = countSignatures(headers);
    // Signatures are checked one by one with public-key operations: a mail full of them gets none checked.
    if (signatures > MAX_SIGNATURES) return nothing('policy');
    return signatures === 0 ? unsigned(headers, submission) : inTime(signed(raw, submission));
  };

  /** Nobody vouches for the body then: the answer hangs on who sends and whom the mail names, and the next mail's is the same. */
  async function unsigned(headers: string, submission: Submission): Promise<SenderCheck> {
    const named = senderLines(headers);
    const key = `${Object.values(submission).join('\n')}\n${named}`;
    const known = kept.get(key);
    if (known) return known;
    const check = await inTime(here(Buffer.from(`${named}\r\n`, 'latin1'), submission));
    if (key.length <= MAX_KEY && !Object.values(check.auth).includes('temperror')) kept.set(key, check);
    return check;
  }

  async function signed(raw: Buffer, submission: Submission): Promise<SenderCheck> {
    return (isBusy() ? await thread.check(raw, submission) : null) ?? here(raw, submission);
  }

  async function here(raw: Buffer, submission: Submission): Promise<SenderCheck> {
    const { checkSender } = await import('./check-sender.ts');
    return checkSender(raw, submission, authserv, dns.mailResolver(SENDER_DNS_BUDGET_MS));
  }

  async function inTime(check: Promise<SenderCheck>): Promise<SenderCheck> {
    const timeout = Promise.withResolvers<SenderCheck>();
    const timer = setTimeout(() => timeout.resolve(nothing('temperror')), TOTAL_BUDGET_MS);
    try {
      return await Promise.race([check, timeout.promise]);
    } catch (error) {
      log.debug({ err: error }, 'sender check failed');
      return nothing('temperror');
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The header block, or as much of it as is looked at. */
function headersOf(raw: Buffer): string {
  const end = raw.indexOf('\r\n\r\n');
  return raw.toString('latin1', 0, Math.min(end === -1 ? raw.length : end + 2, MAX_HEADER_SCAN));
}

const countSignatures = (headers: string): number => headers.match(/^dkim-signature[ \t]*:/gim)?.length ?? 0;

/** The headers that name the sender, each with the lines it is folded over. */
function senderLines(headers: string): string {
  const lines = headers.match(/^(?:from|sender|return-path)[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*/gim) ?? [];
  return lines.map((line) => `${line.trimEnd()}\r\n`).join('');
}
