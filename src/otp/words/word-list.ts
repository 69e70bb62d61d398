// The shape of a language's word list. Entries are separated by `|`; `*` at an end means the word may go on there.

export interface WordList {
  /** Announces a one-time code by itself: "verification code". */
  strong: string;
  /** May announce one, when the mail is about signing in or confirming: "code". */
  weak: string;
  /** Names a number that is not a one-time code, and owns the value after it: "order number". */
  label: string;
  /** Names such a thing only when the value stands right beside it: "order". */
  topic: string;
  /** Asks the reader to use what follows: "enter". */
  verb: string;
  /** Says what the mail is about: signing in, confirming, resetting. */
  intent: string;
  /** Says that a code is a thing of the past, or the current one. */
  old: string;
  fresh: string;
  /** Shopping and advertising, where "code" means a discount. */
  promo: string;
}

/** Every pair of a first and a second word, joined: what senders call a code is put together from few words in many ways. */
export function pairs(firsts: string, seconds: string, joint = ' '): string {
  return firsts
    .split('|')
    .flatMap((first) => seconds.split('|').map((second) => `${first}${joint}${second}`))
    .join('|');
}

/** Names made of two words that are written one after the other, each of the first with each of the second. */
export interface Pairing {
  firsts: string;
  seconds: string;
  joint: '' | ' ' | '-';
  kind: 'label' | 'strong' | 'weak';
}

export function pairing(
  firsts: string,
  seconds: string,
  joint: Pairing['joint'] = ' ',
  kind: Pairing['kind'] = 'label',
): Pairing {
  return { firsts, seconds, joint, kind };
}
