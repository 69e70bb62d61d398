// How much a value's place says when no word announces it: asked for by a verb, alone on its line, the only number. Part of the score.

import { POINTS_UP } from './across-lines.ts';
import type { LocalFacts } from './around.ts';
import { isLettered } from './belongs.ts';
import { lastTermEnding, OPEN_END } from './governing.ts';
import { isCounted, isOwnedByNoun } from './owned.ts';
import type { Section } from './section.ts';
import { says, type TermKind } from './terms.ts';
import type { Value } from './values.ts';
import { A_PLACE, INTO_A_FIELD, INTO_A_PLACE, RIGHT_AT_A_PLACE } from './words/places.ts';

// "… this: 4829"
const POINTING =
  /(?:^|[^\p{L}])(?:this|these|following|below|here|it|dies|diese[nrs]?|folgende[nrs]?|hier|dit|deze|volgende|detta|dette|denne|følgende|följande|ceci|ces|suivante?s?|voici|esto|este|siguiente|isto|seguinte|questo|questi|seguente|acesta|următorul|to|ten|oto|poniższy|toto|tento|následující|это|этот|вот|следующий|це|цей|ось|това|ovo|ovaj|tämä|tämän|ez|ezt|bu|bunu|şu|αυτό|αυτόν|هذا|זה|यह|ini|berikut|ito|này|sau|sau đây|dưới đây|đây)\s*[:→»]?\s*$/iu;
// "Paste the above in the sign-in window".
const TAKES_UP =
  /^\W*\p{L}+(?: \p{L}+)? (?:above|it|oben|hierboven|ovan|ovenfor|ci-dessus|arriba|acima|sopra|powyżej|výše|vyššie|выше|вище|gore|yukarıda\p{L}*|trên|di atas)(?!\p{L})/u;
