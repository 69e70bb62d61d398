// Whether the reader is told what to do with a value: to type it, how long it works, to keep it secret. A number that only names something goes
// without. Part of the score.
import { isWarnedOf, type LocalFacts, without } from './around.ts';
import { followsVerb } from './form.ts';
import { lastTermEnding, type Relation } from './governing.ts';
import type { Section } from './section.ts';
import { says, type Term } from './terms.ts';
import type { Value } from './values.ts';
import { LASTS } from './words/one-time.ts';
import { AMOUNT, RECEIPT, SLIP } from './words/slips.ts';

const BEFORE = 240;
const AFTER = 200;
const SCENE = 320;
const SHORT = 220;

// What leads to a value elsewhere, but asks nothing of anybody.
const JOINING = /^(?:with|mit|met|avec|con|com|cu|quote|give|copy|copia|copie|anna|凭|ご利用)$/;

/** A verb such as "enter" or "use" near it, or words such as "expires", "10 minutes", "do not share". */
export function isTold(section: Section, value: Value, warnings: [number, number][]): boolean {
  const from = Math.max(0, value.start - BEFORE);
  const to = value.end + AFTER;
  for (let at = lastTermEnding(section.terms, from) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start >= to) break;
    if (warnings.some(([start, end]) => term.start >= start && term.end <= end)) continue;
    // The end of "đăng nhập" is no "nhập".
    if (!says(term, 'verb') || section.terms[at - 1]?.end === term.end) continue;
    if (!JOINING.test(section.lower.slice(term.start, term.end)) && !isBesideThePoint(section, term, at)) return true;
  }
  return LASTS.test(without(section.lower, from, to, warnings));
}

// Where the verb comes last, what denies it comes behind: 入力をお願いすることはありません.
const DENIED = /^[^.!?。\n]{0,24}(?:ません|ないで|않|마세요|마십시오|नहीं|istem|etmeyin)/u;
const ENTERS_A_DRAW =
  /^(?:ing)? (?:our|the|to|for|a|this|your|and)\b[^.!?\n]{0,24}\b(?:win|draw|chance|survey|prize|competition|raffle)/;

/** "We never ask you to enter your PIN", "enter to win": nothing is to be done with this value. */
function isBesideThePoint(section: Section, term: Term, at: number): boolean {
  if (isWarnedOf(section, term)) return true;
  const behind = section.lower.slice(term.end, term.end + 60);
  if (DENIED.test(behind) || ENTERS_A_DRAW.test(behind)) return true;
  const next = section.terms[at + 1];
  return next !== undefined && says(next, 'promo') && next.start - term.end < 16;
}

type Announced = Relation & { is: 'announced' };

/** "105882 is the login code of this run, valid for 300 seconds": also those who test programs get codes to type. */
export function lastsForNow(section: Section, value: Value, relation: Announced): boolean {
  if (relation.how !== 'direct' || relation.strength === 'weak' || relation.lines > 0) return false;
  return LASTS.test(
    section.lower.slice(value.end, Math.min(section.lines[value.line]?.end ?? value.end, value.end + 60)),
  );
}

/** "Your code: 4471" in a long mail or a record, and not a word of what it is for: it names the reader or the thing. */
export function onlyNames(section: Section, value: Value, relation: Announced, facts: LocalFacts): boolean {
  if (section.name === 'subject' || facts.announces !== null) return false;
  if (facts.length < SHORT && !isInRecord(section, value, relation)) return false;
  // A warning of codes in general still says that the mail deals with them.
  return !isTold(section, value, []) && !hasPurpose(section, value, relation);
}

/** "472039 is the code to log in": the same sentence says what for. */
function hasPurpose(section: Section, value: Value, { by }: Announced): boolean {
  const from = Math.min(value.start, by.start);
  for (let at = lastTermEnding(section.terms, from) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start > Math.max(value.end, by.end) + 48) return false;
    if (says(term, 'intent') && !/[.!?。]\s|\n/.test(section.text.slice(from, term.start))) return true;
  }
  return false;
}

/** "Mã số: 4471" among "Phòng: 302" and "Giờ khám: 8h30": one line of a record, and the record is about something else. */
function isInRecord(section: Section, value: Value, relation: Announced): boolean {
  if (relation.lines > 0 || relation.side === 'after') return false;
  const own = lineText(section, value.line);
  if (!LABELLED.test(own)) return false;
  return LABELLED.test(lineText(section, value.line - 1)) || LABELLED.test(lineText(section, value.line + 1));
}

const LABELLED = /^\s*[^\n:：]{2,32}[:：]\s*\S/;

function lineText(section: Section, line: number): string {
  const own = section.lines[line];
  return own === undefined ? '' : section.text.slice(own.start, Math.min(own.end, own.start + 120));
}

/** "Our adviser Ngô Bá Khoa, code 60110927, phone …": between commas or brackets behind a name, it is the name's own. */
export function isApposed(section: Section, value: Value, relation: Announced): boolean {
  if (relation.side === 'after' || relation.lines > 0 || value.start - relation.by.end > 2) return false;
  return (
    /[(,] ?$/.test(section.text.slice(Math.max(0, relation.by.start - 2), relation.by.start)) &&
    /^ ?[,)]/.test(section.text.slice(value.end, value.end + 2)) &&
    !followsVerb(section, relation.by.start)
  );
}

const VERIFYING_SUBJECT =
  /verif|vérif|authenti|sign[ -]?in|log[ -]?in|one-time|xác (?:thực|minh)|đăng nhập|bestätigen sie|anmeld|подтверд|вход|doğrula|giriş|验证|驗證|登录|登入|認証|ログイン|인증|로그인|ยืนยันตัว/;

/** "Verify your purchase": the subject itself promises a code, whatever the body lists beside it. */
export function verifies({ announces, subjectText }: LocalFacts): boolean {
  return announces === 'strong' || VERIFYING_SUBJECT.test(subjectText);
}

// A slip shows the end of the card; what no other slip has needs more to be taken for one.
const MASKED = ['***', '•••', 'xxx', '###', 'contact'];

/** "Auth code 073812" beside a terminal and a total: the shop's own proof that the card was good for it. */
export function isOnSlip(section: Section, value: Value, facts: LocalFacts, shared: boolean): boolean {
  const scene = section.lower.slice(Math.max(0, value.start - SCENE), value.end + SCENE);
  if (!shared && !MASKED.some((mark) => scene.includes(mark))) return false;
  if (!AMOUNT.test(scene) || !SLIP.test(scene)) return false;
  return (
    (shared || RECEIPT.test(scene) || RECEIPT.test(facts.subjectText)) &&
    !verifies(facts) &&
    !isTold(section, value, facts.warnings)
  );
}
