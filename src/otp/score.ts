// Turns a value and its relation into a score with reasons. Above `THRESHOLD` it is a code; the numbers are explained beside them.

import { lastTermEnding, type Relation } from './governing.ts';
import type { MailFacts } from './mail-facts.ts';
import { isEnglish, isQualified, isQualifiedBehind, namesItsThing, opensAThing } from './qualified.ts';
import type { Section } from './section.ts';
import { DOCUMENT } from './shapes.ts';
import { says } from './terms.ts';
import { unannounced } from './unannounced.ts';
import type { Value } from './values.ts';

export const THRESHOLD = 0.5;

export interface Scored {
  code: string;
  score: number;
  reasons: string[];
  /** Where in its section it stands. */
  start: number;
}

export interface ScoringContext {
  facts: MailFacts;
  /** Digit runs and local parts of the recipients: what names the reader is not a code. */
  ownNames: ReadonlySet<string>;
  /** The one number of four to eight digits in the whole mail, if there is just one. */
  onlyNumber: string | null;
  /** Words that the mail writes in small letters or that name the sender; capitals alone do not make them codes. */
  isKnownWord: (word: string) => boolean;
  /** Name and address of the sender in small letters: what is named after the sender is the sender's code. */
  sender: string;
}

// How sure the place makes us. A strong term close by is enough alone; a weak one needs a mail about signing in.
const ANNOUNCED = {
  strong: { direct: 0.9, near: 0.72, far: 0.4 },
  weak: { direct: 0.7, near: 0.52, far: 0.3 },
} as const;

const VERIFYING =
  /verif|confirm|otp|one[- ]?time|auth|sign|log|xác|验证|驗證|認証|인증|ยืนยัน|подтвержд|bestätig|doğrula/;

export function scoreValue(
  section: Section,
  value: Value,
  relation: Relation | null,
  context: ScoringContext,
): Scored | null {
  const { reading } = value;
  if (reading.is !== 'code' || value.rejected !== null || relation?.is === 'labelled') return null;
  const reasons: string[] = [];
  let score = place(section, value, relation, context, reasons);
  if (score === 0) return null;
  const add = (points: number, reason: string): void => {
    score += points;
    reasons.push(`${reason} (${points > 0 ? '+' : ''}${points.toFixed(2)})`);
  };
  if (reading.penalty > 0) add(-reading.penalty, reading.why ?? 'unusual form');
  if (reading.shape === 'digits') {
    if (reading.code.length === 6) add(0.06, 'six digits');
    else if (reading.code.length <= 8) add(0.02, 'four to eight digits');
  } else add(formPoints(section, value, relation, context), 'letters need a clear place');
  if (value.alone) add(0.04, 'on a line of its own');
  if (section.text.charAt(value.start - 1) === '#') add(-0.3, 'written as a number sign');
  const age = ageOf(section, value);
  if (age < 0) add(-0.5, 'said to be old or invalid');
  if (age > 0) add(0.04, 'said to be new');
  if (value.start >= section.quotedFrom) add(-0.15, 'in an older mail below');
  else if (section.text.charAt(section.lines[value.line]?.start ?? 0) === '>') add(-0.25, 'in quoted text');
  if (context.ownNames.has(reading.code.toLowerCase())) add(-0.4, 'part of the recipient address');
  return { code: reading.code, score: Math.min(score, 0.99), reasons, start: value.start };
}

// A word far off decides only if the place itself says less.
function place(
  section: Section,
  value: Value,
  relation: (Relation & { is: 'announced' }) | null,
  context: ScoringContext,
  reasons: string[],
): number {
  const only = value.reading.is === 'code' && value.reading.code === context.onlyNumber;
  if (relation === null) return unannounced(section, value, context.facts, only, reasons);
  const score = announced(section, value, relation, context, reasons);
  if (relation.how !== 'far') return score;
  const others: string[] = [];
  const own = unannounced(section, value, context.facts, only, others);
  if (own < 0.5 || own <= score) return score;
  reasons.splice(0, reasons.length, ...others);
  return own;
}

