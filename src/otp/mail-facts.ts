// What the mail as a whole is about: signing in, shopping, a meeting. It decides how much a weak word such as "code" may mean.
import type { Section } from './section.ts';
import { KIND } from './term-tree.ts';

export interface MailFacts {
  strong: boolean;
  weak: boolean;
  /** How many different words of signing in, confirming or expiring the mail uses; counted to 5. */
  intent: number;
  promo: number;
  meeting: boolean;
  giftCard: boolean;
  travel: boolean;
  /** About source code, where "code" means program text. */
  software: boolean;
  /** Length of the longest body section. */
  length: number;
}

export function gatherFacts(sections: Section[], senderName: string): MailFacts {
  const intents = new Set<string>();
  const promos = new Set<string>();
  const facts: MailFacts = {
    strong: false,
    weak: false,
    intent: 0,
    promo: 0,
    meeting: false,
    giftCard: false,
    travel: false,
    software: false,
    length: 0,
  };
  let seen = 0;
  for (const section of sections) {
    for (const { kinds, start, end } of section.terms) {
      seen |= kinds;
      if ((kinds & KIND.intent) !== 0 && intents.size < 5) intents.add(section.lower.slice(start, end));
      if ((kinds & KIND.promo) !== 0 && promos.size < 5) promos.add(section.lower.slice(start, end));
    }
    if (section.name !== 'subject') facts.length = Math.max(facts.length, section.text.length);
  }
  facts.strong = (seen & KIND.strong) !== 0;
  facts.weak = (seen & KIND.weak) !== 0;
  facts.meeting = (seen & KIND.meeting) !== 0;
  facts.giftCard = (seen & KIND.giftCard) !== 0;
  facts.travel = (seen & KIND.travel) !== 0;
  facts.software = (seen & KIND.software) !== 0;
  facts.intent = intents.size;
  facts.promo = promos.size;
  if (/secur|verif|account|auth|otp|login/i.test(senderName)) facts.intent += 1;
  return facts;
}
