// Turns a value and its relation into a score with reasons. Above `THRESHOLD` it is a code; the numbers are explained beside them.

import { ageOf } from './age.ts';
import { type LocalFacts, lookAround } from './around.ts';
import { activatesAPurchase, isBeforeHandover, isHandedOver, isLettered, provesADocument } from './belongs.ts';
import { followsVerb, formPoints, penaltyOf } from './form.ts';
import type { Relation } from './governing.ts';
import { isHearsay } from './hearsay.ts';
import type { MailFacts } from './mail-facts.ts';
import { isCounted, isExample, isQuotedSpeech, isSaidOfAll } from './owned.ts';
import { opensPremises } from './premises.ts';
import {
  isAside,
  isEnglish,
  isOfAThing,
  isQualified,
  isQualifiedBehind,
  namesItsThing,
  opensAThing,
  saysWhatFor,
  signsIn,
} from './qualified.ts';
import { isLedTo } from './relations.ts';
import type { Section } from './section.ts';
import { DOCUMENT } from './shapes.ts';
import { isShown, isTechnical } from './technical.ts';
import { says } from './terms.ts';
import { isApposed, isOnSlip, isTold, lastsForNow, onlyNames, verifies } from './told.ts';
import { ASKED_PLAINLY, isTyped, unannounced } from './unannounced.ts';
import type { Value } from './values.ts';
import { SHARED_NAMES, SHARED_NUMBERS } from './words/one-time.ts';

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
  /** The one value with a digit in it that could be a code, if there is just one. */
  onlyValue: string | null;
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

// What shops call a coupon as well.
const FOR_A_SALE =
  /access|unique|unik|único|única|univoco|\bunic|secret|special|personal|exclusi|accès|acceso|acesso|accesso|duy nhất/;
const VERIFYING =
  /verif|confirm|otp|one[- ]?time|auth|sign|log|connex|activ|aktiv|anmeld|inlog|đăng nhập|kích hoạt|вход|giriş|登录|登入|ログイン|로그인|\btan\b|mtan|\btac\b|xác|验证|驗證|認証|인증|ยืนยัน|подтвержд|bestätig|doğrula/;

// No till ever prints one.
const ONLY_ONE_TIME =
  /otp|one[- ]?time|einmal|\btan\b|usage unique|un solo uso|jednoraz|однораз|một lần|一次性|ワンタイム|일회용/;

export function scoreValue(
  section: Section,
  value: Value,
  relation: Relation | null,
  context: ScoringContext,
): Scored | null {
  const { reading } = value;
  if (reading.is !== 'code' || value.rejected !== null || relation?.is === 'labelled') return null;
  const reasons: string[] = [];
  if (!context.facts.speaks) return null;
  const facts = lookAround(section, value, context.facts);
  let score = place(section, value, relation, context, facts, reasons);
  if (score === 0) return null;
  const add = (points: number, reason: string): void => {
    score += points;
    reasons.push(`${reason} (${points > 0 ? '+' : ''}${points.toFixed(2)})`);
  };
  const penalty = penaltyOf(
    section,
    value,
    relation,
    () => reasons[0] === ASKED_PLAINLY || (isTyped(section, value) && !isCounted(section, value)),
  );
  if (penalty > 0) add(-penalty, reading.why ?? 'unusual form');
  if (reading.shape === 'digits') {
    if (reading.code.length === 6) add(0.06, 'six digits');
    else if (reading.code.length <= 8) add(0.02, 'four to eight digits');
  } else if (reading.shape !== 'mixed' || reading.penalty > 0.1 || reasons[0] !== ASKED_PLAINLY)
    add(formPoints(section, value, relation, context.isKnownWord, facts), 'letters need a clear place');
  if (value.alone) add(0.04, 'on a line of its own');
  if (section.text.charAt(value.start - 1) === '#') add(-0.3, 'written as a number sign');
  const age = ageOf(section, value);
  if (age < 0) add(-0.5, 'said to be old or invalid');
  if (age > 0) add(0.04, 'said to be new');
  if (value.start >= section.quotedFrom) add(-0.08, 'in an older mail below');
  else if (isQuoted(section, value)) add(-0.25, 'in quoted text');
  if (
    score >= THRESHOLD &&
    reading.shape === 'digits' &&
    relation !== null &&
    (relation.how !== 'direct' || (relation.side === 'before' && value.start - relation.by.end > 4)) &&
    relation.lines === 0 &&
    !isLedTo(section, value) &&
    !isTyped(section, value) &&
    isCounted(section, value)
  )
    add(-0.5, 'counts what follows');
  if (score >= THRESHOLD && (isExample(section, value) || isHearsay(section, value, relation, facts)))
    add(-0.7, 'given as an example');
  if (score >= THRESHOLD && (isTechnical(section, value, relation) || isShown(section, value, facts)))
    add(-0.7, 'in a log, a test or a draft');
  if (score >= THRESHOLD && !isClear(section, relation) && opensPremises(section, value, facts.subjectText))
    add(-0.7, 'opens a door or a safe');
  if (context.ownNames.has(reading.code.toLowerCase())) add(-0.4, 'part of the recipient address');
  return { code: reading.code, score: Math.min(score, 0.99), reasons, start: value.start };
}

