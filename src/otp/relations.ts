// How a value stands to the words around it: announced or labelled, before or after. Its own line first, then the lines around.
import { acrossLines } from './across-lines.ts';
import { type Announcer, announcer, isLabel, lastTermEnding, type Relation, usesUpLabel } from './governing.ts';
import type { Section } from './section.ts';
import { says } from './terms.ts';
import type { Value } from './values.ts';

const SENTENCE_END = /(?<!\.)[.!?](?=\s)|[。！？؟।;]/;
const LEADS_IN =
  /(?:[:=>→»]|(?:^|[\s*_])(?:is|are|was|as|est|ist|lautet|sind|es|é|è|este|to|jest|je|er|är|on|ovat|là|la|είναι|هو|הוא|है|คือ|adalah|ialah|е|є|az|yra|ir|ay)|为|是|為|は|が|는|은|คือ)[\s\-"'“”„«»()[\]【「『*_<]*$/i;
const JOINS_ON =
  /^["'”»)\]】」*_>]*\s*(?:[-|:,]|is\b|est\b|ist\b|es\b|é\b|è\b|este\b|to\b|jest\b|je\b|er\b|är\b|on\b|là\b|adalah\b|είναι|هو|הוא|是|为|為|は|が)/i;
const BESIDE =
  /^[\s:.\-(“"']*(?:#|№)?\s*(?:(?:no|nr|num|number|id|code|kod|số|nummer|numero|número|numéro|n[°º])\b[\s:.#№-]*)?(?:(?:is|là|ist|est|es|é|è)\s+)?[#№]?\s*$/i;
const ASKS =
  /(?:use|enter|type|input|nhập|dùng|saisissez|entrez|ingresa|ingrese|usa|digite|inserisci|masukkan|gib|ange|brug|bruk|wpisz|zadejte|введите) $/i;
const PLURAL = /(?:codes|passwords|passcodes|pins|tokens|códigos|codici|kody|коды|koder|koodit)$/;
const MAX_NEAR = 90;
const MAX_LABEL_GAP = 32;

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
  const led = isLedTo(section, value);
  const passed: number[] = [];
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
    if (strength === null && !label && !says(term, 'topic')) continue;
    // A label governs one value. One that another value has already used up says nothing about this one.
    while (previous >= 0 && (values[previous]?.start ?? 0) >= term.end) {
      const between = values[previous];
      const owner = earlier[previous];
      if (between !== undefined && between.start < cursor && (usesUpLabel(between) || owner?.is === 'labelled')) {
        if (owner?.is !== 'labelled') {
          // "Your TAN for 4821 to account 99120 is 482913": what only stands on the way does not take the announcement.
          const taken = between.start - term.end <= 3 || isLedTo(section, between);
          if (taken || !led) return null;
          passed.push(previous);
          previous -= 1;
          continue;
        }
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
    for (const on of passed) earlier[on] = null;
    const how = broken ? 'far' : leadsTo(gap, strength) ? 'direct' : gap.length <= MAX_NEAR ? 'near' : 'far';
    return { is: 'announced', strength, by: term, how, side: 'before', lines: 0 };
  }
  return null;
}

/** A colon or a word such as "is" stands right before it. */
export function isLedTo(section: Section, value: Value): boolean {
  return LEADS_IN.test(section.text.slice(Math.max(0, value.start - 16), value.start));
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
    const how = reachBack(section, value, gap, strength);
    return { is: 'announced', strength, by: term, how, side: 'after', lines: 0 };
  }
  return null;
}

// Looking back is riskier than looking ahead: "flat 1204, the code for the door", `Report 48291 "OTP bypass"`.
function reachBack(section: Section, value: Value, gap: string, strength: Announcer): 'direct' | 'near' | 'far' {
  const joined = JOINS_ON.test(gap);
  const before = section.text.slice(Math.max(0, value.start - 24), value.start);
  const numbered = /(?:^|[\s"(])\p{Lu}\p{L}{2,} $/u.test(before);
  if (numbered && !joined && !ASKS.test(before)) return 'far';
  if (strength === 'weak' && !(joined && !gap.startsWith(',')) && gap.trim() !== '')
    return gap.length <= 30 ? 'near' : 'far';
  if (joined || gap.length <= 14) return 'direct';
  // In the middle of a sentence, what comes much later speaks of something else: "calls from 0246 that ask for your OTP".
  const opens = /(?:^|[\n\t.!?:;>»】\]】])["'“*_(\s]*$/.test(before) || ASKS.test(before);
  return opens && gap.length <= 60 ? 'near' : 'far';
}
