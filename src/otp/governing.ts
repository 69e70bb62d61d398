// Which words may govern a value, and the relations that come of it; shared by the steps that look along a line and across lines.
import type { Term } from './terms.ts';

export type Announcer = 'strong' | 'weak';

export type Relation =
  | { is: 'labelled'; by: Term }
  | {
      is: 'announced';
      strength: Announcer;
      by: Term;
      how: 'direct' | 'near' | 'far';
      side: 'before' | 'after';
      lines: number;
    };

export function announcer(term: Term): Announcer | null {
  if (term.kinds.has('strong')) return 'strong';
  return term.kinds.has('weak') && !term.kinds.has('label') ? 'weak' : null;
}

export function isLabel(term: Term): boolean {
  return term.kinds.has('label') && !term.kinds.has('strong');
}

/** Index of the last term that ends at or before a position; -1 if none. */
export function lastTermEnding(terms: Term[], position: number): number {
  let low = -1;
  let high = terms.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((terms[middle]?.end ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
