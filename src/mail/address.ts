// Addresses as the SMTP line sees them: splitting, and one spelling per recipient.
// Pure; answers are tagged results because senders write anything and nothing here may throw.
import { domainToASCII } from 'node:url';

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
// Dot-atom of RFC 5322 plus UTF-8 (RFC 6531), without % and !, which only ever asked for relaying.
const RECIPIENT_LOCAL =
  /^[a-z0-9#$&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+(?:\.[a-z0-9#$&'*+/=?^_`{|}~\u0080-\u{10ffff}-]+)*$/u;
const MAX_ADDRESS = 320;
const MAX_LOCAL = 64;

export type AddressProblem =
  | 'empty'
  | 'too-long'
  | 'source-route'
  | 'quoted-local'
  | 'relay-hack'
  | 'multiple-at'
  | 'no-domain'
  | 'bad-local'
  | 'bad-domain';

export type AddressResult =
  | { ok: true; local: string; domain: string; address: string }
  | { ok: false; problem: AddressProblem };

const refuse = (problem: AddressProblem): AddressResult => ({ ok: false, problem });

/** Splits at the only `@`; quoted local parts and several `@` are refused rather than guessed at. */
export function splitAddress(address: string): AddressResult {
  if (address === '') return refuse('empty');
  if (address.length > MAX_ADDRESS) return refuse('too-long');
  if (address.startsWith('@')) return refuse('source-route');
  if (address.includes('"') || address.includes('\\')) return refuse('quoted-local');
  const at = address.indexOf('@');
  if (at < 0 || at === address.length - 1) return refuse('no-domain');
  // `@a,@b:user@c` is a source route; any other second @ is an attempt to be read in two ways.
  if (address.indexOf('@', at + 1) >= 0) return refuse(address.includes(':') ? 'source-route' : 'multiple-at');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  return { ok: true, local, domain, address };
}

/** One lower-case ASCII spelling of a domain name, or null when it is not one. */
export function normaliseDomain(domain: string): string | null {
  const bare = domain.endsWith('.') ? domain.slice(0, -1) : domain;
  if (bare === '' || bare.length > 253 || /[\s/\\?#@:%[\]<>]/.test(bare)) return null;
  const ascii = /^[\x21-\x7e]+$/.test(bare) ? bare.toLowerCase() : domainToASCII(bare);
  if (!DOMAIN.test(ascii)) return null;
  // An all-numeric last label would be an IPv4 address to a URL parser, never a domain that gets mail.
  return /(?:^|\.)\d+$/.test(ascii) ? null : ascii;
}

/** A recipient in its one spelling: lower case, ASCII domain, no trailing dot; anything that smells of relaying is refused. */
export function normaliseRecipient(address: string): AddressResult {
  const split = splitAddress(address);
  if (!split.ok) return split;
  if (/[%!]/.test(split.local)) return refuse('relay-hack');
  const local = split.local.toWellFormed().normalize('NFC').toLowerCase();
  if (local.length > MAX_LOCAL || !RECIPIENT_LOCAL.test(local)) return refuse('bad-local');
  const domain = normaliseDomain(split.domain);
  if (domain === null) return refuse('bad-domain');
  return { ok: true, local, domain, address: `${local}@${domain}` };
}
