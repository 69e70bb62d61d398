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
export const SENDER_BUDGET_MS = 3_000;
const MAX_SIGNATURES = 8;
/** Beyond this mailauth, whose time grows with the square of folded lines, would hold everybody up. */
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HEADER_LINES = 2_000;
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
    if (headers === null) return nothing('policy');
    const signatures = headers.match(SIGNATURE)?.length ?? 0;
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
    return isBusy() && thread.hasRoom(raw.length) ? thread.check(raw, submission) : here(raw, submission);
  }

  async function here(raw: Buffer, submission: Submission): Promise<SenderCheck> {
    const { checkSender } = await import('./check-sender.ts');
    return checkSender(raw, submission, authserv, dns.mailResolver(SENDER_DNS_BUDGET_MS));
  }

  async function inTime(check: Promise<SenderCheck>): Promise<SenderCheck> {
    const timeout = Promise.withResolvers<SenderCheck>();
    const timer = setTimeout(() => timeout.resolve(nothing('temperror')), SENDER_BUDGET_MS);
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

/** The header block with a newline before each line; null when it is larger than anybody's should be. */
function headersOf(raw: Buffer): string | null {
  const text = `\n${raw.toString('latin1', 0, MAX_HEADER_BYTES)}`;
  const end = text.search(/\n\r?\n/);
  const headers = end === -1 ? text : text.slice(0, end + 1);
  if (end === -1 && raw.length > MAX_HEADER_BYTES) return null;
  return (headers.match(/\n/g)?.length ?? 0) > MAX_HEADER_LINES ? null : headers;
}

// As mailauth reads them: a line begins behind LF and nowhere else, a fold may stand before the colon, and what does not begin a
// field goes on with the one above.
const SIGNATURE = /\ndkim-signature[ \t\r\n]*:/gi;
const NAMES_SENDER =
  /\n(?:from|sender|return-path)[ \t\r\n]*:[^\n]*(?:\n(?![\x21-\x39\x3b-\x7e]+[ \t\r\n]*:)[^\n]*)*/gi;

/** The headers that name the sender, each with the lines it is folded over. */
function senderLines(headers: string): string {
  const lines = headers.match(NAMES_SENDER) ?? [];
  return lines.map((line) => `${line.slice(1).trimEnd()}\r\n`).join('');
}
