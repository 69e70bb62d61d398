// Whether a value stands in what programs or those who test them write: a log, a stack trace, a request, a test, a template. Such a code was sent
// to nobody who reads the mail. Part of the score.
import type { LocalFacts } from './around.ts';
import { isStrong } from './form.ts';
import type { Relation } from './governing.ts';
import type { Section } from './section.ts';
import type { Value } from './values.ts';

const NEAR = 200;
const STAMPED = /^[\s>[]*\d{4}-\d\d-\d\d[ T]\d\d:\d\d/;
const FIELD = /(?:^|[\s&?;,{(])["'\p{L}_][\p{L}\d_.-]*["']?=\S/gu;
const TRACE = /\n\s*at \S+ \(|\.(?:jsx?|tsx?|mjs|py|java|kt|go|rb|rs|php|cs|cpp|swift):\d/;
const THROWN = /[a-z](?:Error|Exception)\b/;
const REQUESTED = /\b(?:GET|POST|PUT|PATCH|DELETE) \/|HTTP\/[12]/;
const ASSIGNED = /(?:^|[\s(])\w+\s?={1,3}\s?['"`]$|\b(?:const|let|var|def|val|assert\w*|expect|return)\b.*['"`(]$/;
const TESTED =
  /[✗✘✕✖❌›]|(?:→|->|=>).{0,40}(?:\bOK\b|\bNG\b|\bPASS|\bFAIL|\b[45]\d\d\b)|\bTC[-_ ]?\d+\b|\bexpected\b.{0,60}\b(?:to (?:equal|be|match|contain)|but (?:got|was|received))\b/;
const TEMPLATE = /\{\{?\s*[\w.]+\s*\}?\}|<%=|\$\{|%\(\w+\)s|\[\[?\w+\]\]|\blorem\b/i;

export function isTechnical(section: Section, value: Value, relation: Relation | null): boolean {
  const { text, lines } = section;
  const own = lines[value.line];
  if (own === undefined) return false;
  const before = text.slice(Math.max(own.start, value.start - NEAR), value.start);
  const line = before + text.slice(value.start, Math.min(own.end, value.end + NEAR));
  if (STAMPED.test(text.slice(own.start, own.start + 20)) || TESTED.test(line)) return true;
  const near = text.slice(Math.max(0, value.start - NEAR), value.end + NEAR);
  if (TRACE.test(near) || (near.includes(' /') && REQUESTED.test(near))) return true;
  if ((near.includes('Error') || near.includes('Exception')) && THROWN.test(near)) return true;
  if (/['"`(]$/.test(before) && ASSIGNED.test(before)) return true;
  if (!before.endsWith('=')) return false;
  // A test's own mailbox gets `otp=903817` on a line of its own, and that one counts.
  const fields = isStrong(relation) ? line.match(FIELD) : near.match(FIELD);
  return (fields?.length ?? 0) > 1;
}

/** 123456, 000000: what those who write about codes write. */
export function isPlaceholder(value: Value): boolean {
  const code = value.reading.is === 'code' ? value.reading.code : '';
  return (
    /^(\d)\1+$/.test(code) ||
    /^(\d)\1(\d)\2(\d)\3$/.test(code) ||
    '01234567890'.includes(code) ||
    '9876543210'.includes(code)
  );
}

/** 123456 where people count, design or compare codes; the same number is a code where one is plainly sent. */
export function isShown(section: Section, value: Value, facts: LocalFacts): boolean {
  if (!isPlaceholder(value)) return false;
  if (facts.software > 0 || facts.percent) return true;
  return TEMPLATE.test(section.text.slice(Math.max(0, value.start - 240), value.end + 200));
}
