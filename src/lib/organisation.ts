// Which domains belong to one organisation, by the public suffix list. The one importer of tldts.

import { getDomain } from 'tldts';

/** True when both are the same registrable domain, such as mail.shop.example and shop.example. */
export function sameOrganisation(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  if (a.toLowerCase() === b.toLowerCase()) return true;
  const one = getDomain(a, { allowPrivateDomains: true });
  return one !== null && one === getDomain(b, { allowPrivateDomains: true });
}