/** A line that begins with `>`, unless it is only decorated: `>>> 482913 <<<`. */
function isQuoted(section: Section, value: Value): boolean {
  const line = section.lines[value.line];
  if (line === undefined || section.text.charAt(line.start) !== '>') return false;
  return !(value.alone && section.text.slice(value.end, line.end).includes('<'));
}

// A word far off decides only if the place itself says less.
function place(
  section: Section,
  value: Value,
  relation: (Relation & { is: 'announced' }) | null,
  context: ScoringContext,
  facts: LocalFacts,
  reasons: string[],
): number {
  const only = value.reading.is === 'code' && value.reading.code === context.onlyNumber;
  const onlyValue = value.reading.is === 'code' && value.reading.code === context.onlyValue;
  if (relation === null) return unannounced(section, value, facts, only, onlyValue, reasons);
  const score = announced(section, value, relation, context, facts, reasons);
  if (relation.how === 'direct') return score;
  const others: string[] = [];
  const own = unannounced(section, value, facts, only, onlyValue, others);
  if (own < 0.5 || own <= score) return score;
  reasons.splice(0, reasons.length, ...others);
  return own;
}

function announced(
  section: Section,
  value: Value,
  relation: Relation & { is: 'announced' },
  context: ScoringContext,
  facts: LocalFacts,
  reasons: string[],
): number {
  const words = section.lower.slice(wordStart(section, relation.by.start), relation.by.end);
  // An invitation has a passcode to the room; only a term that speaks of verifying means more than that.
  if (facts.meeting && !VERIFYING.test(words)) return 0;
  const shared = SHARED_NAMES.test(words);
  // Airlines and hotels call a booking reference a confirmation code, card companies speak of authorisation codes.
  if (
    shared &&
    ((facts.travel && facts.intent < 2) ||
      (facts.labels >= 2 && !verifies(facts) && !isTold(section, value, facts.warnings)))
  )
    return 0;
  const onSlips = shared || relation.strength === 'weak' || says(relation.by, 'label');
  if (!ONLY_ONE_TIME.test(words) && isOnSlip(section, value, facts, onSlips)) return 0;
  if (SHARED_NUMBERS.test(words) && (facts.travel || facts.intent < 2 || !facts.oneTime())) return 0;
  let score: number = ANNOUNCED[relation.strength][relation.how];
  if (
    facts.handover &&
    (!VERIFYING.test(words) || isHandedOver(section, value)) &&
    !isBeforeHandover(section, value, relation, facts)
  )
    score -= facts.intent >= 3 && relation.strength === 'strong' ? 0.2 : 0.45;
  if (relation.side === 'after') score -= 0.04;
  if (
    relation.how !== 'far' &&
    relation.lines === 0 &&
    relation.side === 'before' &&
    speaksOfExpiry(section, relation, value)
  )
    score -= 0.2;
  if (relation.strength === 'strong' && facts.promo >= 2 && isLettered(value) && FOR_A_SALE.test(words)) score -= 0.45;
  // "Entry code" of a prize draw.
  if (facts.promo > 0 && /^entry /.test(words)) score -= 0.6;
  if (relation.how !== 'direct' && value.end - value.start >= 9) score -= 0.2;
  if (opensAThing(section, relation) || isOfAThing(section, relation)) score -= 0.45;
  if (relation.side === 'before' && relation.lines === 0 && isQuotedSpeech(section, relation.by, value)) score -= 0.6;
  if (isSaidOfAll(section, relation.by.start)) score -= 0.5;
  if (provesADocument(section, value, relation, words, facts) || activatesAPurchase(section, value, words, facts))
    score -= 0.5;
  // "[TT-4821] OTP login": a document is named before what it is about.
  if (relation.side === 'after' && value.reading.is === 'code' && value.reading.why === DOCUMENT) score -= 0.3;
  // Those who write about programs write about codes that are nobody's: "pasting 123 456 into the OTP field fails".
  if (
    (facts.software > 1 && !lastsForNow(section, value, relation)) ||
    (facts.software > 0 &&
      (relation.how !== 'direct' || (relation.side === 'after' && !lastsForNow(section, value, relation))))
  )
    score -= 0.6;
  if (relation.lines > 1) score -= 0.03 * (relation.lines - 1);
  reasons.push(
    `${relation.how} ${relation.side} “${words}”${relation.lines > 0 ? `, ${relation.lines} lines off` : ''}`,
  );
  if (relation.strength === 'weak') {
    if (
      isQualified(section, relation.by.start, section.lower.slice(relation.by.start, relation.by.end), context.sender)
    )
      score -= signsIn(section, value) ? 0 : isEnglish(section, relation.by.start) ? 0.3 : 0.15;
    else if (isQualifiedBehind(section, relation, value)) score -= namesItsThing(section, relation, value) ? 0.3 : 0.15;
    if (followsVerb(section, relation.by.start)) score += 0.08;
    if (
      !facts.strong &&
      facts.labels >= 2 &&
      facts.intent < 2 &&
      !saysWhatFor(section, relation) &&
      !says(relation.by, 'plainPassword') &&
      !facts.oneTime()
    )
      score -= value.alone && !isLettered(value) ? 0.15 : 0.3;
    if (facts.giftCard) score -= 0.4;
    if (facts.software > 0) score -= 0.4;
    if (facts.travel && !facts.strong && facts.intent < 2 && !saysWhatFor(section, relation)) score -= 0.25;
    if (isAside(section, relation, value)) score -= 0.45;
    if (isApposed(section, value, relation) || facts.namedInSubject(words)) score -= 0.3;
    else if (onlyNames(section, value, relation, facts) && !VERIFYING.test(words)) score -= 0.3;
    if (facts.promo > 0 || (facts.percent && isLettered(value))) score -= promoPoints(facts, value);
    if (!facts.strong && facts.intent === 0) score -= facts.length < 400 ? 0.12 : 0.2;
    else if (facts.strong || facts.intent >= 2) score += 0.06;
  }
  return score;
}

