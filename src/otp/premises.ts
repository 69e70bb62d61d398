// Whether a value opens a door, a gate, a safe or a key box that its own sentence names. Such a number signs nobody in, however strong the word
// beside it: "entry code", "access code", "mật mã". Part of the score.
import type { Section } from './section.ts';
import type { Value } from './values.ts';
import { LOCKED, SIGNS_IN } from './words/premises.ts';

const BEFORE = 110;
const AFTER = 80;
const SCENE = 240;
const SENTENCE_START = /(?:[.!?](?=\s)|[。！？؟।\n])[^.!?。！？؟।\n]*$/u;
const SENTENCE_END = /[.!?](?=\s|$)|[。！？؟।\n]/u;

/** Its sentence names something that is locked; or things around it do, two at least. Neither where somebody signs in. */
export function opensPremises(section: Section, value: Value, subject: string): boolean {
  if (SIGNS_IN.test(subject)) return false;
  const own = sentenceOf(section, value);
  if (SIGNS_IN.test(own)) return false;
  if (thingsIn(own) > 0) return true;
  const scene = section.lower.slice(Math.max(0, value.start - SCENE), value.end + SCENE);
  return !SIGNS_IN.test(scene) && thingsIn(scene) > 1;
}

/** With the line above, where the value stands on a line of its own. */
function sentenceOf(section: Section, value: Value): string {
  const before = section.lower.slice(Math.max(0, value.start - BEFORE), value.start);
  const shown = value.alone ? before.trimEnd() : before;
  const from = SENTENCE_START.exec(shown)?.index ?? -1;
  const after = section.lower.slice(value.end, value.end + AFTER);
  const to = SENTENCE_END.exec(after)?.index ?? after.length;
  return `${before.slice(from + 1)} ${after.slice(0, to)}`;
}

function thingsIn(text: string): number {
  const found = text.match(LOCKED);
  return found === null ? 0 : new Set(found).size;
}
