// How much a value's place says when no word announces it: asked for by a verb, alone on its line, the only number. Part of the score.
import { lastTermEnding, OPEN_END } from './governing.ts';
import type { MailFacts } from './mail-facts.ts';
import type { Section } from './section.ts';
import { says, type TermKind } from './terms.ts';
import type { Value } from './values.ts';

const LEAD_IN = /[:→»] ?["'“([*_]*$/;

export function unannounced(
  section: Section,
  value: Value,
  facts: MailFacts,
  only: boolean,
  reasons: string[],
): number {
  const reading = value.reading;
  // Among those who write about programs, numbers are examples: "pasted with 123 456".
  if (facts.software) return 0.2;
  if (reading.is !== 'code' || !(facts.strong || facts.weak || facts.intent > 0)) return 0;
  if (asked(section, value) && facts.intent + (facts.strong ? 2 : 0) > 0) {
    reasons.push('the reader is asked to enter it');
    return facts.strong || facts.weak ? 0.66 : 0.54;
  }
  const typical = reading.shape === 'digits' && reading.code.length >= 4 && reading.code.length <= 8;
  if (section.name === 'subject') {
    const edge = section.text.slice(0, value.start).trim() === '' || section.text.slice(value.end).trim() === '';
    if (!typical || !edge) return 0;
    reasons.push(value.alone ? 'is the whole subject' : 'opens or closes the subject');
    return facts.strong || (value.alone && facts.intent > 0) ? 0.5 : 0.42;
  }
  const above = value.alone ? askedAbove(section, value, facts) : null;
  if (above === 'asked') {
    reasons.push('the line above asks for it');
    return 0.58;
  }
  if (above === 'open' && reading.shape === 'digits' && reading.code.replace(/\D/g, '').length === 6) {
    reasons.push('the sentence above ends in it');
    return 0.5;
  }
  if (value.alone) {
    reasons.push('stands alone in a mail about codes or signing in');
    return facts.strong ? 0.52 : facts.weak && facts.intent > 0 ? 0.48 : facts.intent > 1 ? 0.46 : 0.36;
  }
  if (
    typical &&
    only &&
    facts.promo === 0 &&
    LEAD_IN.test(section.text.slice(Math.max(0, value.start - 6), value.start)) &&
    !isUnknownLabel(section, value)
  ) {
    reasons.push('the only number, and pointed at');
    return facts.strong || facts.weak ? 0.52 : 0.46;
  }
  const before = section.text.slice(Math.max(0, value.start - 16), value.start);
  if (
    only &&
    reading.code.length === 6 &&
    facts.promo === 0 &&
    facts.intent > 0 &&
    facts.length < 400 &&
    !/\p{L}{4,} #?$/u.test(before)
  ) {
    reasons.push('the only number of a short mail about signing in');
    return 0.46;
  }
  reasons.push('somewhere in a mail about codes');
  return facts.strong && typical && facts.length < 300 ? 0.42 : 0.3;
}

/** "Enter 482913 to sign in": a verb right before it, or right behind it where a language puts verbs last. */
function asked(section: Section, value: Value): boolean {
  const before = section.terms[lastTermEnding(section.terms, value.start)];
  if (
    before !== undefined &&
    says(before, 'verb') &&
    value.start - before.end <= 12 &&
    !/[.!?\n]/.test(section.text.slice(before.end, value.start))
  )
    return true;
  const after = section.terms[lastTermEnding(section.terms, value.end) + 1];
  return after !== undefined && says(after, 'verb') && after.start - value.end <= 4;
}

/** "Paste this into the log-in page:" and nothing but the value below; or at least a sentence that stays open. */
function askedAbove(section: Section, value: Value, facts: MailFacts): 'asked' | 'open' | null {
  if (facts.intent === 0 && !facts.strong && !facts.weak) return null;
  for (let at = value.line - 1; at >= 0 && at > value.line - 4; at -= 1) {
    const line = section.lines[at];
    if (line === undefined || line.blank) continue;
    const words = section.lower.slice(Math.max(line.start, line.end - 200), line.end);
    if (/[.!?。！？]\s*$/.test(words)) return null;
    const open = OPEN_END.test(words);
    if ((open || words.length > 24) && facts.promo === 0 && hasTerm(section, line.start, line.end, ['verb']))
      return 'asked';
    // Shorter ones are labels: "Balance:", "Your reading:".
    return open && words.length > 24 ? 'open' : null;
  }
  return null;
}

// "Meter reading: 48213": a few words and a colon name the number, and nothing in them speaks of signing in or typing.
function isUnknownLabel(section: Section, value: Value): boolean {
  const lineStart = section.lines[value.line]?.start ?? 0;
  const before = section.text.slice(Math.max(lineStart, value.start - 80), value.start);
  const clause = /(?:[.!?;\t]\s+|^)([^.!?;\t]*)$/.exec(before)?.[1] ?? before;
  return !hasTerm(section, value.start - clause.length, value.start, ['verb', 'intent', 'strong', 'weak']);
}

function hasTerm(section: Section, start: number, end: number, kinds: TermKind[]): boolean {
  for (let at = lastTermEnding(section.terms, end); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end <= start) return false;
    if (term.start >= start && kinds.some((kind) => says(term, kind))) return true;
  }
  return false;
}
