// Tells, from a few characters, that no term begins at a place: most words of a mail are passed over without a walk through the tree.
import { ANYWHERE, CHARACTERS, charactersOf, LETTER } from './characters.ts';

const NONE = 0;
/** Only long terms begin like this, so that more characters decide. */
const LONG = 1;
const SOME = 2;
const LETTERS = 4;
const LONG_ENOUGH = 7;

const ANY = 1 << 30;
const SECOND_WORDS = new Int32Array(1 << 16);
const BEGINNINGS = new Uint8Array(1 << 16);
const LONG_BEGINNINGS = new Uint8Array(1 << 17);
const ANYWHERE_PAIRS = new Uint8Array(1 << 14);

/** Notes a term that begins where a word begins. */
export function admit(word: string, goesOn: boolean): void {
  if (goesOn && word.length < LETTERS) admitEndings(word);
  admitStem(word, goesOn);
}

/** Notes a word that begins terms which are not written out. */
export function admitStem(word: string, goesOn = true): void {
  const long = word.length >= LONG_ENOUGH;
  const characters = charactersOf(word);
  const key = firstLetters(characters, 0);
  const second = goesOn && word.length < LETTERS ? 0 : secondWord(characters, 0);
  SECOND_WORDS[key] = (SECOND_WORDS[key] ?? 0) | (second === 0 ? ANY : bit(second));
  BEGINNINGS[key] = Math.max(BEGINNINGS[key] ?? NONE, long ? LONG : SOME);
  if (long) LONG_BEGINNINGS[firstCharacters(characters, 0)] = 1;
}

// A short stem goes on with any letter of its script.
function admitEndings(stem: string): void {
  const [from, to] = stem.charCodeAt(0) < 0x400 ? [97, 0x17f] : [0x400, 0x4ff];
  for (let code = from; code <= to; code += 1) {
    if (((CHARACTERS[code] ?? 0) & LETTER) !== 0) admit(stem + String.fromCharCode(code), true);
  }
}

/** Notes a term that may begin inside a word, or in a script without spaces. */
export function admitAnywhere(word: string): void {
  const first = word.charCodeAt(0);
  CHARACTERS[first] = (CHARACTERS[first] ?? 0) | ANYWHERE;
  if (word.length === 1) ANYWHERE_PAIRS.fill(1);
  else ANYWHERE_PAIRS[pair(charactersOf(word), 0)] = 1;
}

/** False when surely no term begins with the word at `at`. */
export function mayBegin(characters: Uint16Array, at: number): boolean {
  const key = firstLetters(characters, at);
  const state = BEGINNINGS[key];
  if (state === LONG) return LONG_BEGINNINGS[firstCharacters(characters, at)] === 1;
  if (state !== SOME) return false;
  const seconds = SECOND_WORDS[key] ?? 0;
  if ((seconds & ANY) !== 0) return true;
  const second = secondWord(characters, at);
  return second === 0 || (seconds & bit(second)) !== 0;
}

/** The first character of the word after a short one, since many terms begin with "to" or "is"; 0 if there is none such. */
function secondWord(characters: Uint16Array, start: number): number {
  let at = start + 1;
  while (at - start < LETTERS && ((CHARACTERS[characters[at] ?? 0] ?? 0) & LETTER) !== 0) at += 1;
  const code = characters[at];
  if (at - start >= LETTERS || (code !== 32 && code !== 10)) return 0;
  at += 1;
  for (let skipped = 0; skipped < 3; skipped += 1) {
    const following = characters[at];
    if (following !== 32 && following !== 10) break;
    at += 1;
  }
  return characters[at] ?? 0;
}

function bit(code: number): number {
  return 1 << (code % 30);
}

/** The same for a term that begins inside a word. */
export function mayBeginInside(characters: Uint16Array, at: number): boolean {
  return ANYWHERE_PAIRS[pair(characters, at)] === 1;
}

function pair(characters: Uint16Array, at: number): number {
  return (Math.imul(characters[at] ?? 0, 31) + (characters[at + 1] ?? 0)) & 0x3fff;
}

/** A hash of the first character and the letters behind it, four in all at most. Unrolled: it is made for every word. */
function firstLetters(characters: Uint16Array, at: number): number {
  let hash = characters[at] ?? 0;
  const second = characters[at + 1] ?? 0;
  if (((CHARACTERS[second] ?? 0) & LETTER) !== 0) {
    hash = (Math.imul(hash, 0x9e35) + second) | 0;
    const third = characters[at + 2] ?? 0;
    if (((CHARACTERS[third] ?? 0) & LETTER) !== 0) {
      hash = (Math.imul(hash, 0x9e35) + third) | 0;
      const fourth = characters[at + 3] ?? 0;
      if (((CHARACTERS[fourth] ?? 0) & LETTER) !== 0) hash = (Math.imul(hash, 0x9e35) + fourth) | 0;
    }
  }
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** A hash of seven characters, with any run of spaces and line ends as one space, as the walk takes them. */
function firstCharacters(characters: Uint16Array, start: number): number {
  let hash = 0;
  let at = start;
  for (let count = 0; count < LONG_ENOUGH; count += 1) {
    const code = characters[at] ?? 0;
    const space = code === 32 || code === 10;
    hash = (Math.imul(hash, 0x9e35) + (space ? 32 : code)) | 0;
    at += 1;
    for (let skipped = 0; space && skipped < 3; skipped += 1) {
      const following = characters[at];
      if (following !== 32 && following !== 10) break;
      at += 1;
    }
  }
  return (hash ^ (hash >>> 15)) & 0x1ffff;
}
