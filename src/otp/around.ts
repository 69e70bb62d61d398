// What is said around a value, within some lines before and behind it, and in the subject. A sale at the foot of the mail does not make its
// login code a coupon, and a warning about codes does not make its order number a code. Between the facts of the mail and the score.
import { announcer, lastTermEnding } from './governing.ts';
import { countWords, type MailFacts, type Words } from './mail-facts.ts';
import { lineAt, type Section } from './section.ts';
import type { Term } from './terms.ts';
import type { Value } from './values.ts';
import { ONE_TIME } from './words/one-time.ts';

const BEFORE = 320;
const AFTER = 260;
const SENTENCE = 160;
/** A coupon has its price or its sale in the same breath. */
const CLOSE = 200;

/** As the mail's own facts, but of the value's surroundings. */
export interface LocalFacts extends MailFacts, Words {
  /** Whether it is said how long it works, where to type it, not to share it. */
  oneTime: () => boolean;
  /** Where it warns of all one-time codes; "tell nobody the code" means this one. */
  warnings: [number, number][];
}

export function lookAround(section: Section, value: Value, facts: MailFacts): LocalFacts {
  const from = Math.max(0, value.start - BEFORE);
  const to = value.end + AFTER;
  const terms: Term[] = [];
  const warnings: [number, number][] = [];
  const ofAll: [number, number][] = [];
  for (let at = lastTermEnding(section.terms, from) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start >= to) break;
    terms.push(term);
    const strength = announcer(term);
    if (strength === null || !isWarnedOf(section, term)) continue;
    const warning = warningAround(section, term, value);
    warnings.push(warning);
    if (strength === 'strong') ofAll.push(warning);
  }
  const meant =
    warnings.length === 0
      ? terms
      : terms.filter((term) => !warnings.some(([a, b]) => term.start >= a && term.end <= b));
  const isSubject = section.name === 'subject';
  const digits = value.reading.is === 'code' && value.reading.shape === 'digits';
  const elsewhere = isSubject ? [facts.body()] : [facts.subject];
  const words = countWords(section, meant, from, to, elsewhere);
  const [closeFrom, closeTo] = paragraph(section, value);
  const closeTerms = meant.filter((term) => term.end > closeFrom && term.start < closeTo);
  const close = countWords(section, closeTerms, closeFrom, closeTo, isSubject && digits ? [] : elsewhere);
  return {
    ...facts,
    ...words,
    promo: close.promo,
    labels: close.labels,
    percent: close.percent,
    intent: words.intent + facts.senderIntent,
    warnings: ofAll,
    oneTime: () => ONE_TIME.test(without(section.lower, from, to, warnings)) || ONE_TIME.test(facts.subjectText),
  };
}

/** The lines that belong together with the value's, and with a value alone on its line the paragraphs beside; no more than some way off. */
function paragraph(section: Section, value: Value): [number, number] {
  const edge = (step: 1 | -1): number => {
    let at = value.line;
    let gaps = value.alone ? 1 : 0;
    for (; section.lines[at + step] !== undefined; at += step) {
      if (Math.abs((section.lines[at]?.start ?? 0) - value.start) > CLOSE) break;
      if (section.lines[at + step]?.blank === false) continue;
      if (section.lines[at]?.blank === false && gaps === 0) break;
      if (section.lines[at]?.blank === false) gaps -= 1;
    }
    return at;
  };
  const from = section.lines[edge(-1)]?.start ?? 0;
  const to = section.lines[edge(1)]?.end ?? value.end;
  return [Math.max(from, value.start - CLOSE), Math.min(to, value.end + CLOSE)];
}

/** A stretch of text with some ranges cut out. */
export function without(text: string, from: number, to: number, ranges: [number, number][]): string {
  let kept = '';
  let at = from;
  for (const [start, end] of ranges) {
    if (start > at) kept += text.slice(at, start);
    at = Math.max(at, end);
  }
  return kept + text.slice(Math.min(at, to), to);
}

// "Never share your code" warns of codes; it does not announce one. "Never share this code" does.
const WARNS =
  /\b(?:never|not|don't|won't|nobody|no one)\b|n’t|không|khong|tuyệt đối|\b(?:nie|niemals|nicht|niemand|geen|niet|nooit|jamais|ne|nunca|no(?! (?:seu|nosso|portal|site|website|app|aplicativo|aplicação|campo|ecrã|tela|formulário|navegador|browser|sistema|e-?mail|celular|telemóvel|computador|dispositivo|prazo|dia|link|botão|topo|ato|login|cadastro|final|local|lugar)(?!\p{L}))|não|nao|non|mai(?! (?:jos|sus|mult|nou|bine))|nikdy|nikomu|soha|älä|aldrig|inte|ikke|aldri|asla|tidak|jangan)\b|никогда|никому|не |ніколи|勿|不要|不会|不會|ないで|ห้าม|อย่า|لا |אל /u;
const THIS_ONE =
  /(?:this|above|it|dies\p{L}*|deze|dit|denna|denne|dette|cette?|este|esta|esse|questo|acest|ten|tego|tento|tohto|это[тм]\p{L}*|цей|този|ovaj|tämä\p{L}*|ezt|bu|αυτόν|هذا|זה|इस|ini|itong|này) $/u;

const CONDITION =
  /(?:^|[^\p{L}])(?:if|when|in case|nếu|khi|neu|wenn|falls|sollte|als|indien|om|hvis|jos|si|lorsque|se|quando|caso|dacă|jeśli|jeżeli|pokud|ak|если|якщо|ако|ako|če|ha|eğer|αν|إذا|אם|यदि|अगर|jika|kalau|kung|若|如果|如|場合|경우|หาก|ถ้า)(?=[^\p{L}]|$)/u;

const known = new WeakMap<Term, boolean>();

/** Asked again for every value nearby, so the answer is kept with the term. */
export function isWarnedOf(section: Section, term: Term): boolean {
  const answer = known.get(term) ?? warnsOf(section, term);
  known.set(term, answer);
  return answer;
}

function warnsOf(section: Section, term: Term): boolean {
  const words = section.lower.slice(Math.max(0, term.start - 100), term.start);
  const sentence = words.slice(words.search(/[.!?。\n][^.!?。\n]*$/) + 1);
  if (!WARNS.test(sentence) || THIS_ONE.test(words)) return false;
  // "If the link does not work, use the code" warns of nothing.
  if (CONDITION.test(sentence) && !WARNS.test(sentence.slice(sentence.lastIndexOf(', ') + 1))) return false;
  return !/^ (?:này|nay|ini)\b/.test(section.lower.slice(term.end, term.end + 6));
}

/** The whole line, which is a paragraph, unless the value stands on it as well; then the sentence. */
function warningAround(section: Section, term: Term, value: Value): [number, number] {
  const line = lineAt(section, term.start);
  const own = section.lines[line];
  if (line !== value.line && own !== undefined) return [own.start, own.end];
  const before = section.text.slice(Math.max(0, term.start - SENTENCE), term.start);
  const start = before.search(/[.!?。\n][^.!?。\n]*$/);
  const end = section.text.slice(term.end, term.end + SENTENCE).search(/[.!?。\n]/);
  return [term.start - (before.length - start - 1), term.end + (end === -1 ? SENTENCE : end)];
}
