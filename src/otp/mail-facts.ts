// What the mail as a whole is about: signing in, shopping, a meeting. It decides how much a weak word such as "code" may mean.
import type { Section } from './section.ts';

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
  for (const section of sections) {
    for (const term of section.terms) {
      if (term.kinds.has('strong')) facts.strong = true;
      if (term.kinds.has('weak')) facts.weak = true;
      if (term.kinds.has('meeting')) facts.meeting = true;
      if (term.kinds.has('giftCard')) facts.giftCard = true;
      if (term.kinds.has('travel')) facts.travel = true;
      if (term.kinds.has('software')) facts.software = true;
      if (term.kinds.has('intent') && intents.size < 5) intents.add(section.lower.slice(term.start, term.end));
      if (term.kinds.has('promo') && promos.size < 5) promos.add(section.lower.slice(term.start, term.end));
    }
    if (section.name !== 'subject') facts.length = Math.max(facts.length, section.text.length);
  }
  facts.intent = intents.size;
  facts.promo = promos.size;
  if (/secur|verif|account|auth|otp|login/i.test(senderName)) facts.intent += 1;
  return facts;
}
