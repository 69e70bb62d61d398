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
  /** Length of the longest body section. */
  length: number;
}

const MEETING = /meeting id|webinar id|conference id|join (?:\w+ ){0,3}meeting|dial-in|one tap mobile|id cuộc họp|会议号|會議號|ミーティング ?id|会議id|회의 ?id|meeting-id|id de la reunión|id da reunião|id réunion|id de réunion/;
const GIFT_CARD = /gift ?card|geschenkkarte|carte[- ]cadeau|tarjeta (?:de )?regalo|cart[aã]o[- ]presente|vale-presente|carta regalo|cadeaukaart|cadeaubon|presentkort|gavekort|karta podarunkowa|thẻ quà tặng|礼品卡|禮品卡|ギフト(?:カード|券)|상품권|기프트 ?카드|hediye kart|подарочн/;

export function gatherFacts(sections: Section[], senderName: string): MailFacts {
  const intents = new Set<string>();
  const promos = new Set<string>();
  const facts: MailFacts = { strong: false, weak: false, intent: 0, promo: 0, meeting: false, giftCard: false, length: 0 };
  for (const section of sections) {
    for (const term of section.terms) {
      if (term.kinds.has('strong')) facts.strong = true;
      if (term.kinds.has('weak')) facts.weak = true;
      if (term.kinds.has('intent') && intents.size < 5) intents.add(section.lower.slice(term.start, term.end));
      if (term.kinds.has('promo') && promos.size < 5) promos.add(section.lower.slice(term.start, term.end));
    }
    facts.meeting ||= MEETING.test(section.lower);
    facts.giftCard ||= GIFT_CARD.test(section.lower);
    if (section.name !== 'subject') facts.length = Math.max(facts.length, section.text.length);
  }
  facts.intent = intents.size;
  facts.promo = promos.size;
  if (/secur|verif|account|auth|otp|login/i.test(senderName)) facts.intent += 1;
  return facts;
}