/** Announced by a name that no door code has. */
function isClear(section: Section, relation: (Relation & { is: 'announced' }) | null): boolean {
  if (relation === null || relation.strength === 'weak') return false;
  const words = section.lower.slice(relation.by.start, relation.by.end);
  return VERIFYING.test(words) && !/giriş|вход|вхід/.test(words);
}

/** Of "Autorisierungscode", the whole word, though only its end is a term. */
function wordStart(section: Section, start: number): number {
  let at = start;
  while (at > 0 && start - at < 24 && /[a-zà-ž]/.test(section.lower.charAt(at - 1))) at -= 1;
  return at;
}

/** Coupons are words with digits; of digits alone, a sale in the same breath makes one only where nothing speaks of signing in. */
function promoPoints(facts: LocalFacts, value: Value): number {
  if (isLettered(value)) {
    if (facts.subject.promos.size === 0 && facts.subject.intents.size > 0 && !facts.subject.percent) return 0.15;
    return facts.promo + (facts.percent ? 1 : 0) >= 2 || !facts.strong ? 0.4 : 0.2;
  }
  if (facts.strong) return facts.promo >= 2 && facts.announces === null ? 0.2 : 0;
  return facts.intent > 0 ? 0.12 : 0.3;
}

// "Your code expires 20251106", "the code was sent to 0912…": what follows is a date or an address, unless a colon or "is" leads to it.
const EXPIRY =
  /expir|valid|until|\bsent\b|within|hết hạn|hiệu lực|gửi (?:đến|tới|về)|gültig|läuft|gesendet|valable|envoyé|caduca|vence|válid|enviad|scade|inviato|verloopt|geldig|giltig|gyldig|udløber|utløper|voimassa|ważny|wygasa|platí|platn|действ|отправлен|geçerli|gönder|有效|失效|发送|有効|送信|유효|만료|berlaku/;

function speaksOfExpiry(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  const gap = section.lower.slice(relation.by.end, value.start);
  return EXPIRY.test(gap) && !/[:)]\s*[^\s\p{L}]*$|(?:\bis|là|ist|est|es|é|è|=)\s*$/u.test(gap);
}
