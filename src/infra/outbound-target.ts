// Where a customer's URL may lead: the rules of the outbound guard, before and after the name is resolved.
// outbound-http.ts asks them when a URL is saved and again for every connection.
import { isIP } from 'node:net';
import { type CidrList, contains, isPublicAddress } from '../lib/cidr.ts';
import type { HostAddress } from './dns.ts';

export type Target = {
  /** Lower case, without a final dot; an IPv6 address without brackets. */
  host: string;
  port: number;
  /** Known without DNS: the host is an address, or is localhost. */
  literal: HostAddress[] | null;
  origin: string;
  path: string;
};
export type TargetCheck<T> = { ok: true; value: T } | { ok: false; reason: string };

const URL_MAX = 2048;
const PORTS = new Set([443, 8443]);

/** What can be said of the text alone. Odd spellings of an address (octal, hex, one number) come out as that address. */
export function readTarget(text: string): TargetCheck<Target> {
  if (text.length > URL_MAX) return refuse(`the URL is longer than ${URL_MAX} characters`);
  // The URL parser drops or turns some of these silently; then what is shown is not where it leads.
  if (/[\u0000-\u0020\u007f\\]/.test(text)) return refuse('the URL has spaces, control characters or backslashes');
  if (!/^https:\/\/[^/]/i.test(text)) return refuse('the URL does not begin with https://');
  if (!URL.canParse(text)) return refuse('the URL is malformed');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || /^[^/?#]*@/.test(text.slice('https://'.length))) {
    return refuse('the URL has a user name or password in it');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port === '' ? 443 : Number(url.port);
  if (port === 0) return refuse('port 0 cannot be connected to');
  const literal = literalAddresses(host);
  if (literal === null && !isFullName(host)) return refuse(`${host || 'the host'} is not a full domain name`);
  const authority = isIP(host) === 6 ? `[${host}]` : host;
  const origin = port === 443 ? `https://${authority}` : `https://${authority}:${port}`;
  return { ok: true, value: { host, port, literal, origin, path: `${url.pathname}${url.search}` } };
}

/**
 * Whether these addresses, all of them, may be connected to. Inside WEBHOOK_ALLOW_CIDRS the operator has vouched for the
 * network, so that any port is right there (tests, intranets); everywhere else it is a public address and port 443 or 8443.
 */
export function checkAddresses(allow: CidrList, addresses: readonly HostAddress[], port: number): TargetCheck<null> {
  if (addresses.length === 0) return refuse('the host has no address');
  for (const { address } of addresses) {
    if (contains(allow, address)) continue;
    if (!isPublicAddress(address)) return refuse('the host is not at a public address');
    if (!PORTS.has(port)) return refuse('the port is not 443 or 8443');
  }
  return { ok: true, value: null };
}

function literalAddresses(host: string): HostAddress[] | null {
  const family = isIP(host);
  if (family === 4 || family === 6) return [{ address: host, family }];
  // RFC 6761: these names are this machine, whatever a DNS server says.
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  }
  return null;
}

// One label alone would be completed by whatever search domain a resolver has.
function isFullName(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length > 1 &&
    host.length <= 253 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
