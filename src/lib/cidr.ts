// Addresses and networks: which CIDR a client falls into, and which addresses are on the public internet.
// Used by developer keys, TRUST_PROXY, rate limits and the outbound guard; the one importer of ipaddr.js.
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = { readonly base: Address; readonly bits: number };

export type CidrList = readonly Network[];
export type CidrParse = { ok: true; list: CidrList } | { ok: false; item: string };

/** Parses CIDRs and bare addresses; on failure names the first item that is neither. */
export function parseCidrs(items: readonly string[]): CidrParse {
  const list: Network[] = [];
  for (const item of items) {
    const network = parseNetwork(item.trim());
    if (network === null) return { ok: false, item };
    list.push(network);
  }
  return { ok: true, list };
}

/** Whether the address lies in one of the networks; an IPv4-mapped IPv6 address counts as the IPv4 address. */
export function contains(list: CidrList, ip: string): boolean {
  const address = parseAddress(ip);
  return address !== null && containsAddress(list, address);
}

/**
 * Whether an address may be reached by a connection that a stranger asked for. Anything that is not known to be ordinary
 * public unicast is not: unparsable text, zone ids, translated and tunnelled forms (which hide a second address) included.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !containsAddress(SPECIAL_V4, address);
  return containsAddress(GLOBAL_V6, address) && address.range() === 'unicast' && !containsAddress(SPECIAL_V6, address);
}

/** The key that one client is counted under: an IPv4 address as it is, IPv6 by /64, since a subscriber owns all of one. */
export function clientNetwork(ip: string): string {
  if (isIPv4(ip)) return ip;
  const address = parseAddress(ip);
  if (address === null) return ip;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const prefix = new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]);
  return `${prefix.toString()}/64`;
}

// net.isIP first: ipaddr.js alone also reads 0x7f.1 and 127.1, which are spellings and not addresses.
function parseAddress(ip: string): Address | null {
  const bare = ip.split('%', 1)[0] ?? '';
  if (isIP(bare) === 0) return null;
  const address = ipaddr.parse(bare);
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function parseNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const host = slash === -1 ? text : text.slice(0, slash);
  if (isIP(host) === 0 || host.includes('%')) return null;
  const base = ipaddr.parse(host);
  const width = base instanceof ipaddr.IPv4 ? 32 : 128;
  const suffix = slash === -1 ? String(width) : text.slice(slash + 1);
  if (!/^(0|[1-9]\d{0,2})$/.test(suffix) || Number(suffix) > width) return null;
  const bits = Number(suffix);
  if (base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= 96) {
    return { base: base.toIPv4Address(), bits: bits - 96 };
  }
  return { base, bits };
}

function containsAddress(list: CidrList, address: Address): boolean {
  return list.some(({ base, bits }) => base.kind() === address.kind() && address.match(base, bits));
}

function networks(...items: string[]): CidrList {
  const parsed = parseCidrs(items);
  if (!parsed.ok) throw new Error(`not a network: ${parsed.item}`);
  return parsed.list;
}

// IANA's special-purpose registries, written out rather than left to a library's idea of them.
const SPECIAL_V4 = networks(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; also Alibaba's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host agent answers on this otherwise public address
  '169.254.0.0/16', // link-local; the metadata service of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocol assignments; also Oracle's metadata service
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT relays
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);
// Only this eighth of IPv6 is handed out as global unicast: loopback, mapped, NAT64, ULA, link-local, site-local,
// multicast, discard and SRv6 ranges all lie outside it.
const GLOBAL_V6 = networks('2000::/3');
const SPECIAL_V6 = networks(
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // the old 6bone
  '3fff::/20', // documentation
);
