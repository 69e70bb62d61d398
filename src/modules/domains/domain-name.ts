// Which names an account may bring: written in one spelling (IDN as ASCII), a real domain below a public suffix, and not
// the operator's own.

import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { isPublicSuffix, organisationOf } from '../../lib/organisation.ts';

export type NameCheck = { ok: true; domain: string } | { ok: false; reason: string };

// `_mayfly.` has to fit in front of it.
const NAME_MAX = 253 - '_mayfly.'.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export function readDomainName(text: string): NameCheck {
  // The converter reads characters such as % and full-width dots its own way; what it cannot mean is refused first.
  if (/[\s%@:/\\?#[\]_*]/.test(text)) return refuse('must be a domain name such as example.com, and nothing else');
  const domain = domainToASCII(text.replace(/\.$/, '')).toLowerCase();
  const labels = domain.split('.');
  if (isIP(domain) !== 0 || /^\d+$/.test(labels.at(-1) ?? '')) return refuse('must be a name, not an address');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) {
    return refuse('must be a full domain name such as example.com');
  }
  if (domain.length > NAME_MAX) return refuse(`must be at most ${NAME_MAX} characters long in ASCII`);
  if (isPublicSuffix(domain)) return refuse(`${domain} is a public suffix`);
  return { ok: true, domain };
}

/** Whether the name is one of the operator's domains or lies below one, the domain of the MX host included. */
export function isOwnName(domain: string, publicDomains: readonly string[], mxHost: string): boolean {
  const home = organisationOf(mxHost) ?? mxHost;
  return [...publicDomains, home].some((own) => domain === own || domain.endsWith(`.${own}`));
}

function refuse(reason: string): NameCheck {
  return { ok: false, reason };
}
