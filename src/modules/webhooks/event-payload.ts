// What goes over the wire for an event: `{type, timestamp, data}`, below 20 kB whatever a sender put into a subject or a link.

import type { AccountEvent } from '../../lib/events.ts';

const PAYLOAD_MAX_BYTES = 20_000;

/** Characters of a text and of a link, tried in turn. The last always fits. */
const LIMITS = [
  { text: 998, link: 4_096 },
  { text: 320, link: 2_048 },
  { text: 100, link: 0 },
] as const;

/** Never throws: an odd mail must not stop its own delivery. */
export function payloadOf(event: AccountEvent): string {
  let payload = '';
  for (const limit of LIMITS) {
    const data = JSON.stringify(event.data, (key, value) => {
      if (typeof value !== 'string') return value;
      // A link that is cut is worse than none: it stands in full on the message.
      if (key === 'link') return value.length <= limit.link ? value : null;
      return clip(value, limit.text);
    });
    payload = `{"type":${JSON.stringify(event.name)},"timestamp":${JSON.stringify(event.at)},"data":${data}}`;
    if (Buffer.byteLength(payload) <= PAYLOAD_MAX_BYTES) break;
  }
  return payload;
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
