// Whether a noun beside a weak word says which code is meant: "style code", "mã lịch tiêm". Such a code signs nobody in. Part of the score.
import { lastTermEnding, type Relation } from './governing.ts';
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

const SIGNS_IN =
  /\b(?:enter|type|key in|put in|use|with|using)\b.*\b(?:sign(?:ed|ing)?|log(?:ged|ging)?)[ -]?(?:in|up|on)\b|\b(?:sign|log)(?:ing|ging)?[ -]?(?:in|on)\b.*\b(?:with|using|enter)\b/s;

/** "Sign in with your membership number and voting PIN": whatever it is called, the sentence that it ends says that it signs in. */
export function signsIn(section: Section, value: Value): boolean {
  const before = section.lower.slice(Math.max(0, value.start - 200), value.start);
  return SIGNS_IN.test(before.slice(before.search(/[.!?]\s[^.!?]*$/) + 1));
}

const OPENS_A_THING =
  /^ (?:for|to|of|für|zum|zur|pour|de|para|per|voor|till|til) (?:(?:the|your|our|this|die|das|den|der|la|le|el|il|de|je|uw) )?(?:[a-z]+ )?(?:door|gate|storage|warehouse|shed|cabin|barrier|pool|parking|car park|bike|bathroom|toilet|restroom|room|flat|house|keybox|key safe|copier|laptop cabinet|lager|keller|tiefgarage|parkhaus|garage|chambre|cave|habitación|garaje|camera|cantina|kelder|berging|locker|entrance|building|lift|elevator|safe|lockbox|garage|wi-?fi|wlan|alarm|apartment|printer|gym|tür|haustür|eingang|schließfach|tresor|porte|portail|puerta|porta|portón|deur|dörr|dør|box)\b/i;

// "Mã lịch tiêm: 66042", "código de cliente: 4821": in many languages the noun that says which code comes behind.
const JOINING_WORDS =
  /(?:^|[\s,(])(?:is|are|your|yours|for|to|the|as|follows|below|now|của bạn|của quý khách|cua ban|cua quy khach|là|la|sau|sau đây|dưới đây|bên dưới|này|mới|est|le|suivant|ci-dessous|ist|lautet|unten|folgt|es|el|siguiente|é|o|seguinte|è|il|seguente|este|urmează|to|jest|je|er|är|on|adalah|ialah|anda|kamu|mu|saya|είναι|σας|σου|ο|он|это|вот|ваш|твой|ваша|вашия|ви|ihr|dein|votre|vous|tu|su|sus|seu|sua|tuo|suo|tău|dvs|twój|pana|pani|váš|vašu|vaš|vaše|jouw|uw|je|din|ditt|dit|sinun|sinu|teie|ön|önnek|sizin|senin|jūsų|jūsu|tavs|iyong|mo|inyo|yako|шифра|е|є|yra|ir)(?=[\s,:).]|$)/giu;

export function isQualifiedBehind(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  if (relation.side !== 'before' || relation.lines > 0) return false;
  const gap = section.text.slice(relation.by.end, value.start);
  // What a thing is called is short; more is a clause: "the code with which you can sign order 88213 is".
  if (gap.length > 48) return false;
  if (/^ (?:for|to|pour|para|per|für|voor|untuk|için|для|за)\b/i.test(gap) || /^ (?:để|für|için|для|за) /i.test(gap))
    return false;
  return /[a-zà-ỹ]{2}/i.test(gap.replace(JOINING_WORDS, ' ').replace(JOINING_WORDS, ' '));
}

/** "Código de cita": the thing it belongs to is named, and it is neither signing in nor confirming. */
export function namesItsThing(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  // "Mã NV 004172": nothing but the short name of the thing between the two.
  if (/^ (?!OTP|PIN|TAN)[A-Z]{2,4}:? $/.test(section.text.slice(relation.by.end, value.start))) return true;
  const gap = section.lower.slice(relation.by.end, value.start);
  if (!/^ (?:de|del|di|du|des|della) \p{L}/u.test(gap) && !isBareLabel(section, relation, value)) return false;
  return !section.terms.some(
    (term) =>
      term.start >= relation.by.end &&
      term.end <= value.start &&
      (says(term, 'intent') || says(term, 'strong') || says(term, 'fresh') || says(term, 'verb')),
  );
}

/** "Mã thông báo: 7719302": the line begins with the word, one or two more say which code it is, and then comes a colon. */
function isBareLabel(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  if (section.lower.slice(relation.by.start, relation.by.end).includes(' ')) return false;
  const gap = section.text.slice(relation.by.end, value.start);
  if (!/^ \p{Ll}+(?: \p{Ll}+)? ?:\s*$/u.test(gap) || gap.replace(JOINING_WORDS, '') !== gap) return false;
  return !/\p{L}/u.test(section.text.slice(section.lines[value.line]?.start ?? 0, relation.by.start));
}

/** "Your PIN for the door is 8812": it opens a thing, and nobody's account. */
export function opensAThing(section: Section, relation: Relation & { is: 'announced' }): boolean {
  return OPENS_A_THING.test(section.text.slice(relation.by.end, relation.by.end + 48));
}

const OF_A_THING =
  /(?:^|[^\p{L}])(?:wi-?fi|wlan|network|router|hotspot|door|gate|garage|parking|locker|gift card|licen[cs]e|software|product|api|game|printer|voicemail|sim)[ -]$/u;

/** "The guest Wi-Fi access key": whose it is stands right before it. */
export function isOfAThing(section: Section, relation: Relation & { is: 'announced' }): boolean {
  return OF_A_THING.test(section.lower.slice(Math.max(0, relation.by.start - 14), relation.by.start));
}

/** Where adjectives and articles are English ones, all that may come before "code" innocently is listed above. */
export function isEnglish(section: Section, at: number): boolean {
  return (
    /\b(?:the|your|you|this|with|please|is|code|enter)\b/i.test(section.text.slice(Math.max(0, at - 90), at + 90)) &&
    !/[à-ỹ]{1}/i.test(section.text.slice(Math.max(0, at - 60), at + 60))
  );
}

/** "The code that you have to type to sign in": its own sentence says that it is entered, and to what end. */
export function saysWhatFor(section: Section, relation: Relation & { is: 'announced' }): boolean {
  const { start, end } = relation.by;
  let typed = false;
  let purpose = false;
  for (let at = lastTermEnding(section.terms, start - 60) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start > end + 80) break;
    const between = section.text.slice(Math.min(term.end, start), Math.max(term.start, end));
    if (/[.!?。]\s|\n\s*\n/.test(between)) continue;
    typed ||= says(term, 'verb');
    purpose ||= says(term, 'intent');
  }
  return typed && purpose;
}

/** "Your account quiet.otter (code 118204)": in brackets behind the name of a thing, it is the thing's own. */
export function isAside(section: Section, relation: Relation & { is: 'announced' }, value: Value): boolean {
  if (relation.side !== 'before' || relation.lines > 0) return false;
  const before = section.text.slice(Math.max(0, relation.by.start - 12), relation.by.start);
  if (!before.includes('(') || !/^\s*\)/.test(section.text.slice(value.end, value.end + 3))) return false;
  const opening = relation.by.start - before.length + before.lastIndexOf('(');
  const last = section.terms[lastTermEnding(section.terms, opening)];
  if (last === undefined || opening - last.end > 48) return false;
  return says(last, 'topic') || says(last, 'label');
}
