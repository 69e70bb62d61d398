// How a value stands to the words around it: announced or labelled, before or after. Its own line first, then the lines around.
import { acrossLines, POINTS_UP } from './across-lines.ts';
import { type Announcer, announcer, isLabel, lastTermEnding, type Relation, usesUpLabel } from './governing.ts';
import { isOwnedByNoun } from './owned.ts';
import { isEnglish } from './qualified.ts';
import type { Section } from './section.ts';
import { says, type Term } from './terms.ts';
import type { Value } from './values.ts';

// A full stop before a small letter abbreviates: "cod. de verif. es 482913".
const SENTENCE_END =
  /(?<!\.)(?:[!?](?=\s)|\.(?=\s{1,4}(?:[^\p{Ll}\s]|$))(?<!(?:^|[^\p{L}\d])(?:\d{1,2}|\p{L}|[Nn][or]|NR|[Nn]ro|[Nn][uú]m|[Pp]rot|[Aa]z|[Rr]if|[Rr][eé]f|[Aa]rt|[Bb]r|[Šš]t|čj|zn|sz|[Αα]ρ|αριθ|рег|исх|вх)\.(?= ?[\d№])|\d\.(?= \p{L}+ \d)))|[。！？؟।;]/u;
const LEADS_IN =
  /(?:[:=>→»]|(?:^|[\s*_])(?:is|are|was|as|est|ist|lautet|sind|es|é|è|este|to|jest|je|er|är|on|ovat|là|la|είναι|هو|הוא|है|คือ|adalah|ialah|е|є|az|yra|ir|ay|est l[ea]|es el|es la|é o|é a|è il)|为|是|為|は|が|는|은|คือ)[\s\-"'“”„«»()[\]【「『*_<]*$/i;
const JOINS_ON =
  /^["'”»)\]】」*_>]*\s*(?:[-|:,]|is\b|est\b|ist\b|es\b|é\b|è\b|este\b|to\b|jest\b|je\b|er\b|är\b|on\b|là\b|adalah\b|είναι|هو|הוא|是|为|為|は|が)/i;
const BESIDE =
  /^[\s:.\-(“"']*(?:#|№)?\s*(?:(?:no|nr|num|number|id|code|kod|số|nummer|numero|número|numéro|n[°º])\b[\s:.#№-]*)?(?:(?:is|là|ist|est|es|é|è)\s+)?[#№]?\s*$/i;
const ASKS =
  /(?:use|enter|type|input|nhập|dùng|saisissez|entrez|ingresa|ingrese|usa|digite|inserisci|masukkan|gib|ange|brug|bruk|wpisz|zadejte|введите) $/i;
const PLURAL = /(?:codes|passwords|passcodes|pins|tokens|códigos|codici|kody|коды|koder|koodit)$/;
const ANSWERED = /\d[\d/.-]{4,}[^:]*$/;
const MAX_NEAR = 90;
const MAX_LED = 200;
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
        const behind = section.text.slice(between.end, cursor);
        // "The PIN of card 4410 was changed at ATM 00417": other words have come since.
        if (SENTENCE_END.test(behind) || (!led && /\p{L}{2}/u.test(behind))) broken = true;
        skipped += 1;
        cursor = owner.by.start;
      }
      previous -= 1;
    }
    if (term.end > cursor) continue;
    const gap = section.text.slice(term.end, Math.max(term.end, cursor));
    if (strength === null && !label) {
      if (skipped === 0 && gap.length < 16 && BESIDE.test(gap) && !isCircumstance(section, term, gap))
        return { is: 'labelled', by: term };
      continue;
    }
    if (gap.length > 2 && SENTENCE_END.test(gap)) broken = true;
    if (label) {
      // "… o pedido n.º 2025/0004417 de 21/05/2025 é 770254": the label has its number, and the sentence goes on.
      const answered = led && ANSWERED.test(gap);
      if (!broken && skipped === 0 && !answered && gap.length <= MAX_LABEL_GAP) return { is: 'labelled', by: term };
      continue;
    }
    if (strength === null) continue;
    const bound = values[previous];
    if (!led && bound !== undefined && isBoundTo(section, bound, term)) return null;
    for (const on of passed) earlier[on] = null;
    if (skipped === 0 && isDestination(section, gap, term.end)) broken = true;
    if (
      strength === 'weak' &&
      !led &&
      / \p{L}+ /u.test(gap) &&
      isOwnedByNoun(section, value) &&
      !isName(section, value)
    )
      broken = true;
    if (strength === 'weak' && CALLED_FROM.test(section.lower.slice(Math.max(0, term.start - 24), term.start)))
      broken = true;
    const whole = section.text.slice(term.end, value.start);
    const reached = led && whole.length <= MAX_LED && !SENTENCE_END.test(whole);
    const how = broken ? 'far' : reached || leadsTo(gap, strength) ? 'direct' : gap.length <= MAX_NEAR ? 'near' : 'far';
    return { is: 'announced', strength, by: term, how, side: 'before', lines: 0 };
  }
  return null;
}

// "Read this code to our agent on the phone: 7042886": the phone is where, not what.
const WHERE =
  /(?:^|\s)(?:on|to|in|into|at|over|by|via|from|with|per|auf|an|in|über|sur|à|par|en|a|al|por|pelo|pela|no|na|su|sul|sulla|op|naar|på|til|till|na|do|vào|đến|tới|qua|trên|на|в|по|ke|pada|di)(?: (?:the|your|our|my|this|dem|der|das|ihr|ihre|ihrem|ihrer|dein|deine|deinem|deiner|le|la|votre|ton|el|tu|su|seu|sua|o|a|il|tuo|tua|uw|je|de|het|din|ditt|dit|twój|twoje|ваш|номер|số))*(?: (?:first|second|next|sign-in|login|\p{L}{4,12}))? $/u;

