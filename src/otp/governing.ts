// Which words may govern a value, and the relations that come of it; shared by the steps that look along a line and across lines.
import { says, type Term } from './terms.ts';
import type { Value } from './values.ts';

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

// A line that ends in "is" or a colon waits for what stands below, whatever else it has named on the way.
export const OPEN_END =
  /(?:[:=]|\s(?:is|are|ist|lautet|est|es|é|è|este|jest|je|er|är|là|adalah|ialah|为|是|為|は|είναι|является|é))\s*$/;

export function announcer(term: Term): Announcer | null {
  if (says(term, 'strong') || says(term, 'password')) return 'strong';
  return says(term, 'weak') && !says(term, 'label') ? 'weak' : null;
}

export function isLabel(term: Term): boolean {
  return says(term, 'label') && announcer(term) !== 'strong';
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

/** Words in capitals, years and amounts stand between a term and its value without taking it. */
export function usesUpLabel(value: Value): boolean {
  const { reading } = value;
  if (reading.is !== 'code') return reading.is === 'identifier';
  return value.rejected === null && reading.penalty < 0.2 && (reading.shape === 'digits' || reading.shape === 'mixed');
}
