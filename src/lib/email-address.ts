// The address of an account in its one spelling, so that nobody is locked out by a capital letter and nobody gets a twin.

import { domainToASCII } from 'node:url';

const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
// Dot-atom with UTF-8 (RFC 6531): what people have. Plus tags and dots stay, because only the provider knows what they mean.
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Null when the text cannot be an address. */
export function normaliseEmail(text: string): string | null {
  const plain = text.trim().normalize('NFC');
  const at = plain.lastIndexOf('@');
  if (at < 1 || plain.length > MAX_ADDRESS) return null;
  // Lower-casing can decompose (İ), so the one form is taken after it.
  const local = plain.slice(0, at).toLowerCase().normalize('NFC');
  if (local.length > MAX_LOCAL || !LOCAL.test(local)) return null;
  const name = plain.slice(at + 1).replace(/\.$/, '');
  if (/[\s/\\?#@:%[\]<>]/.test(name)) return null;
  const domain = domainToASCII(name);
  return domain.length <= 253 && DOMAIN.test(domain) ? `${local}@${domain}` : null;
}
