// Finds the words that announce, label or date a number, in every language at once: one walk over the text through a prefix tree.
import { normalise } from './normalise.ts';
import { chinese, japanese, korean, thaiAndNeighbours } from './words/east-asian.ts';
import { english } from './words/english.ts';
import { dutch, german, nordic } from './words/germanic.ts';
import { french, italian, portuguese, romanian, spanish } from './words/romance.ts';
import { scenes } from './words/scenes.ts';
import { czechSlovak, polish, russian, ukrainianBulgarianSouthSlavic } from './words/slavic.ts';
import { vietnamese } from './words/vietnamese.ts';
import type { WordList } from './words/word-list.ts';
import {
  baltic,
  finnishEstonian,
  greek,
  hungarian,
  malayIndonesianFilipino,
  semitic,
  southAsian,
  turkic,
} from './words/world.ts';

export type TermKind = keyof WordList | keyof typeof scenes;

export interface Term {
  start: number;
  end: number;
  kinds: ReadonlySet<TermKind>;
}

interface Node {
  next: Map<number, Node>;
  /** The same children by code, kept only near the root, where almost all lookups happen. */
  ascii: (Node | undefined)[] | null;
  kinds: Set<TermKind> | null;
  goesOn: boolean;
}

const LANGUAGES: WordList[] = [
  english,
  vietnamese,
  german,
  dutch,
  nordic,
  french,
  spanish,
  portuguese,
  italian,
  romanian,
  polish,
  czechSlovak,
  russian,
  ukrainianBulgarianSouthSlavic,
  chinese,
  japanese,
  korean,
  thaiAndNeighbours,
  finnishEstonian,
  hungarian,
  turkic,
  greek,
  semitic,
  southAsian,
  malayIndonesianFilipino,
  baltic,
];

const KINDS: (keyof WordList)[] = ['strong', 'weak', 'label', 'topic', 'verb', 'intent', 'old', 'fresh', 'promo'];
const MAX_TERMS = 4_000;

const atWordStart = emptyNode();
const anywhere = emptyNode();
const MAY_START_ANYWHERE = new Uint8Array(65_536);

for (const list of LANGUAGES) for (const kind of KINDS) for (const entry of list[kind].split('|')) add(entry, kind);

for (const scene of ['meeting', 'giftCard', 'travel', 'software'] as const) {
  for (const entry of scenes[scene].split('|')) add(entry, scene);
}

inheritScenes(atWordStart, []);
inheritScenes(anywhere, []);

// "gift card code" is longer than "gift card" and hides it; what the shorter says about the mail still holds.
function inheritScenes(node: Node, inherited: TermKind[]): void {
  if (node.kinds !== null) for (const scene of inherited) node.kinds.add(scene);
  const own = node.kinds === null ? [] : [...node.kinds].filter((kind) => kind in scenes);
  for (const [code, following] of node.next) inheritScenes(following, code === 32 ? [...inherited, ...own] : inherited);
}

function emptyNode(): Node {
  return { next: new Map(), ascii: null, kinds: null, goesOn: false };
}

function add(entry: string, kind: TermKind): void {
  const starts = entry.startsWith('*');
  const goesOn = entry.endsWith('*');
  const word = normalise(entry.slice(starts ? 1 : 0, goesOn ? -1 : undefined).trim(), 200).toLowerCase();
  if (word === '') return;
  insert(word, kind, goesOn, starts || isUnspacedScript(word.charCodeAt(0)));
  // People and SMS gateways drop accents; a long or many-worded entry stays unmistakable without them.
  const bare = withoutAccents(word);
  if (bare !== word && (word.length >= 7 || word.includes(' '))) insert(bare, kind, goesOn, starts);
}

function insert(word: string, kind: TermKind, goesOn: boolean, startsAnywhere: boolean): void {
  let node = startsAnywhere ? anywhere : atWordStart;
  if (startsAnywhere) MAY_START_ANYWHERE[word.charCodeAt(0)] = 1;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    let following = node.next.get(code);
    if (following === undefined) {
      following = emptyNode();
      node.next.set(code, following);
      if (at < 3) {
        node.ascii ??= new Array<Node | undefined>(128).fill(undefined);
        if (code < 128) node.ascii[code] = following;
      }
    }
    node = following;
  }
  node.kinds ??= new Set();
  node.kinds.add(kind);
  if (goesOn) node.goesOn = true;
}

export function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ı/g, 'i')
    .normalize('NFC');
}

/** Terms in order of their ends; where several begin at one place, the longest. `lower` is normalised text in lower case. */
export function findTerms(lower: string): Term[] {
  const terms: Term[] = [];
  let previousIsWord = false;
  for (let at = 0; at < lower.length && terms.length < MAX_TERMS; ) {
    const code = lower.charCodeAt(at);
    const wordCharacter = isWordCharacter(code);
    let found: Term | null = null;
    if (wordCharacter && !previousIsWord) found = walk(atWordStart, lower, at);
    if (found === null && MAY_START_ANYWHERE[code] === 1) found = walk(anywhere, lower, at);
    if (found === null) {
      previousIsWord = wordCharacter && !isUnspacedScript(code);
      at += 1;
    } else {
      terms.push(found);
      // A word that only sets the scene may be the beginning of one that announces: 安全验证 in 安全验证码.
      at = governs(found) ? found.end : at + 1;
      const last = lower.charCodeAt(at - 1);
      previousIsWord = isWordCharacter(last) && !isUnspacedScript(last);
    }
  }
  return terms.sort((a, b) => a.end - b.end);
}

function governs(term: Term): boolean {
  return term.kinds.has('strong') || term.kinds.has('weak') || term.kinds.has('label');
}

function walk(root: Node, lower: string, start: number): Term | null {
  let node: Node | undefined = root;
  let best: Term | null = null;
  let at = start;
  while (node !== undefined) {
    if (node.kinds !== null) {
      const following = lower.charCodeAt(at);
      const ended =
        at >= lower.length ||
        !isLetter(following) ||
        isUnspacedScript(lower.charCodeAt(at - 1)) ||
        isUnspacedScript(following);
      if (ended) best = { start, end: at, kinds: node.kinds };
      else if (node.goesOn) best = { start, end: wordEnd(lower, at), kinds: node.kinds };
    }
    if (at >= lower.length) break;
    const code: number = lower.charCodeAt(at);
    let following: Node | undefined = node.ascii !== null && code < 128 ? node.ascii[code] : node.next.get(code);
    // A term may run over a line end or a double space, but not from one table cell into the next.
    if (following === undefined && code === 10) following = node.next.get(32);
    node = following;
    at += 1;
    if (code === 32 || code === 10) {
      let skipped = 0;
      while (skipped < 3 && (lower.charCodeAt(at) === 32 || lower.charCodeAt(at) === 10)) {
        at += 1;
        skipped += 1;
      }
    }
  }
  return best;
}

function wordEnd(lower: string, from: number): number {
  let at = from;
  while (at < lower.length && at - from < 12 && isLetter(lower.charCodeAt(at))) at += 1;
  return at;
}

function isLetter(code: number): boolean {
  if (code < 128) return code >= 97 && code <= 122;
  return (
    code >= 0xc0 &&
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x206f) &&
    !(code >= 0x3000 && code <= 0x303f)
  );
}

function isWordCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57);
}

// Scripts written without spaces, or with endings and articles glued on, where a word may begin and end inside a run of letters.
function isUnspacedScript(code: number): boolean {
  return (code >= 0x0590 && code <= 0x1fff && !(code >= 0x1e00)) || code >= 0x2e80;
}
