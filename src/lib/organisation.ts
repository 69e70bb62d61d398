// Which domains belong to one organisation, by the public suffix list. The one importer of tldts.

import { parse } from 'tldts';

// Suffixes that companies run (github.io) count as well: what stands directly below them belongs to different people.
const OPTIONS = { allowPrivateDomains: true };

/** The domain that was registered, such as shop.example for mail.shop.example; null for a suffix itself. */
export function organisationOf(domain: string): string | null {
  return parse(domain, OPTIONS).domain;
}

export function isPublicSuffix(domain: string): boolean {
  return parse(domain, OPTIONS).publicSuffix === domain;
}

export function sameOrganisation(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  const one = organisationOf(a.toLowerCase()) ?? a.toLowerCase();
  return one === (organisationOf(b.toLowerCase()) ?? b.toLowerCase());
}
