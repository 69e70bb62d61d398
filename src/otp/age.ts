// Whether a value is said to be old or new on its own line. Part of the score.
import { lastTermEnding } from './governing.ts';
import type { Section } from './section.ts';
import { says } from './terms.ts';
import type { Value } from './values.ts';

// The nearest word about age on the same line, before or after, with no other number in between.
export function ageOf(section: Section, value: Value): number {
  const line = section.lines[value.line];
  if (line === undefined) return 0;
  const last = lastTermEnding(section.terms, value.start);
  for (let at = last + 1; at < section.terms.length && at <= last + 4; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start >= line.end || term.start - value.end > 36) break;
    const gap = section.text.slice(value.end, term.start);
    if (/\d{4}|[.!?;]\s/.test(gap)) break;
    if (says(term, 'old')) return -1;
  }
  for (let at = last; at >= 0 && at > last - 5; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end <= line.start || value.start - term.end > 36) break;
    const gap = section.text.slice(term.end, value.start);
    if (/\d{4}|[.!?;]\s/.test(gap)) break;
    if (says(term, 'fresh')) return 1;
    if (says(term, 'old')) return -1;
  }
  return 0;
}
