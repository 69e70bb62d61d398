// Whether an announcement is only told of: in a warning of fraud, in a message that is shown as an example. Part of the score.
import type { LocalFacts } from './around.ts';
import type { Relation } from './governing.ts';
import type { Section } from './section.ts';
import { lastsForNow } from './told.ts';
import type { Value } from './values.ts';

const REACH = 120;
const FRAUD =
  /scam|fraud|phish|smish|impostor|lừa đảo|lua dao|giả mạo|mạo danh|chiếm đoạt|betrug|betrüger|oplicht|bedrägeri|svindel|huijau|petos|arnaqu|escroc|hameçonnage|frauduleu|estafa|fraude|suplantación|golpe|burla|truff|raggir|frode|înșel|escrocherii|oszust|wyłudz|podvod|мошенн|обман|шахра|измам|prevar|prijevar|csalás|csaló|pettus|sukči|krāpni|dolandır|απάτ|احتيال|کلاهبردار|הונאה|נוכל|धोखाधड़ी|ठगी|প্রতারণা|penipu|诈骗|詐騙|骗子|騙|詐欺|フィッシング|사기|피싱|มิจฉาชีพ|หลอกลวง/;
const SHOWN =
  /(?:example|sample|for instance|(?:message|text|sms|e-?mail|it) (?:reads|says|read|said|looks? like this|goes)|beispiel|(?:nachricht|sms) lautet|exemple|exemplaire|ejemplo|exemplo|esempio|exemplu|voorbeeld|exempel|eksempel|esimerk|przykład|příklad|príklad|пример|приклад|példa|örnek|παράδειγμα|مثال|לדוגמה|उदाहरण|contoh|ví dụ|tin nhắn (?:có nội dung|giả mạo)|nội dung tin nhắn|例|예시)[^.!?\n]{0,40}[:：]\s*["'“«„「]?\s*[^.!?\n]{0,60}$/u;

export function isHearsay(section: Section, value: Value, relation: Relation | null, facts: LocalFacts): boolean {
  // Whoever warns quotes in running text; a code that is sent stands out.
  if (value.alone || !(FRAUD.test(facts.subjectText) || isShownAbove(section, value))) return false;
  return relation?.is !== 'announced' || !lastsForNow(section, value, relation);
}

function isShownAbove(section: Section, value: Value): boolean {
  const from = section.lines[value.line]?.start ?? 0;
  const before = section.lower.slice(Math.max(from, value.start - REACH), value.start);
  return /[:：]/.test(before) && SHOWN.test(before);
}
