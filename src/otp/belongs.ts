// Whether a value that a clear word announces is still a thing's own: what proves a document, what activates a purchase, what opens a parcel's
// locker. Such a value signs nobody in. Part of the score.
import type { LocalFacts } from './around.ts';
import { lastTermEnding, type Relation } from './governing.ts';
import { saysWhatFor } from './qualified.ts';
import type { Section } from './section.ts';
import { KIND } from './term-tree.ts';
import { says } from './terms.ts';
import type { Value } from './values.ts';
import { AUTHENTIC_DOCUMENT, CHECKED_DOCUMENT, CHECKS, DOCUMENT_BEFORE, DOCUMENT_BEHIND } from './words/documents.ts';
import { MONEY } from './words/everyday.ts';
import { LASTS } from './words/one-time.ts';

type Announced = Relation & { is: 'announced' };

const SCENE = 320;

/** "Share OTP 4821 with the delivery agent". */
export function isHandedOver(section: Section, value: Value): boolean {
  const line = section.lines[value.line];
  return section.terms.some(
    (term) => says(term, 'handover') && term.start >= (line?.start ?? 0) && term.end <= (line?.end ?? 0),
  );
}

/** "Enter code K7P2VX to confirm your new address", and the locker of the last order further down: two different things. */
export function isBeforeHandover(section: Section, value: Value, relation: Announced, facts: LocalFacts): boolean {
  if (saysHandover(facts) || !saysWhatFor(section, relation)) return false;
  const line = section.text.slice(value.end, section.lines[value.line]?.end ?? value.end);
  const sentence = line.search(/[.!?。](?:\s|$)/);
  const to = value.end + (sentence === -1 ? line.length : sentence);
  for (let at = lastTermEnding(section.terms, to); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end < value.start - SCENE) break;
    if (says(term, 'handover')) return false;
  }
  return true;
}

function saysHandover({ subject }: LocalFacts): boolean {
  return (subject.kinds & KIND.handover) !== 0;
}

/** "Verification code of the certificate": whoever holds the paper may check with it that nobody forged it. */
export function provesADocument(
  section: Section,
  value: Value,
  relation: Announced,
  words: string,
  facts: LocalFacts,
): boolean {
  if (!CHECKS.test(words)) return false;
  const { start, end } = relation.by;
  const named =
    DOCUMENT_BEHIND.test(section.lower.slice(end, end + 48)) ||
    DOCUMENT_BEFORE.test(section.lower.slice(Math.max(0, start - 28), start));
  // Who signs a document gets a code for it as well: in digits, and told to enter it.
  if (named && (isLettered(value) || !facts.oneTime())) return true;
  if (!isLettered(value)) return false;
  const scene = around(section, value);
  return AUTHENTIC_DOCUMENT.test(scene) || (CHECKED_DOCUMENT.test(scene) && !LASTS.test(scene));
}

const ACTIVATES = /activ|attiva|ativa|aktiv|aktyw|kích hoạt|kich hoat|актив|激活|启用|啟用|有効化|활성|etkinle|ενεργοπ/;

/** "Activation key: 7HQ4-KX20P-M9TRD" between the price and the total: it activates what was bought. */
export function activatesAPurchase(section: Section, value: Value, words: string, facts: LocalFacts): boolean {
  if (!isLettered(value) || facts.labels < 2 || facts.announces === 'strong' || !ACTIVATES.test(words)) return false;
  return MONEY.test(around(section, value));
}

function around(section: Section, value: Value): string {
  return section.lower.slice(Math.max(0, value.start - SCENE), value.end + SCENE);
}

export function isLettered(value: Value): boolean {
  return value.reading.is === 'code' && value.reading.shape !== 'digits';
}