function isCircumstance(section: Section, term: Term, gap: string): boolean {
  return gap.includes(':') && WHERE.test(section.lower.slice(Math.max(0, term.start - 24), term.start));
}

/** "Your code for Acme 482913": a name says whose code it is, not what the number is. */
function isName(section: Section, value: Value): boolean {
  return /\p{Lu}[^\s]* $/u.test(section.text.slice(Math.max(0, value.start - 24), value.start));
}

// "Text the five digits to 60077": where it is sent. Nothing is sent where it "was changed to 4821".
function isDestination(section: Section, gap: string, at: number): boolean {
  return (
    / (?:to|at) ?$/.test(gap) && isEnglish(section, at) && !/(?:changed|set|reset|updated|switched) to $/.test(gap)
  );
}

// "835209 is the OTP for contract 3802114957": the announcement belongs to the value that is said to be it.
const IS_THE =
  /^["'”»)\]】」*_>]*\s?(?:(?:is|est|ist|es|é|è|este|to|jest|je|er|är|on|là|la|adalah|ialah|είναι|هو|הוא|yra|ir|ay|este|это|-|—)(?:\s|$)|是|为|為|は|が)/i;

function isBoundTo(section: Section, value: Value, term: Term): boolean {
  if (value.reading.is !== 'code' || value.rejected !== null || term.start < value.end) return false;
  const gap = section.text.slice(value.end, term.start);
  return gap.length <= 40 && IS_THE.test(gap) && !SENTENCE_END.test(gap);
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
    if (/\t/.test(gap)) return null;
    if (SENTENCE_END.test(gap)) {
      if (strength !== 'strong' || !pointsBack(gap) || leadsOn(section, term, next)) return null;
      return { is: 'announced', strength, by: term, how: 'direct', side: 'after', lines: 0 };
    }
    // "Room 4021, your code is 482913": the announcer looks ahead, not back.
    const looksAhead =
      strength !== null &&
      !isBoundTo(section, value, term) &&
      next !== undefined &&
      next.line === value.line &&
      usesUpLabel(next) &&
      leadsTo(section.text.slice(term.end, next.start), strength);
    if (looksAhead) return null;
    if (label) return JOINS_ON.test(gap) && gap.length < 28 ? { is: 'labelled', by: term } : null;
    // "482913 verification codes were stolen" counts them.
    if (/^ ?$/.test(gap) && PLURAL.test(section.lower.slice(term.start, term.end))) return null;
    if (strength === null) continue;
    if (!isBoundTo(section, value, term) && isOwnedByNoun(section, value)) return null;
    const how = reachBack(section, value, gap, strength);
    return { is: 'announced', strength, by: term, how, side: 'after', lines: 0 };
  }
  return null;
}

// "Type 2E7F41 on the page. This is your verification code": the next sentence begins by pointing at it.
function pointsBack(gap: string): boolean {
  const [, second, ...more] = gap.split(new RegExp(SENTENCE_END, 'gu'));
  return second !== undefined && more.length === 0 && POINTS_UP.test(second.toLowerCase());
}

function leadsOn(section: Section, term: Term, next: Value | undefined): boolean {
  return next !== undefined && usesUpLabel(next) && leadsTo(section.text.slice(term.end, next.start), 'strong');
}

// "Calls from 0247, 0287, asking for your OTP": where somebody calls from, and one number of several.
const CALLED_FROM =
  /(?:^|\s)(?:from|từ|von|vom|desde|depuis|dari|dal|dai|od|с|от|van|från|fra|extension|ext\.|đầu số)(?: (?:the|les?|los|das|các|số|nomor|number|numbers|números?|numeri|numéros?|đầu số))* $/iu;
const LISTED =
  /\d{3},?(?: (?:and|or|und|oder|et|ou|y|o|e|en|of|och|eller|og|i|lub|a|nebo|и|или|та|або|và|hoặc|dan|atau|ve|veya))?(?: \p{L}{1,3})? $/iu;

// Looking back is riskier than looking ahead: "flat 1204, the code for the door", `Report 48291 "OTP bypass"`.
function reachBack(section: Section, value: Value, gap: string, strength: Announcer): 'direct' | 'near' | 'far' {
  const before = section.text.slice(Math.max(0, value.start - 24), value.start);
  const comma = gap.startsWith(',');
  if ((comma || !JOINS_ON.test(gap)) && (CALLED_FROM.test(before) || LISTED.test(before))) return 'far';
  const joined = JOINS_ON.test(gap) && !(comma && gap.length > 24);
  const numbered = /(?:^|[\s"(])\p{Lu}\p{L}{2,} $/u.test(before);
  if (numbered && !joined && !ASKS.test(before)) return 'far';
  if (strength === 'weak' && !(joined && !gap.startsWith(',')) && gap.trim() !== '')
    return gap.length <= 30 ? 'near' : 'far';
  if (joined || gap.length <= 14) return 'direct';
  // In the middle of a sentence, what comes much later speaks of something else: "calls from 0246 that ask for your OTP".
  const opens = /(?:^|[\n\t.!?:;>»】\]】])["'“*_(\s]*$/.test(before) || ASKS.test(before);
  return opens && gap.length <= 60 ? 'near' : 'far';
}
