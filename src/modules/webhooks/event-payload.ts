// What goes over the wire for an event: `{type, timestamp, data}`, below 20 kB whatever a sender put into a subject or a link.

import type { AccountEvent } from '../../lib/events.ts';

export const PAYLOAD_MAX_BYTES = 20_000;

/** A link that is cut is worse than none: it stands in full on the message. */
const LINK_MAX = 4_096;
const TEXT_LIMITS = [998, 250, 60] as const;

export function payloadOf(event: AccountEvent): string {
  for (const limit of TEXT_LIMITS) {
    const data = JSON.stringify(event.data, (key, value) => (typeof value === 'string' ? fit(key, value, limit) : value));
    const payload = `{"type":${JSON.stringify(event.name)},"timestamp":${JSON.stringify(event.at)},"data":${data}}`;
    if (Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES) return payload;
  }
  throw new Error(`the payload of ${event.name} does not fit`);
}

function fit(key: string, value: string, limit: number): string | null {
  if (key === 'link') return value.length <= LINK_MAX ? value : null;
  if (value.length <= limit) return value;
  return `${value.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
