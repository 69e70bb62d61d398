// How a value that stands alone relates to the lines around it: announced above or below, labelled above, or headed in a table.
import {
  type Announcer,
  announcer,
  isLabel,
  lastTermEnding,
  OPEN_END,
  type Relation,
  usesUpLabel,
} from './governing.ts';
import type { Section } from './section.ts';
import { says, type Term } from './terms.ts';
import type { Value } from './values.ts';

const MAX_LINES_UP = 10;
const MAX_LINES_DOWN = 3;
// "Never share your code" warns of codes; it does not announce one.
const WARNS =
  /\b(?:never|not|don't|won't)\b|n’t|không|khong|tuyệt đối|\b(?:nie|niemals|nicht|geen|niet|nooit|jamais|ne|nunca|no|não|nao|non|mai|nikdy|nikomu|soha|älä|aldrig|inte|ikke|aldri|asla|tidak|jangan)\b|никогда|никому|не |ніколи|勿|不要|不会|不會|ないで|ห้าม|อย่า|لا |אל /;

export function acrossLines(
  section: Section,
  values: Value[],
  relations: (Relation | null)[],
  value: Value,
): Relation | null {
  const line = section.lines[value.line];
  if (line === undefined) return null;
  const opens = section.text.slice(line.start, value.start).trim() === '';
  // Beside a remark ("482913 (10 minutes)") it still stands for itself; before a word it may be a house or postal number.
  const remarked =
    opens &&
    line.end - value.end <= 60 &&
    /^\s*[(|,;:–—-]|^\s*[.。]\s*$|^\t/.test(section.text.slice(value.end, line.end));
  if (!value.alone && !remarked) return sameColumn(section, value);
  return sameColumn(section, value) ?? above(section, values, relations, value) ?? below(section, values, value);
}

function above(section: Section, values: Value[], relations: (Relation | null)[], value: Value): Relation | null {
  let distance = 0;
  for (let at = value.line - 1; at >= 0 && distance < MAX_LINES_UP; at -= 1) {
    const line = section.lines[at];
    if (line === undefined || line.blank) continue;
    distance += 1;
    const found = lastGoverning(section, line.start, line.end, distance === 1);
    if (found === null) continue;
    const { term, strength } = found;
    if (strength === null) return { is: 'labelled', by: term };
    if (WARNS.test(clauseBefore(section, Math.max(line.start, term.start - 40), term.start))) continue;
    const used = values.some(
      (other, index) =>
        other.line === at && other.start >= term.end && relations[index]?.is === 'announced' && usesUpLabel(other),
    );
    if (used && !OPEN_END.test(section.lower.slice(line.start, line.end))) continue;
    return { is: 'announced', strength, by: term, how: 'direct', side: 'before', lines: distance };
  }
  return null;
}

/** "If the link does not work, use the code": the first clause warns of nothing. */
function clauseBefore(section: Section, start: number, end: number): string {
  const words = section.lower.slice(start, end);
  return words.slice(words.lastIndexOf(', ') + 1);
}

/** The last announcer of a line; or, on the line right above, a label that the line ends with. */
function lastGoverning(
  section: Section,
  start: number,
  end: number,
  labels: boolean,
): { term: Term; strength: Announcer | null } | null {
  let weak: Term | null = null;
  for (let at = lastTermEnding(section.terms, end); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end <= start) break;
    const strength = announcer(term);
    if (strength === 'strong') return { term, strength };
    if (strength === 'weak') weak ??= term;
    else if (weak === null && labels && isLabel(term) && endsWithLabel(section.text, term.end, end))
      return { term, strength: null };
    else if (
      weak === null &&
      labels &&
      says(term, 'topic') &&
      term.end - start < 24 &&
      /^[\s:#]*$/.test(section.text.slice(term.end, end)) &&
      section.text.slice(start, term.start).trim() === ''
    )
      return { term, strength: null };
  }
  return weak === null ? null : { term: weak, strength: 'weak' };
}

function endsWithLabel(text: string, from: number, end: number): boolean {
  return end - from <= 14 && !/[.!?]\s*$/.test(text.slice(from, end).slice(2));
}

function below(section: Section, values: Value[], value: Value): Relation | null {
  let distance = 0;
  for (let at = value.line + 1; at < section.lines.length && distance < MAX_LINES_DOWN; at += 1) {
    const line = section.lines[at];
    if (line === undefined || line.blank) continue;
    distance += 1;
    for (let index = lastTermEnding(section.terms, line.start) + 1; index < section.terms.length; index += 1) {
      const term = section.terms[index];
      if (term === undefined || term.start >= line.end) break;
      const strength = announcer(term);
      if (strength === null || term.start < line.start) continue;
      const claimed = values.some(
        (other) =>
          other.line >= at && other.start >= term.end && other.start - term.end < 60 && other.rejected === null,
      );
      if (claimed) break;
      return {
        is: 'announced',
        strength,
        by: term,
        how: distance === 1 ? 'near' : 'far',
        side: 'after',
        lines: distance,
      };
    }
  }
  return null;
}

/** A table with its headings in the row above: the heading of the value's own column speaks. */
function sameColumn(section: Section, value: Value): Relation | null {
  const line = section.lines[value.line];
  const above = section.lines[value.line - 1];
  if (line === undefined || above === undefined || above.blank) return null;
  const cells = section.text.slice(line.start, line.end).split('\t').length;
  if (cells < 2) return null;
  const headings = section.text.slice(above.start, above.end).split('\t');
  if (headings.length !== cells) return null;
  const column = section.text.slice(line.start, value.start).split('\t').length - 1;
  const start = above.start + headings.slice(0, column).reduce((sum, cell) => sum + cell.length + 1, 0);
  const found = lastGoverning(section, start, start + (headings[column]?.length ?? 0), true);
  if (found === null) return null;
  if (found.strength === null) return { is: 'labelled', by: found.term };
  return { is: 'announced', strength: found.strength, by: found.term, how: 'direct', side: 'before', lines: 1 };
}
