// The trace that we put on top of the untouched original: Received and Authentication-Results. A forged
// Authentication-Results in our own name is renamed, because readers would believe it.

const CRLF = '\r\n';
const MAX_HEADER_SCAN = 256 * 1024;
const MAX_SPEAKER = 1_000;

export interface Peer {
  readonly ip: string;
  readonly helo: string;
  /** As smtp-server names it: ESMTP, ESMTPS, UTF8SMTPS … */
  readonly protocol: string;
}

export function receivedHeader(options: {
  peer: Peer;
  by: string;
  id: string;
  /** Named only when there is one: the others are nobody's business. */
  recipient: string | null;
  at: Date;
}): string {
  const { peer, at } = options;
  const ip = peer.ip.includes(':') ? `IPv6:${peer.ip}` : peer.ip;
  const to = options.recipient === null ? '' : `${CRLF}\tfor <${options.recipient}>`;
  return `Received: from ${word(peer.helo)} ([${ip}])${CRLF}\tby ${options.by} (Mayfly) with ${word(peer.protocol)} id ${word(options.id)}${to};${CRLF}\t${mailDate(at)}${CRLF}`;
}

/** How many Received headers a message has come through. */
export function countReceived(raw: Buffer): number {
  let count = 0;
  for (const { name } of headerLines(raw)) if (name === 'received') count++;
  return count;
}

/** The message with every Authentication-Results of our own name renamed; the same buffer when there is none. */
export function disarmForgedResults(raw: Buffer, authserv: string): Buffer {
  const forged: number[] = [];
  for (const { name, start, valueStart, end } of headerLines(raw)) {
    if (name !== 'authentication-results') continue;
    const speaker = authservOf(raw.toString('latin1', valueStart, Math.min(end, valueStart + MAX_SPEAKER)));
    // One that hides who speaks is taken for ours: nobody honest does.
    if (speaker === null || speaker === authserv.toLowerCase()) forged.push(start);
  }
  if (forged.length === 0) return raw;
  const parts: Buffer[] = [];
  let at = 0;
  for (const start of forged) {
    parts.push(raw.subarray(at, start), Buffer.from('X-Forged-'));
    at = start;
  }
  parts.push(raw.subarray(at));
  return Buffer.concat(parts);
}

/** The identity a header speaks for: its first word behind folding and (nested) comments. Null when it cannot be told. */
function authservOf(value: string): string | null {
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    const c = value.charAt(i);
    if (c === '(') depth++;
    else if (c === ')') depth--;
    else if (depth > 0 && c === '\\') i++;
    else if (depth === 0 && !/\s/.test(c)) return (/^"?([^\s;"(]+)/.exec(value.slice(i))?.[1] ?? '').toLowerCase();
  }
  return null;
}

function* headerLines(raw: Buffer): Generator<{ name: string; start: number; valueStart: number; end: number }> {
  const limit = Math.min(raw.length, MAX_HEADER_SCAN);
  let start = 0;
  while (start < limit) {
    const first = raw[start];
    if (first === 0x0d || first === 0x0a) return;
    let end = raw.indexOf(0x0a, start);
    if (end === -1) end = raw.length;
    while (raw[end + 1] === 0x20 || raw[end + 1] === 0x09) {
      const next = raw.indexOf(0x0a, end + 1);
      end = next === -1 ? raw.length : next;
    }
    const colon = raw.indexOf(0x3a, start);
    if (colon !== -1 && colon < end && colon - start < 100) {
      yield { name: raw.toString('latin1', start, colon).trim().toLowerCase(), start, valueStart: colon + 1, end };
    }
    start = end + 1;
  }
}

const word = (text: string): string => text.replace(/[^\x21-\x7e]|[()<>;\\"]/g, '').slice(0, 255) || 'unknown';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number) => String(n).padStart(2, '0');

/** RFC 5322, in UTC. */
export function mailDate(at: Date): string {
  return `${DAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}
