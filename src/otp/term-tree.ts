// The word lists of every language as one prefix tree, built when the first mail comes; terms.ts walks it.
import { isUnspacedScript } from './characters.ts';
import { GrowingTree } from './growing-tree.ts';
import { normalise } from './normalise.ts';
import { pack } from './packed-tree.ts';
import { admit, admitAnywhere, admitStem } from './term-filter.ts';
import { announcing, bareNouns, userNames } from './words/announcing.ts';
import { chinese, japanese, korean, thaiAndNeighbours } from './words/east-asian.ts';
import { english } from './words/english.ts';
import { dutch, german, nordic } from './words/germanic.ts';
import { englishOwned, englishTopics, westOwned } from './words/owned-west.ts';
import { worldOwned } from './words/owned-world.ts';
import { passwords } from './words/passwords.ts';
import { pointedAt } from './words/pointed-at.ts';
import { french, italian, portuguese, romanian, spanish } from './words/romance.ts';
import { scenes } from './words/scenes.ts';
import { czechSlovak, polish, russian, ukrainianBulgarianSouthSlavic } from './words/slavic.ts';
import { slipNumbers } from './words/slips.ts';
import { vietnamese } from './words/vietnamese.ts';
import type { Pairing, WordList } from './words/word-list.ts';
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
  password: 8192,
  plainPassword: 16_384,
  handover: 32_768,
} as const satisfies Record<keyof WordList | keyof typeof scenes | keyof typeof passwords, number>;

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

const SCENES = KIND.meeting | KIND.handover | KIND.giftCard | KIND.travel | KIND.software;

/** While the words are put in. */
interface Growth {
  readonly tree: GrowingTree;
  /** Terms that begin where a word begins, and those that may begin inside one. */
  readonly atWordStart: number;
  readonly anywhere: number;
  /** Tails that were joined, by both. */
  readonly joined: Map<string, number>;
}

const {
  tree: packed,
  roots: [atWordStart = 0, anywhere = 0],
} = grow();

export { anywhere, atWordStart, packed as tree };

function grow(): ReturnType<typeof pack> {
  const tree = new GrowingTree();
  const growth: Growth = { tree, atWordStart: tree.add(), anywhere: tree.add(), joined: new Map() };
  for (const list of LANGUAGES)
    addList(growth, list, ['strong', 'weak', 'label', 'topic', 'verb', 'intent', 'old', 'fresh', 'promo']);
  addList(growth, { label: englishOwned, topic: englishTopics }, ['label', 'topic']);
  addList(growth, { label: slipNumbers }, ['label']);
  addList(growth, { weak: bareNouns, label: userNames }, ['weak', 'label']);
  for (const pairing of [...westOwned, ...worldOwned, ...announcing, ...pointedAt]) addPairing(growth, pairing);
  addList(growth, scenes, ['handover', 'meeting', 'giftCard', 'travel', 'software']);
  addList(growth, passwords, ['password', 'plainPassword']);
  inheritScenes(tree, growth.atWordStart, 0);
  inheritScenes(tree, growth.anywhere, 0);
  return pack(tree, [growth.atWordStart, growth.anywhere]);
}

function addList<Kind extends keyof typeof KIND>(growth: Growth, list: Record<Kind, string>, kinds: Kind[]): void {
  for (const kind of kinds) for (const entry of list[kind].split('|')) add(growth, entry, KIND[kind]);
}

// "gift card code" is longer than "gift card" and hides it; what the shorter says about the mail still holds.
function inheritScenes(tree: GrowingTree, node: number, inherited: number): void {
  if (tree.kindsOf(node) !== 0) tree.say(node, inherited);
  const own = tree.kindsOf(node) & SCENES;
  for (let child = tree.firstChild(node); child !== 0; child = tree.nextChild(child))
    inheritScenes(tree, child, tree.codeOf(child) === 32 ? inherited | own : inherited);
}

function add(growth: Growth, entry: string, kind: number): void {
  const starts = entry.startsWith('*');
  const goesOn = entry.endsWith('*');
  if (entry.includes('’')) add(growth, entry.replaceAll('’', "'"), kind);
  const word = spell(entry.slice(starts ? 1 : 0, goesOn ? -1 : undefined));
  if (word === '') return;
  insert(growth, word, kind, goesOn, starts || isUnspacedScript(word.charCodeAt(0)));
  // People and SMS gateways drop accents; a long or many-worded entry stays unmistakable without them.
  const bare = withoutAccents(word);
  if (bare !== word && (word.length >= 7 || word.includes(' '))) insert(growth, bare, kind, goesOn, starts);
}

function insert(growth: Growth, word: string, kind: number, goesOn: boolean, startsAnywhere: boolean): void {
  if (startsAnywhere) admitAnywhere(word);
  else admit(word, goesOn);
  const { tree } = growth;
  tree.say(tree.growTo(startsAnywhere ? growth.anywhere : growth.atWordStart, word), kind, goesOn);
}

/** Every first word gets the tree of all second words as its tail; written out, the pairs would be half a million nodes. */
function addPairing(growth: Growth, { firsts, seconds, joint, kind }: Pairing): void {
  const { tree } = growth;
  const tail = tree.add();
  const endings = spellings(seconds, joint);
  for (const ending of endings) tree.say(tree.growTo(tail, joint + ending.word), KIND[kind], ending.goesOn);
  for (const { word } of spellings(firsts, joint)) {
    const startsAnywhere = isUnspacedScript(word.charCodeAt(0));
    if (!startsAnywhere && word.length < 4 && joint === '')
      for (const ending of endings) admit(word + ending.word, false);
    else if (startsAnywhere && word.length < 2) for (const ending of endings) admitAnywhere(word + joint + ending.word);
    else if (startsAnywhere) admitAnywhere(word);
    else admitStem(word);
    const node = tree.growTo(startsAnywhere ? growth.anywhere : growth.atWordStart, word);
    tree.setTail(node, joinedTails(growth, tree.tailOf(node), tail));
  }
}

function spellings(words: string, joint: string): { word: string; goesOn: boolean }[] {
  return words.split('|').flatMap((entry) => {
    const goesOn = entry.endsWith('*');
    const word = spell(goesOn ? entry.slice(0, -1) : entry);
    const all = word.includes('’') ? [word, word.replaceAll('’', "'")] : [word];
    if (joint !== '' || word.length >= 4) all.push(...all.map(withoutAccents).filter((bare) => !all.includes(bare)));
    return all.map((each) => ({ word: each, goesOn }));
  });
}

function joinedTails({ tree, joined }: Growth, first: number, second: number): number {
  if (first === 0 || first === second) return second;
  const key = `${first} ${second}`;
  const tail = joined.get(key) ?? tree.union(first, second);
  joined.set(key, tail);
  return tail;
}

function spell(entry: string): string {
  return normalise(entry.trim(), 200).toLowerCase();
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
