// Tells whether the word right before a value names it ("application 77120934", "Gym 0417") or gives it as an example ("such as 123456").
import { announcer, lastTermEnding } from './governing.ts';
import type { Section } from './section.ts';
import { says, type Term } from './terms.ts';
import type { Value } from './values.ts';
import { FUNCTION_WORDS } from './words/function-words.ts';

// A full stop after a long word ends a sentence; after a short one it abbreviates: "ext. 5500".
const WORD_BEFORE =
  /([\p{L}\p{M}][\p{L}\p{M}’'-]*)(?:(?<=(?:^|[^\p{L}\p{M}])[\p{L}\p{M}]{1,4})\.)? ?(?:#|№|n[°º]|no\.?|nr\.?)? ?$/u;

/** The value follows a noun that announces nothing; so it is the noun's number. */
export function isOwnedByNoun(section: Section, value: Value): boolean {
  const line = section.lines[value.line];
  const from = Math.max(line?.start ?? 0, value.start - 40);
  const before = section.lower.slice(from, value.start);
  const word = WORD_BEFORE.exec(before);
  const name = word?.[1];
  if (
    word === null ||
    name === undefined ||
    name.length < 2 ||
    /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u9fff\uac00-\ud7af]/.test(name)
  )
    return false;
  if (!before.endsWith(' ') && !/[#№°º]$/.test(before)) return false;
  if (FUNCTION_WORDS.has(name)) return false;
  const end = from + word.index + name.length;
  for (let at = lastTermEnding(section.terms, end); at >= 0; at -= 1) {
    const term = section.terms[at];
    if (term === undefined || term.end < end) break;
    if (announcer(term) !== null || says(term, 'verb') || says(term, 'fresh')) return false;
  }
  return true;
}

const EXAMPLE_BEFORE =
  /(?:^|[^\p{L}])(?:such as|(?<=, )say|e\. ?g\.?|eg|for example|for instance|example|examples|sample|like|looks like|format|in the form|ví dụ|vd|chẳng hạn|chẳng hạn như|như|dạng|z\. ?b\.?|zum beispiel|beispiel|beispielsweise|etwa|wie|bijv\.?|bijvoorbeeld|zoals|voorbeeld|t\. ?ex\.?|till exempel|exempel|såsom|som|f\. ?eks\.?|for eksempel|eksempel|esimerkiksi|esim\.?|kuten|näiteks|par exemple|p\. ?ex\.?|exemple|comme|tel que|por ejemplo|p\. ?ej\.?|ejemplo|como|tipo|por exemplo|exemplo|per esempio|ad esempio|es\.|esempio|come|de exemplu|exemplu|precum|ca|np\.?|na przykład|przykład|przykładowo|jak|např\.?|například|napr\.?|napríklad|ako|jako|напр\.?|например|пример|типа|вроде|как|наприклад|як|на пример|npr\.?|na primer|na primjer|kao|kot|pvz\.?|pavyzdžiui|piem\.?|piemēram|pl\.?|például|mint|örn\.?|örneğin|örnek|mesela|π\.χ\.?|για παράδειγμα|παράδειγμα|όπως|مثل|مثال|مثلا|على سبيل المثال|مانند|לדוגמה|לדוגמא|למשל|כמו|उदाहरण|जैसे|जैसे कि|যেমন|misalnya|misal|contoh|contohnya|seperti|contohnya|halimbawa|mfano|tulad ng)[:,]? ?(?:[«"'“„(「『`*_]|\p{L}{1,3} ){0,2}$/u;
const EXAMPLE_BEFORE_UNSPACED =
  /(?:例如|比如|譬如|例：|例:|例\)|例えば|たとえば|예를 들어|예:|예시|เช่น|ตัวอย่าง|ตัวอย่างเช่น|ຕົວຢ່າງ|ឧទាហរណ៍|ဥပမာ)[:：, ]*["'“「『(]*$/;
const EXAMPLE_AFTER =
  /^["'”»」』)`*]*\s?(?:のような|といった|などの|など|같은|처럼|과 같은|와 같은|这样的|這樣的|之类|之類|gibi|-hez hasonló|जैसा|जैसे|والذي يشبه|\(example\)|\(sample\)|\(e\.g\.|\(beispiel\)|\(exemple\)|\(ejemplo\)|\(exemplo\)|\(esempio\)|\(ví dụ\))/;

/** "48213 accounts were stolen": what follows is counted. */
export function isCounted(section: Section, value: Value): boolean {
  const after = /^ (\p{Ll}[\p{L}\p{M}’'-]*)/u.exec(section.text.slice(value.end, value.end + 24))?.[1];
  if (after === undefined || after.length < 3 || FUNCTION_WORDS.has(after.toLowerCase())) return false;
  for (let at = lastTermEnding(section.terms, value.end) + 1; at < section.terms.length; at += 1) {
    const term = section.terms[at];
    if (term === undefined || term.start > value.end + 1) break;
    if (term.start === value.end + 1 && (announcer(term) !== null || says(term, 'verb') || says(term, 'intent')))
      return false;
  }
  return true;
}

// Every OTP is 123456: said of all codes, and so of none that was sent.
const OF_ALL =
  /(?:^|[^\p{L}])(?:every|any|each|all|jeder|jede|jedes|alle|elke|ieder|iedere|varje|hver|enhver|jokainen|chaque|tout|tous les|cada|todo|todos los|todas las|cualquier|qualquer|todos os|ogni|qualsiasi|fiecare|orice|każdy|każde|dowolny|každý|jakýkoli|любой|каждый|все|будь-який|кожен|всеки|svaki|vsak|minden|bármely|her|κάθε|أي|كل|هر|כל|हर|mọi|mỗi|bất kỳ|setiap|semua|bawat|任何|所有|每个|每個|모든|ทุก) (?:\p{L}+ )?$/u;

export function isSaidOfAll(section: Section, termStart: number): boolean {
  if (section.lower.startsWith('your ', termStart - 5) || section.lower.startsWith('the ', termStart - 4)) return false;
  return OF_ALL.test(section.lower.slice(Math.max(0, termStart - 24), termStart));
}

const QUOTES: [string, string][] = [
  ['“', '”'],
  ['„', '“'],
  ['«', '»'],
  ['「', '」'],
  ['『', '』'],
];

/** `“Your code is 123456” was the most common SMS`: the announcement itself is quoted, so it is somebody else's. Also a field of JSON. */
export function isQuotedSpeech(section: Section, term: Term, value: Value): boolean {
  const line = section.lines[value.line];
  const before = section.text.slice(Math.max(line?.start ?? 0, term.start - 120), term.start);
  const between = section.text.slice(term.start, value.start);
  if (before.endsWith('"') && /^[^"]*" ?: ?"?$/.test(between)) return true;
  const after = section.text.slice(value.end, Math.min(line?.end ?? value.end, value.end + 160));
  for (const [open, close] of QUOTES) {
    if (before.lastIndexOf(open) > before.lastIndexOf(close) && !between.includes(open) && !between.includes(close))
      return after.includes(close);
  }
  if (before.split('"').length % 2 === 0 && !between.includes('"')) return after.includes('"');
  return /(?:^|[\s:(])'\p{L}[^']*$/u.test(before) && !between.includes("'") && /'(?=[\s.,;!?)]|$)/.test(after);
}

// What stands before most codes, and never before an example; asked first because the pattern is long.
const SAID_TO_BE = [' is ', ' là ', ' ist ', ' est ', ' es ', ' lautet ', '\n'];

/** "Such as 123456": it shows what a code looks like. */
export function isExample(section: Section, value: Value): boolean {
  if (SAID_TO_BE.some((word) => section.lower.startsWith(word, value.start - word.length))) return false;
  const before = section.lower.slice(Math.max(section.lines[value.line]?.start ?? 0, value.start - 30), value.start);
  if (EXAMPLE_BEFORE.test(before) || EXAMPLE_BEFORE_UNSPACED.test(before)) return true;
  return EXAMPLE_AFTER.test(section.lower.slice(value.end, value.end + 20));
}