function announced(
  section: Section,
  value: Value,
  relation: Relation & { is: 'announced' },
  context: ScoringContext,
  reasons: string[],
): number {
  const { facts } = context;
  const words = section.lower.slice(relation.by.start, relation.by.end);
  // An invitation has a passcode to the room; only a term that speaks of verifying means more than that.
  if (facts.meeting && !VERIFYING.test(words)) return 0;
  // Airlines and hotels call a booking reference a confirmation code.
  if (
    facts.travel &&
    facts.intent < 2 &&
    /^(?:confirmation code|code de confirmation|código de confirmación|código de confirmação|codice di conferma|mã xác nhận)$/.test(
      words,
    )
  )
    return 0;
  let score: number = ANNOUNCED[relation.strength][relation.how];
  if (relation.side === 'after') score -= 0.04;
  if (
    relation.how !== 'far' &&
    relation.lines === 0 &&
    relation.side === 'before' &&
    speaksOfExpiry(section, relation, value)
  )
    score -= 0.2;
  if (facts.promo >= 2 && facts.intent < 2 && value.reading.is === 'code' && value.reading.shape !== 'digits')
    score -= 0.4;
  if (relation.how !== 'direct' && value.end - value.start >= 9) score -= 0.2;
  if (opensAThing(section, relation)) score -= 0.45;
  // "[TT-4821] OTP login": a document is named before what it is about.
  if (relation.side === 'after' && value.reading.is === 'code' && value.reading.why === DOCUMENT) score -= 0.3;
  // Those who write about programs write about codes that are nobody's: "pasting 123 456 into the OTP field fails".
  if (facts.software && (relation.how !== 'direct' || relation.side === 'after')) score -= 0.4;
  if (relation.lines > 1) score -= 0.03 * (relation.lines - 1);
  reasons.push(
    `${relation.how} ${relation.side} “${words}”${relation.lines > 0 ? `, ${relation.lines} lines off` : ''}`,
  );
  if (relation.strength === 'weak') {
    if (isQualified(section, relation.by.start, words, context.sender)) score -= isEnglish(section) ? 0.3 : 0.15;
    else if (isQualifiedBehind(section, relation, value)) score -= namesItsThing(section, relation, value) ? 0.3 : 0.15;
    if (followsVerb(section, relation.by.start)) score += 0.08;
    if (facts.giftCard) score -= 0.4;
    if (facts.software) score -= 0.3;
    if (facts.travel && !facts.strong && facts.intent < 2) score -= 0.25;
    if (facts.promo > 0 && !facts.strong) score -= facts.intent >= 3 ? 0.12 : 0.3;
    if (!facts.strong && facts.intent === 0) score -= facts.length < 400 ? 0.12 : 0.2;
    else if (facts.strong || facts.intent >= 2) score += 0.06;
  }
  return score;
}

/** "Enter the code …": the reader is told to do something with it. */
function followsVerb(section: Section, start: number): boolean {
  const before = section.terms[lastTermEnding(section.terms, start)];
  return (
    before !== undefined &&
    says(before, 'verb') &&
    start - before.end <= 16 &&
    !/[.!?\n]/.test(section.text.slice(before.end, start))
  );
}

// "Your code expires 20251106", "the code was sent to 0912…": what follows is a date or an address, unless a colon or "is" leads to it.
const EXPIRY =
  /expir|valid|until|\bsent\b|within|hết hạn|hiệu lực|gửi (?:đến|tới|về)|gültig|läuft|gesendet|valable|envoyé|caduca|vence|válid|enviad|scade|inviato|verloopt|geldig|giltig|gyldig|udløber|utløper|voimassa|ważny|wygasa|platí|platn|действ|отправлен|geçerli|gönder|有效|失效|发送|有効|送信|유효|만료|berlaku/;

function speaksOfExpiry(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  const gap = section.lower.slice(relation.by.end, value.start);
  return EXPIRY.test(gap) && !/[:)]\s*[^\s\p{L}]*$|(?:\bis|là|ist|est|es|é|è|=)\s*$/u.test(gap);
}

/** Letters are mostly words. They count only where a code would stand: alone, or right behind its announcement. */
function formPoints(section: Section, value: Value, relation: Relation | null, context: ScoringContext): number {
  const reading = value.reading;
  if (reading.is !== 'code') return 0;
  const announcedHere = relation?.is === 'announced' && relation.how === 'direct';
  const after = section.text.slice(value.end, value.end + 2);
  const closes = /^(?:$|[\s]?[\n"'”»)\]】」*_.,;!<]|\s-|\t)/.test(after) || value.end >= section.text.length;
  if (reading.shape === 'words') return value.alone && announcedHere && relation.lines <= 2 ? 0 : -0.6;
  if (reading.shape === 'letters') {
    if (context.isKnownWord(reading.code)) return -0.8;
    return announcedHere && (value.alone || closes) ? 0 : -0.5;
  }
  if (announcedHere && (value.alone || closes)) return 0;
  if (announcedHere || relation?.is === 'announced') return -0.08;
  return value.alone ? -0.04 : -0.3;
}

// The nearest word about age on the same line, before or after, with no other number in between.
function ageOf(section: Section, value: Value): number {
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
