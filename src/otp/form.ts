// What a value's own form costs in the place where it stands: letters are mostly words, years mostly years, long groups mostly phone numbers.
// Part of the score.
import type { LocalFacts } from './around.ts';
import { lastTermEnding, type Relation } from './governing.ts';
import { isLedTo } from './relations.ts';
import type { Section } from './section.ts';
import { LONG_GROUPS, NAME, YEAR } from './shapes.ts';
import { says } from './terms.ts';
import type { Value } from './values.ts';

const QUESTION = /[?？]\s*$/;
const VOWELS = /[AEIOU]/g;

/** What the form takes away, or more than the reading says where the place is not plain. */
export function penaltyOf(
  section: Section,
  value: Value,
  relation: Relation | null,
  askedPlainly: () => boolean,
): number {
  const { reading } = value;
  if (reading.is !== 'code' || reading.penalty === 0) return 0;
  // "Type 2048 on the sign-in screen": nobody types a year there.
  if (reading.why === YEAR && askedPlainly()) return 0.05;
  const exact = reading.shape === 'mixed' || reading.shape === 'digits';
  if (reading.why === LONG_GROUPS) return isPlain(section, value, relation) ? 0.1 : 0.6;
  // "OTP 2026: our road map": a year behind the word dates it.
  if (reading.why === YEAR && relation !== null && !isSaidToBe(section, value, relation)) return 0.5;
  return exact && isPlain(section, value, relation) && isStrong(relation) ? reading.penalty / 2 : reading.penalty;
}

/** Said to be the code in so many words: a name and a colon or "is" right before it, or the name on the line right above it. */
function isPlain(section: Section, value: Value, relation: Relation | null): boolean {
  if (relation?.is !== 'announced' || relation.how !== 'direct' || relation.side === 'after') return false;
  return relation.lines === 0 ? isLedTo(section, value) : relation.lines === 1 && value.alone;
}

export function isStrong(relation: Relation | null): boolean {
  return relation?.is === 'announced' && relation.strength === 'strong';
}

/** As plain as that, or "enter code 2031", or "2031 is your code". */
function isSaidToBe(section: Section, value: Value, relation: Relation): boolean {
  if (relation.is !== 'announced' || relation.how !== 'direct') return false;
  if (value.alone || relation.side === 'after' || isLedTo(section, value)) return true;
  return value.start - relation.by.end <= 2 && followsVerb(section, relation.by.start);
}

/** "Enter the code …": the reader is told to do something with it. */
export function followsVerb(section: Section, start: number): boolean {
  const before = section.terms[lastTermEnding(section.terms, start)];
  return (
    before !== undefined &&
    says(before, 'verb') &&
    start - before.end <= 16 &&
    !/[.!?\n]/.test(section.text.slice(before.end, start))
  );
}

/** Letters are mostly words. They count only where a code would stand: alone, or right behind its announcement. */
export function formPoints(
  section: Section,
  value: Value,
  relation: Relation | null,
  isKnownWord: (word: string) => boolean,
  facts: LocalFacts,
): number {
  const reading = value.reading;
  if (reading.is !== 'code') return 0;
  const announcedHere = relation?.is === 'announced' && relation.how === 'direct';
  const after = section.text.slice(value.end, value.end + 2);
  const closes = /^(?:$|[\s]?[\n"'”»)\]】」*_.,;!<]|\s-|\t)/.test(after) || value.end >= section.text.length;
  if (reading.shape === 'words') {
    if (!announcedHere || relation.lines > 2) return -0.6;
    return value.alone || (closes && relation.strength === 'strong' && isLedTo(section, value)) ? 0 : -0.6;
  }
  if (
    reading.why === NAME &&
    !value.alone &&
    (!isLedTo(section, value) || facts.subjectText.includes(reading.code.toLowerCase()))
  )
    return -0.5;
  if (reading.shape === 'letters') {
    if (isKnownWord(reading.code)) return -0.8;
    if (announcedHere && /^[A-Z]{3,5}-[A-Z]{3,5}$/.test(reading.code)) return closes || value.alone ? 0 : -0.08;
    return announcedHere && isLetterCode(section, value, relation, reading.code, facts) ? 0 : -0.6;
  }
  if (announcedHere && (value.alone || closes)) return 0;
  if (announcedHere || relation?.is === 'announced') return -0.08;
  return value.alone ? -0.04 : -0.3;
}

/** `BHXH`, `BLIK`, `IBAN`: letters alone are a code only right where one is given, with little to pronounce, and to be typed. */
function isLetterCode(
  section: Section,
  value: Value,
  relation: Relation & { is: 'announced' },
  code: string,
  facts: LocalFacts,
): boolean {
  if (relation.side === 'after' || relation.lines > 2 || !facts.oneTime()) return false;
  const vowels = code.match(VOWELS)?.length ?? 0;
  if (vowels * 4 > code.length) return false;
  if (relation.strength === 'weak' && !hasVerbBeside(section, relation)) return false;
  if (relation.lines === 0) return isLedTo(section, value);
  return value.alone && !QUESTION.test(section.text.slice(relation.by.end, value.start).trimEnd());
}

/** "Enter this code in the launcher": the sentence of the announcement asks for it. */
function hasVerbBeside(section: Section, { by }: Relation & { is: 'announced' }): boolean {
  for (let at = lastTermEnding(section.terms, by.end + 60); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end < by.start - 60) return false;
    const between = section.text.slice(Math.min(term.end, by.start), Math.max(term.start, by.end));
    if (says(term, 'verb') && !/[.!?。]\s|\n/.test(between)) return true;
  }
  return false;
}
