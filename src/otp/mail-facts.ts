// What the mail as a whole is about: a meeting, a journey, programs; and which words its subject and body use. The words near a value are
// counted in around.ts; they decide how much a weak word such as "code" may mean.
import { type Announcer, announcer, isLabel } from './governing.ts';
import { lazily } from './lazily.ts';
import type { Section } from './section.ts';
import { KIND } from './term-tree.ts';
import type { Term } from './terms.ts';
import { EVERYDAY, MONEY } from './words/everyday.ts';

/** Which words a stretch of text uses. */
export interface Words {
  strong: boolean;
  weak: boolean;
  /** How many different words of signing in, confirming or expiring; counted to 5. */
  intent: number;
  promo: number;
  /** A code to be shown for a parcel, a meal, a door. */
  handover: boolean;
  /** How many different names of other numbers and things, such as order, parcel, invoice; counted to 5. */
  labels: number;
  /** Speaks of percents, as discounts do. */
  percent: boolean;
}

interface Counted {
  kinds: number;
  intents: Set<string>;
  promos: Set<string>;
  labels: Set<string>;
  percent: boolean;
  money: boolean;
}

export interface MailFacts {
  /** Whether it uses any word that is known here at all. */
  speaks: boolean;
  meeting: boolean;
  giftCard: boolean;
  travel: boolean;
  /** About source code, where "code" means program text: how many different words of that trade, counted to 3. */
  software: number;
  /** What the subject announces without giving it. */
  announces: Announcer | null;
  subject: Counted;
  subjectText: string;
  /** Whether the subject names another number with the same word: "tax code" in the subject says which "code" the body means. */
  namedInSubject: (words: string) => boolean;
  /** The words of the longest body; for a value in the subject, all of it is near. */
  body: () => Counted;
  senderIntent: number;
  /** Length of the longest body section. */
  length: number;
}

const MOST = 5;

export function gatherFacts(sections: Section[], senderName: string): MailFacts {
  const software = new Set<string>();
  let kinds = 0;
  let longest: Section | null = null;
  let subject: Section | null = null;
  for (const section of sections) {
    for (const term of section.terms) {
      kinds |= term.kinds;
      if ((term.kinds & KIND.software) !== 0 && software.size < 3)
        software.add(section.lower.slice(term.start, term.end));
    }
    if (section.name === 'subject') subject = section;
    else if (section.text.length > (longest?.text.length ?? -1)) longest = section;
  }
  return {
    speaks: kinds !== 0,
    meeting: (kinds & KIND.meeting) !== 0,
    giftCard: (kinds & KIND.giftCard) !== 0,
    travel: (kinds & KIND.travel) !== 0,
    software: software.size,
    announces: subject === null ? null : announcedBy(subject),
    subject: count(subject, subject?.terms ?? [], 0, subject?.text.length ?? 0),
    subjectText: subject?.lower ?? '',
    namedInSubject: (words) => subject !== null && namesAnother(subject, words),
    body: lazily(() => count(longest, longest?.terms ?? [], 0, longest?.text.length ?? 0)),
    senderIntent: /secur|verif|account|auth|otp|login/i.test(senderName) ? 1 : 0,
    length: longest?.text.length ?? 0,
  };
}

/** The words among some terms of a section, together with those already counted elsewhere. */
export function countWords(section: Section, terms: Term[], from: number, to: number, others: Counted[]): Words {
  const all = [count(section, terms, from, to), ...others];
  const kinds = all.reduce((sum, counted) => sum | counted.kinds, 0);
  const labels = sizeOf(all.map((counted) => counted.labels));
  return {
    strong: (kinds & (KIND.strong | KIND.password)) !== 0,
    weak: (kinds & KIND.weak) !== 0,
    handover: (kinds & KIND.handover) !== 0,
    intent: sizeOf(all.map((counted) => counted.intents)),
    promo: sizeOf(all.map((counted) => counted.promos)),
    labels: labels === 1 && all.some((counted) => counted.money) ? 2 : labels,
    percent: all.some((counted) => counted.percent),
  };
}

function count(section: Section | null, terms: Term[], from: number, to: number): Counted {
  const counted: Counted = {
    kinds: 0,
    intents: new Set(),
    promos: new Set(),
    labels: new Set(),
    percent: false,
    money: false,
  };
  if (section === null) return counted;
  for (const { kinds, start, end } of terms) {
    counted.kinds |= kinds;
    const wanted = (kinds & (KIND.intent | KIND.promo | KIND.label | KIND.topic)) !== 0;
    if (!wanted) continue;
    const words = section.lower.slice(start, end);
    if ((kinds & KIND.intent) !== 0 && counted.intents.size < MOST) counted.intents.add(words);
    if ((kinds & KIND.promo) !== 0 && counted.promos.size < MOST) counted.promos.add(words);
    if ((kinds & (KIND.label | KIND.topic)) !== 0 && counted.labels.size < MOST && !EVERYDAY.has(words))
      counted.labels.add(words);
  }
  const text = section.lower.slice(from, to);
  counted.percent = text.includes('%') && /\d ?%|%\d/.test(text);
  counted.money = counted.labels.size === 1 && MONEY.test(text);
  return counted;
}

function sizeOf(sets: Set<string>[]): number {
  const [first = new Set<string>(), ...rest] = sets;
  const joined = rest.every((set) => set.size === 0) ? first : new Set(sets.flatMap((set) => [...set]));
  return Math.min(MOST, joined.size);
}

function announcedBy(subject: Section): Announcer | null {
  if (/\d{4}/.test(subject.text)) return null;
  const seen = subject.terms.map(announcer);
  if (seen.includes('strong')) return 'strong';
  return seen.includes('weak') && !subject.terms.some(isLabel) ? 'weak' : null;
}

function namesAnother(subject: Section, words: string): boolean {
  return subject.terms.some((term) => {
    const name = subject.lower.slice(term.start, term.end);
    return isLabel(term) && name.length > words.length && name.includes(words);
  });
}
