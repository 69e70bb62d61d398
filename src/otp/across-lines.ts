// How a value that stands alone relates to the lines around it: announced above or below, labelled above, or headed in a table.
import { isWarnedOf } from './around.ts';
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

const RULE = /^[\s>]*[-_=~*─━]{5,}\s*$/;
const MAX_LINES_UP = 10;
const MAX_LINES_DOWN = 3;
// "Above is the code …", "This is your code": the line says what stands above it.
export const POINTS_UP =
  /^[\s"'*↑^(]*(?:above|this|that|these|it|is|are|ist|dies|das|dies ist|oben|dit|dat|hierboven|det|dette|detta|ovan|over|ovenfor|ceci|c'est|voici|ci-dessus|est|este|esta|eso|ese|esa|esse|essa|es|arriba|isto|acima|é|questo|qui sopra|è|sopra|acesta|mai sus|to|powyżej|toto|výše|to je|это|выше|це|вище|това|горе|ovo|to je|gore|tämä|yllä|ez|fent|bu|yukarıda|yukarıdaki|αυτός|παραπάνω|هذا|أعلاه|זה|זהו|למעלה|यह|ऊपर|ini|di atas|ito|đây|trên|phía trên|bên trên|là|以上|上記|上面|这是|這是|此|これ|위|이것|นี่|ด้านบน|ข้างต้น)(?=$|[^\p{L}]|[\u0e00-\u9fff\uac00-\ud7af])/u;

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
    // What stands above a rule speaks to what stands right below it, but not to what other words have come before.
    if (distance > 0 && RULE.test(section.text.slice(line.start, Math.min(line.end, line.start + 100)))) return null;
    distance += 1;
    const found = lastGoverning(section, line.start, line.end, distance === 1);
    if (found === null) continue;
    const { term, strength } = found;
    if (strength === null) return { is: 'labelled', by: term };
    if (isWarnedOf(section, term)) continue;
    const used = values.some(
      (other, index) =>
        other.line === at && other.start >= term.end && relations[index]?.is === 'announced' && usesUpLabel(other),
    );
    if (used && !OPEN_END.test(section.lower.slice(line.start, line.end))) continue;
    // Letters far below a word that may mean anything are mostly somebody's reference.
    const open = OPEN_END.test(section.lower.slice(line.start, line.end));
    const far =
      strength === 'weak' && distance > 2 && !open && value.reading.is === 'code' && value.reading.shape !== 'digits';
    return { is: 'announced', strength, by: term, how: far ? 'far' : 'direct', side: 'before', lines: distance };
  }
  return null;
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

/** A label that its own line answers, as "the card ending in 4417 is:", says nothing about the next line. */
function endsWithLabel(text: string, from: number, end: number): boolean {
  const rest = end - from <= 14 ? text.slice(from, end) : null;
  return rest !== null && !/[.!?]\s*$/.test(rest.slice(2)) && !/\d{3}/.test(rest);
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
        how: distance > 1 ? 'far' : POINTS_UP.test(section.lower.slice(line.start, term.start)) ? 'direct' : 'near',
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