const LEAD_IN = /[:→»] ?["'“([*_]*$/;

/** A reason that needs no other: letters count there as digits do. */
export const ASKED_PLAINLY = 'the reader is asked to enter it, and where or why';

export function unannounced(
  section: Section,
  value: Value,
  facts: LocalFacts,
  only: boolean,
  onlyValue: boolean,
  reasons: string[],
): number {
  const reading = value.reading;
  // Among those who write about programs, numbers are examples: "pasted with 123 456".
  if (facts.software > 0) return 0.2;
  if (reading.is !== 'code') return 0;
  // The passcode of an invitation opens its room.
  if (facts.meeting) return 0.2;
  // What opens a door or a locker signs nobody in.
  if (facts.handover && facts.intent < 3) return 0.2;
  if (
    asked(section, value) &&
    (isTyped(section, value) || !isCounted(section, value)) &&
    (facts.intent > 0 || facts.strong || facts.weak)
  ) {
    reasons.push(
      (isSentSomewhere(section, value) || comesFromPlace(section, value)) && facts.promo === 0
        ? ASKED_PLAINLY
        : 'the reader is asked to enter it',
    );
    return facts.strong || facts.weak ? 0.66 : 0.54;
  }
  if (isPutSomewhere(section, value, facts, only)) {
    reasons.push('to be put somewhere');
    return 0.56;
  }
  if (!(facts.strong || facts.weak || facts.intent > 0)) return 0;
  const typical = reading.shape === 'digits' && reading.code.length >= 4 && reading.code.length <= 8;
  if (section.name === 'subject') {
    const edge = section.text.slice(0, value.start).trim() === '' || section.text.slice(value.end).trim() === '';
    if (typical && !isOwnedByNoun(section, value) && saysWhy(section, value) && facts.oneTime()) {
      reasons.push('the subject says what it is for');
      return 0.56;
    }
    if (!typical || !edge || isOwnedByNoun(section, value)) return 0;
    reasons.push(value.alone ? 'is the whole subject' : 'opens or closes the subject');
    const pointedAt = only && facts.weak && facts.intent > 0;
    return facts.strong || pointedAt || (value.alone && facts.intent > 0) ? 0.5 : 0.42;
  }
  // `[7KQP2X-R9VM4]` at the foot of a mail is a mark for the sender's own machines.
  if (reading.shape === 'mixed' && section.text.charAt(value.start - 1) === '[') {
    reasons.push('a mark in brackets');
    return 0.3;
  }
  const above = value.alone ? askedAbove(section, value, facts) : null;
  if (above === 'asked') {
    reasons.push('the line above asks for it');
    return 0.58;
  }
  if (value.alone && pointedAtBelow(section, value)) {
    reasons.push('the line below says what to do with it');
    return 0.64;
  }
  if (above === 'open' && reading.shape === 'digits' && reading.code.replace(/\D/g, '').length === 6) {
    reasons.push('the sentence above ends in it');
    return 0.5;
  }
  if (
    value.alone &&
    facts.announces !== null &&
    onlyValue &&
    facts.promo === 0 &&
    facts.labels < 2 &&
    !facts.handover
  ) {
    reasons.push('the only value, and the subject announces one');
    return facts.announces === 'strong' ? 0.66 : 0.58;
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
    return facts.strong || facts.intent > 1 || (facts.weak && facts.intent > 0) ? 0.52 : 0.46;
  }
  const owned = isOwnedByNoun(section, value);
  if (
    only &&
    reading.code.length === 6 &&
    facts.promo === 0 &&
    facts.intent > 0 &&
    facts.length < 400 &&
    !owned &&
    !/\d ?$/.test(section.text.slice(Math.max(0, value.start - 2), value.start)) &&
    !closesAddress(section, value) &&
    !(
      /: ?["'“([*_]*$/.test(section.text.slice(Math.max(0, value.start - 6), value.start)) &&
      isUnknownLabel(section, value)
    )
  ) {
    reasons.push('the only number of a short mail about signing in');
    return 0.46;
  }
  reasons.push('somewhere in a mail about codes');
  return facts.strong && typical && facts.length < 300 && !owned ? 0.42 : 0.3;
}

/** "Pop 4821 into the app": the only number; or one among others, where a mail about signing in speaks of the very box. */
function isPutSomewhere(section: Section, value: Value, facts: LocalFacts, only: boolean): boolean {
  const after = section.lower.slice(value.end, value.end + 60);
  if (only && INTO_A_PLACE.test(after) && (RIGHT_AT_A_PLACE.test(after) || !isCounted(section, value))) return true;
  if (only) return isTyped(section, value) && comesFromPlace(section, value);
  if (facts.intent === 0 || facts.promo > 0 || isLettered(value) || !INTO_A_FIELD.test(after)) return false;
  return OPENS_SENTENCE.test(section.text.slice(Math.max(0, value.start - 32), value.start));
}

/** "Go back to the window you left open and punch in 7730". */
function comesFromPlace(section: Section, value: Value): boolean {
  const before = section.lower.slice(Math.max(0, value.start - 90), value.start);
  return A_PLACE.test(before.slice(before.search(/[.!?。\n][^.!?。\n]*$/) + 1));
}

// "Pop 4821 …": one word, and the sentence begins with it.
const OPENS_SENTENCE = /(?:^|[.!?:,]\s+|\n\s*)[\p{L}\p{M}]+ $/u;
// What is used, given or read may be counted; what is typed is not.
const USED =
  /^(?:with|mit|met|avec|con|com|cu|quote|give|send back|provide|us[ea]|using|usando|usá|utili|verwend|nutz|benutz|nimm|nehm|nenn|lies|neem|gebruik|geef|använd|bru[gk]|anvend|benytt|käytä|kasuta|fourni|communi|facilita|proporciona|forne|folos|użyj|skorzyst|použ|использ|используй|використ|използ|корист|koristi|uporabi|használ|kullan|χρησιμ|δώσ|استخدم|השתמש|उपयोग|प्रयोग|ব্যবহার|guna|pakai|gamit|dùng|sử dụng|su dung|naudok|panaudok|izmanto|lieto|使用|凭|사용|ใช้)/u;

/** "Key in 90417 where it asks": a verb of typing right before it. */
export function isTyped(section: Section, value: Value): boolean {
  const before = section.terms[lastTermEnding(section.terms, value.start)];
  return (
    before !== undefined &&
    says(before, 'verb') &&
    /^ ["'“«*_]*$/.test(section.text.slice(before.end, value.start)) &&
    !USED.test(section.lower.slice(before.start, before.end))
  );
}

/** "Enter 482913 to sign in": a verb right before it, or right behind it where a language puts verbs last. */
function asked(section: Section, value: Value): boolean {
  const before = section.terms[lastTermEnding(section.terms, value.start)];
  if (
    before !== undefined &&
    says(before, 'verb') &&
    value.start - before.end <= 12 &&
    !/[.!?\n]/.test(section.text.slice(before.end, value.start)) &&
    !isOwnedByNoun(section, value)
  )
    return true;
  const after = section.terms[lastTermEnding(section.terms, value.end) + 1];
  return (
    after !== undefined &&
    says(after, 'verb') &&
    after.start - value.end <= 4 &&
    !/[.!?\n]/.test(section.text.slice(value.end, after.start))
  );
}

/** "Paste this into the log-in page:" and nothing but the value below; or at least a sentence that stays open. */
function askedAbove(section: Section, value: Value, facts: LocalFacts): 'asked' | 'open' | null {
  if (facts.intent === 0 && !facts.strong && !facts.weak) return null;
  for (let at = value.line - 1; at >= 0 && at > value.line - 4; at -= 1) {
    const line = section.lines[at];
    if (line === undefined || line.blank) continue;
    const words = section.lower.slice(Math.max(line.start, line.end - 200), line.end);
    if (/[.!?。！？]\s*$/.test(words)) return null;
    if (endsWithVerb(section, line.end)) return 'asked';
    const open = OPEN_END.test(words);
    if ((open || words.length > 24) && facts.promo === 0 && hasTerm(section, line.start, line.end, ['verb']))
      return 'asked';
    // Shorter ones are labels: "Balance:", "Your reading:".
    return open && words.length > 24 ? 'open' : null;
  }
  return null;
}

/** "This is what you type on the page to verify your address": it points up, and names what is done and why. */
function pointedAtBelow(section: Section, value: Value): boolean {
  for (let at = value.line + 1; at < section.lines.length && at < value.line + 4; at += 1) {
    const line = section.lines[at];
    if (line === undefined || line.blank) continue;
    const end = Math.min(line.end, line.start + 160);
    const words = section.lower.slice(line.start, end);
    if (!POINTS_UP.test(words) && !TAKES_UP.test(words)) return false;
    return hasTerm(section, line.start, end, ['verb']) && hasTerm(section, line.start, end, ['intent']);
  }
  return false;
}

/** "Type K92-PQ7 on the sign-in page", "enter K92PQ7 to verify your address". */
function isSentSomewhere(section: Section, value: Value): boolean {
  const after = section.lower.slice(value.end, value.end + 60);
  if (INTO_A_PLACE.test(after)) return true;
  const end = after.search(/[.!?;\n]/);
  return hasTerm(section, value.end, value.end + (end === -1 ? 48 : Math.min(end, 48)), ['intent']);
}

/** "Acme: 558217 to log in". */
function saysWhy(section: Section, value: Value): boolean {
  if (
    !/^ (?:to|for|zum|zur|für|pour|para|per|pentru|om|voor|för|att|for å|til|do|pro|na|для|за|untuk|để|за|için) /.test(
      section.lower.slice(value.end, value.end + 8),
    )
  )
    return false;
  return hasTerm(section, value.end, value.end + 32, ['intent']);
}

/** "Saigon, 700000" at the end of a line. */
function closesAddress(section: Section, value: Value): boolean {
  return (
    section.text.startsWith(', ', value.start - 2) &&
    /^\.?\s*(?:\n|$)/.test(section.text.slice(value.end, value.end + 4))
  );
}

/** "To approve it, enter" and the value below. */
function endsWithVerb(section: Section, end: number): boolean {
  const last = section.terms[lastTermEnding(section.terms, end)];
  return last !== undefined && says(last, 'verb') && section.text.slice(last.end, end).trim() === '';
}

// "Meter reading: 48213": a few words and a colon name the number, and nothing in them speaks of signing in or typing.
function isUnknownLabel(section: Section, value: Value): boolean {
  const lineStart = section.lines[value.line]?.start ?? 0;
  const before = section.text.slice(Math.max(lineStart, value.start - 80), value.start);
  const clause = /(?:[.!?;\t]\s+|^)([^.!?;\t]*)$/.exec(before)?.[1] ?? before;
  if (!/\p{L}[\p{L}\p{M}]{3}/u.test(clause) && !/[^\x00-\u024f]{2}/.test(clause)) return false;
  if (POINTING.test(clause)) return false;
  return !hasTerm(section, value.start - clause.length, value.start, ['verb', 'intent', 'strong']);
}

function hasTerm(section: Section, start: number, end: number, kinds: TermKind[]): boolean {
  for (let at = lastTermEnding(section.terms, end); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end <= start) return false;
    if (term.start >= start && kinds.some((kind) => says(term, kind))) return true;
  }
  return false;
}
