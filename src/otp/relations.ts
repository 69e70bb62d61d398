// How a value stands to the words around it: announced or labelled, before or after, on its line or on another.
import type { Section } from './section.ts';
import type { Term } from './terms.ts';
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

const SENTENCE_END = /[.!?](?=\s)|[。！？؟।;]/;
const LEADS_IN =
  /(?:[:=>→»]|(?:^|[\s*_])(?:is|are|was|as|est|ist|lautet|sind|es|é|è|este|to|jest|je|er|är|on|ovat|là|la|είναι|هو|הוא|है|คือ|adalah|ialah|е|є|az|yra|ir|ay)|为|是|為|は|が|는|은|คือ)[\s\-"'“”„«»()[\]【「『*_<]*$/i;
const JOINS_ON =
  /^["'”»)\]】」*_>]*\s*(?:[-|:,]|is\b|est\b|ist\b|es\b|é\b|è\b|este\b|to\b|jest\b|je\b|er\b|är\b|on\b|là\b|adalah\b|είναι|هو|הוא|是|为|為|は|が)/i;
const BESIDE =
  /^[\s:.\-(“"']*(?:#|№)?\s*(?:(?:no|nr|num|number|id|code|kod|số|nummer|numero|número|numéro|n[°º])\b[\s:.#№-]*)?(?:(?:is|là|ist|est|es|é|è)\s+)?[#№]?\s*$/i;
// "Never share your code" warns of codes; it does not announce one.
const WARNS =
  /\b(?:never|not|don't|won't)\b|n’t|không|khong|tuyệt đối|\b(?:nie|niemals|nicht|geen|niet|nooit|jamais|ne|nunca|no|não|nao|non|mai|nikdy|nikomu|soha|älä|aldrig|inte|ikke|aldri|asla|tidak|jangan)\b|никогда|никому|не |ніколи|勿|不要|不会|不會|ないで|ห้าม|อย่า|لا |אל /;
const PLURAL = /(?:codes|passwords|passcodes|pins|tokens|códigos|codici|kody|коды|koder|koodit)$/;
const MAX_NEAR = 90;
const MAX_LABEL_GAP = 32;
const MAX_LINES_UP = 10;
const MAX_LINES_DOWN = 3;

export function announcer(term: Term): Announcer | null {
  if (term.kinds.has('strong')) return 'strong';
  return term.kinds.has('weak') && !term.kinds.has('label') ? 'weak' : null;
}

function isLabel(term: Term): boolean {
  return term.kinds.has('label') && !term.kinds.has('strong');
}

/** Words in capitals, years and amounts stand between a term and its value without taking it. */
function usesUpLabel(value: Value): boolean {
  const { reading } = value;
  if (reading.is !== 'code') return reading.is === 'identifier';
  return value.rejected === null && reading.penalty < 0.2 && (reading.shape === 'digits' || reading.shape === 'mixed');
}

/** The relations of every value of a section, in the order of `values`. */
export function relate(section: Section, values: Value[]): (Relation | null)[] {
  const relations: (Relation | null)[] = [];
  for (const [index, value] of values.entries()) relations.push(beforeOnLine(section, values, relations, index, value));
  for (const [index, value] of values.entries()) {
    if (value.reading.is !== 'code' || value.rejected !== null) continue;
    const before = relations[index] ?? null;
    if (before?.is === 'labelled' || (before !== null && before.how !== 'far')) continue;
    relations[index] =
      afterOnLine(section, values, index, value) ?? before ?? acrossLines(section, values, relations, value);
  }
  return relations;
}

function beforeOnLine(
  section: Section,
  values: Value[],
  earlier: (Relation | null)[],
  index: number,
  value: Value,
): Relation | null {
  const from = sentenceStart(section, value);
  let cursor = value.start;
  let skipped = 0;
  let broken = false;
  let at = lastTermEnding(section.terms, cursor);
  let previous = index - 1;
  for (; at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end <= from) return null;
    if (term.end > cursor) continue;
    const strength = announcer(term);
    const label = isLabel(term);
    if (strength === null && !label && !term.kinds.has('topic')) continue;
    // A label governs one value. One that another value has already used up says nothing about this one.
    while (previous >= 0 && (values[previous]?.start ?? 0) >= term.end) {
      const between = values[previous];
      const owner = earlier[previous];
      if (between !== undefined && between.start < cursor && (usesUpLabel(between) || owner?.is === 'labelled')) {
        if (owner?.is !== 'labelled') return null;
        if (SENTENCE_END.test(section.text.slice(between.end, cursor))) broken = true;
        skipped += 1;
        cursor = owner.by.start;
      }
      previous -= 1;
    }
    if (term.end > cursor) continue;
    const gap = section.text.slice(term.end, Math.max(term.end, cursor));
    if (strength === null && !label) {
      if (skipped === 0 && gap.length < 16 && BESIDE.test(gap)) return { is: 'labelled', by: term };
      continue;
    }
    if (gap.length > 2 && SENTENCE_END.test(gap)) broken = true;
    if (label) {
      if (!broken && skipped === 0 && gap.length <= MAX_LABEL_GAP) return { is: 'labelled', by: term };
      continue;
    }
    if (strength === null) continue;
    const how = broken ? 'far' : leadsTo(gap, strength) ? 'direct' : gap.length <= MAX_NEAR ? 'near' : 'far';
    return { is: 'announced', strength, by: term, how, side: 'before', lines: 0 };
  }
  return null;
}

// A strong term reaches over a word or two; a weak one only over what joins it to its value ("code: ", "code is ").
function leadsTo(gap: string, strength: Announcer): boolean {
  if (gap.length > 2 && SENTENCE_END.test(gap)) return false;
  if (gap.length <= 140 && LEADS_IN.test(gap)) return true;
  return strength === 'strong' ? gap.length <= 24 : gap.length <= 12 && !/\p{L}{3}/u.test(gap);
}

// Plain text is often wrapped: a value that opens a line may end the sentence of the line above.
function sentenceStart(section: Section, value: Value): number {
  const line = section.lines[value.line];
  if (line === undefined) return 0;
  if (value.alone || section.text.slice(line.start, value.start).trim() !== '')
    return Math.max(line.start, value.start - 400);
  const above = section.lines[value.line - 1];
  if (above === undefined || above.blank || /[.!?。]\s*$/.test(section.text.slice(above.start, above.end)))
    return line.start;
  return Math.max(above.start, value.start - 400);
}

function afterOnLine(section: Section, values: Value[], index: number, value: Value): Relation | null {
  const line = section.lines[value.line];
  if (line === undefined) return null;
  const next = values[index + 1];
  const limit = Math.min(line.end, value.end + 120);
  for (let at = lastTermEnding(section.terms, value.end) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start >= limit) return null;
    if (term.start < value.end) continue;
    const strength = announcer(term);
    const label = isLabel(term);
    if (strength === null && !label) continue;
    if (next !== undefined && next.start < term.start && usesUpLabel(next)) return null;
    const gap = section.text.slice(value.end, term.start);
    if (SENTENCE_END.test(gap) || /\t/.test(gap)) return null;
    // "Room 4021, your code is 482913": the announcer looks ahead, not back.
    const looksAhead =
      strength !== null &&
      next !== undefined &&
      next.line === value.line &&
      usesUpLabel(next) &&
      leadsTo(section.text.slice(term.end, next.start), strength);
    if (looksAhead) return null;
    if (label) return JOINS_ON.test(gap) && gap.length < 28 ? { is: 'labelled', by: term } : null;
    // "482913 verification codes were stolen" counts them.
    if (/^ ?$/.test(gap) && PLURAL.test(section.lower.slice(term.start, term.end))) return null;
    if (strength === null) continue;
    const how = JOINS_ON.test(gap) || gap.length <= 14 ? 'direct' : gap.length <= 60 ? 'near' : 'far';
    return { is: 'announced', strength, by: term, how, side: 'after', lines: 0 };
  }
  return null;
}

function acrossLines(section: Section, values: Value[], relations: (Relation | null)[], value: Value): Relation | null {
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
    if (WARNS.test(section.lower.slice(Math.max(line.start, term.start - 40), term.start))) continue;
    const used = values.some(
      (other, index) => other.line === at && other.start >= term.end && relations[index]?.is === 'announced',
    );
    if (used) continue;
    return { is: 'announced', strength, by: term, how: 'direct', side: 'before', lines: distance };
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
      term.kinds.has('topic') &&
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
