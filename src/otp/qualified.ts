// Whether a noun beside a weak word says which code is meant: "style code", "mã lịch tiêm". Such a code signs nobody in. Part of the score.
import type { Relation } from './governing.ts';
import type { Section } from './section.ts';
import { says } from './terms.ts';
import type { Value } from './values.ts';

// "Style code", "course code": an English noun before the word says which code is meant, and it is none that signs anybody in.
const ORDINARY_BEFORE_CODE =
  /(?:^|[^a-z'])(?:your|the|this|that|a|an|following|new|my|our|use|using|enter|with|is|as|and|or|to|by|of|in|on|for|special|unique|email|e-mail|text|current|digit|character|time|here's|below|above|personal|private|temporary|numeric|secret|app|web|mobile|browser|account|user|user's|s|dies(?:en|er|es|em)|dein(?:en|em)?|ihr(?:en|em)?|den|der|das|dem|einen|ein|folgende[nrs]?|le|ce|cet|votre|ton|notre|un|une|du|de|deze|je|uw|een|het|onderstaande|volgende|und|et|en|ou|oder|of|met|mit|avec|per|il|lo|questo|tuo|suo|din|denna|denne|koodi|ang|ng|mong|mo)[ -]+$/;

export function isQualified(section: Section, start: number, words: string, sender: string): boolean {
  // A compound nobody listed, such as "Retourcode".
  if (/^(?:code|kod|koden|kode)$/.test(words) && /\p{L}$/u.test(section.text.charAt(start - 1))) return true;
  if (!/^(?:codes?|pin|token)$/.test(words)) return false;
  const before = section.text.slice(Math.max(0, start - 24), start);
  if (!/[A-Za-z][ -]+$/.test(before) || ORDINARY_BEFORE_CODE.test(before.toLowerCase())) return false;
  // A name in the middle of a sentence is a brand: "your Ridewell code"; so is the sender's own anywhere.
  if (/[a-z0-9,] +[A-Z][\w.&]*[ -]+$/.test(before)) return false;
  const noun = /([A-Za-z][\w.&]*)[ -]+$/.exec(before)?.[1]?.toLowerCase() ?? '';
  return !sender.includes(noun);
}

const OPENS_A_THING =
  /^ (?:for|to|of|für|zum|zur|pour|de|para|per|voor|till|til) (?:(?:the|your|our|this|die|das|den|der|la|le|el|il|de|je|uw) )?(?:[a-z]+ )?(?:door|gate|locker|entrance|building|lift|elevator|safe|lockbox|garage|wi-?fi|wlan|alarm|apartment|printer|gym|tür|haustür|eingang|schließfach|tresor|porte|portail|puerta|porta|portón|deur|dörr|dør|box)\b/i;

// "Mã lịch tiêm: 66042", "código de cliente: 4821": in many languages the noun that says which code comes behind.
const JOINING_WORDS =
  /(?:^|[\s,(])(?:is|are|your|yours|for|to|the|as|follows|below|now|của bạn|của quý khách|cua ban|cua quy khach|là|la|sau|sau đây|dưới đây|bên dưới|này|mới|est|le|suivant|ci-dessous|ist|lautet|unten|folgt|es|el|siguiente|é|o|seguinte|è|il|seguente|este|urmează|to|jest|je|er|är|on|adalah|ialah|anda|kamu|είναι|он|это|вот)(?=[\s,:).]|$)/giu;

export function isQualifiedBehind(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  if (relation.side !== 'before' || relation.lines > 0) return false;
  const gap = section.text.slice(relation.by.end, value.start);
  if (/^ (?:for|to|pour|para|per|für|voor|untuk|için|для|за)\b/i.test(gap) || /^ (?:để|für|için|для|за) /i.test(gap))
    return false;
  return /[a-zà-ỹ]{2}/i.test(gap.replace(JOINING_WORDS, ' ').replace(JOINING_WORDS, ' '));
}

/** "Código de cita": the thing it belongs to is named, and it is neither signing in nor confirming. */
export function namesItsThing(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  if (!/^ (?:de|del|di|du|des|della) \p{L}/u.test(section.lower.slice(relation.by.end, value.start))) return false;
  return !section.terms.some(
    (term) =>
      term.start >= relation.by.end && term.end <= value.start && (says(term, 'intent') || says(term, 'strong')),
  );
}

/** "Your PIN for the door is 8812": it opens a thing, and nobody's account. */
export function opensAThing(section: Section, relation: Relation & { is: 'announced' }): boolean {
  return OPENS_A_THING.test(section.text.slice(relation.by.end, relation.by.end + 48));
}

/** Where adjectives and articles are English ones, all that may come before "code" innocently is listed above. */
export function isEnglish(section: Section): boolean {
  return /\b(?:the|your|you|this|with|please)\b/i.test(section.text.slice(0, 2_000));
}
