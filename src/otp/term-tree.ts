// The word lists of every language as one prefix tree, built once at start; terms.ts walks it.
import { isUnspacedScript } from './characters.ts';
import { normalise } from './normalise.ts';
import { admit, admitAnywhere } from './term-filter.ts';
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

/** What a term can say, one bit each; a term often says several things. */
export const KIND = {
  strong: 1,
  weak: 2,
  label: 4,
  topic: 8,
  verb: 16,
  intent: 32,
  old: 64,
  fresh: 128,
  promo: 256,
  meeting: 512,
  giftCard: 1024,
  travel: 2048,
  software: 4096,
} as const satisfies Record<keyof WordList | keyof typeof scenes, number>;

export interface TreeNode {
  next: Map<number, TreeNode>;
  /** The same children by code, kept only near the root, where almost all lookups happen. */
  ascii: (TreeNode | undefined)[] | null;
  /** The child of a node that has just one, which most have: told apart by one comparison. */
  only: TreeNode | null;
  onlyCode: number;
  /** Bits of `KIND`; 0 where no term ends. */
  kinds: number;
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

const SCENES = KIND.meeting | KIND.giftCard | KIND.travel | KIND.software;

/** Terms that begin where a word begins, and those that may begin inside one. */
export const atWordStart = emptyNode();
export const anywhere = emptyNode();

for (const list of LANGUAGES)
  addList(list, ['strong', 'weak', 'label', 'topic', 'verb', 'intent', 'old', 'fresh', 'promo']);
addList(scenes, ['meeting', 'giftCard', 'travel', 'software']);
inheritScenes(atWordStart, 0);
inheritScenes(anywhere, 0);

function addList<Kind extends keyof typeof KIND>(list: Record<Kind, string>, kinds: Kind[]): void {
  for (const kind of kinds) for (const entry of list[kind].split('|')) add(entry, KIND[kind]);
}

// "gift card code" is longer than "gift card" and hides it; what the shorter says about the mail still holds.
function inheritScenes(node: TreeNode, inherited: number): void {
  if (node.kinds !== 0) node.kinds |= inherited;
  const own = node.kinds & SCENES;
  for (const [code, following] of node.next) inheritScenes(following, code === 32 ? inherited | own : inherited);
}

export function childOf(node: TreeNode, code: number): TreeNode | undefined {
  if (node.only !== null) return node.onlyCode === code ? node.only : undefined;
  return node.ascii !== null && code < 128 ? node.ascii[code] : node.next.get(code);
}

function emptyNode(): TreeNode {
  return { next: new Map(), ascii: null, only: null, onlyCode: 0, kinds: 0, goesOn: false };
}

function add(entry: string, kind: number): void {
  const starts = entry.startsWith('*');
  const goesOn = entry.endsWith('*');
  const word = normalise(entry.slice(starts ? 1 : 0, goesOn ? -1 : undefined).trim(), 200).toLowerCase();
  if (word === '') return;
  insert(word, kind, goesOn, starts || isUnspacedScript(word.charCodeAt(0)));
  // People and SMS gateways drop accents; a long or many-worded entry stays unmistakable without them.
  const bare = withoutAccents(word);
  if (bare !== word && (word.length >= 7 || word.includes(' '))) insert(bare, kind, goesOn, starts);
}

function insert(word: string, kind: number, goesOn: boolean, startsAnywhere: boolean): void {
  let node = startsAnywhere ? anywhere : atWordStart;
  if (startsAnywhere) admitAnywhere(word);
  else admit(word, goesOn);
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    let following = node.next.get(code);
    if (following === undefined) {
      following = emptyNode();
      node.only = node.next.size === 0 ? following : null;
      node.onlyCode = code;
      node.next.set(code, following);
      if (at < 3) {
        node.ascii ??= new Array<TreeNode | undefined>(128).fill(undefined);
        if (code < 128) node.ascii[code] = following;
      }
    }
    node = following;
  }
  node.kinds |= kind;
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
