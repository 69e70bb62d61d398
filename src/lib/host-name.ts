// A host name as it is stored: lower case, ASCII (IDN encoded), without port or final dot.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

const LABELS = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** Null when the text cannot be a host name; addresses are none. */
export function readHostName(text: string): string | null {
  if (text.length > 300 || /[\s%@/\\?#[\]]/.test(text)) return null;
  const name = domainToASCII(text.replace(/:\d*$/, '').replace(/\.$/, '')).toLowerCase();
  return LABELS.test(name) && isIP(name) === 0 ? name : null;
}
