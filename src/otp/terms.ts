// Finds the words that announce, label or date a number, in every language at once: one walk over the text through the prefix tree.
import { ANYWHERE, CHARACTERS, charactersOf, isLetter, isUnspaced, LETTER, UNSPACED, WORD } from './characters.ts';
import { childOf, GOES_ON, HAS_TAIL, KINDS } from './packed-tree.ts';
import { mayBegin, mayBeginInside } from './term-filter.ts';
import { anywhere, atWordStart, KIND, tree } from './term-tree.ts';

export type TermKind = keyof typeof KIND;

export interface Term {
  start: number;
  end: number;
  /** Bits of `KIND`. */
  kinds: number;
}

const MAX_TERMS = 4_000;
const GOVERNS = KIND.strong | KIND.weak | KIND.label;
const PLAIN_LETTER = LETTER | WORD;
const { marks } = tree;

export function says(term: Term, kind: TermKind): boolean {
  return (term.kinds & KIND[kind]) !== 0;
}

/** Terms in order of their ends; where several begin at one place, the longest. `lower` is normalised text in lower case. */
export function findTerms(lower: string): Term[] {
  const terms: Term[] = [];
  const length = lower.length;
  const characters = charactersOf(lower);
  let insideWord = false;
  let sorted = true;
  let lastEnd = 0;
  for (let at = 0; at < length && terms.length < MAX_TERMS; ) {
    const character = CHARACTERS[characters[at] ?? 0] ?? 0;
    if (character === 0) {
      insideWord = false;
      at += 1;
      continue;
    }
    // The rest of a word that no term begins with.
    if (insideWord && character === PLAIN_LETTER) {
      at += 1;
      while (CHARACTERS[characters[at] ?? 0] === PLAIN_LETTER) at += 1;
      continue;
    }
    let found: Term | null = null;
    if (!insideWord && (character & WORD) !== 0 && mayBegin(characters, at))
      found = walk(atWordStart, characters, at, length);
    if (found === null && (character & ANYWHERE) !== 0 && mayBeginInside(characters, at))
      found = walk(anywhere, characters, at, length);
    if (found === null) {
      insideWord = (character & WORD) !== 0 && (character & UNSPACED) === 0;
      at += 1;
      continue;
    }
    terms.push(found);
    if (found.end < lastEnd) sorted = false;
    lastEnd = found.end;
    // A word that only sets the scene may be the beginning of one that announces: 安全验证 in 安全验证码.
    at = (found.kinds & GOVERNS) !== 0 ? found.end : at + 1;
    const last = CHARACTERS[characters[at - 1] ?? 0] ?? 0;
    insideWord = (last & WORD) !== 0 && (last & UNSPACED) === 0;
  }
  return sorted ? terms : terms.sort((a, b) => a.end - b.end);
}

// A term is looked for in the tree and, behind a word that pairs with others, in the tree of those as well.
function walk(root: number, characters: Uint16Array, start: number, length: number): Term | null {
  let node = root;
  let side = 0;
  let end = -1;
  let kinds = 0;
  let at = start;
  while (node !== 0 || side !== 0) {
    const mark = marks[node] ?? 0;
    if ((mark & HAS_TAIL) !== 0) side = tree.tails.get(node) ?? 0;
    if ((mark & KINDS) !== 0) {
      const to = endOf(mark, characters, at);
      if (to !== -1) {
        end = to;
        kinds = mark & KINDS;
      }
    }
    const sideMark = marks[side] ?? 0;
    if ((sideMark & KINDS) !== 0) {
      const to = endOf(sideMark, characters, at);
      if (to !== -1) {
        kinds = to === end ? kinds | (sideMark & KINDS) : sideMark & KINDS;
        end = to;
      }
    }
    if (at >= length) break;
    const code = characters[at] ?? 0;
    if (node !== 0) node = step(node, code);
    if (side !== 0) side = step(side, code);
    at += 1;
    if (code === 32 || code === 10) {
      for (let skipped = 0; skipped < 3 && at < length; skipped += 1) {
        const following = characters[at];
        if (following !== 32 && following !== 10) break;
        at += 1;
      }
    }
  }
  return end === -1 ? null : { start, end, kinds };
}

// A term may run over a line end or a double space, but not from one table cell into the next.
function step(node: number, code: number): number {
  const following = childOf(tree, node, code);
  return following === 0 && code === 10 ? childOf(tree, node, 32) : following;
}

/** Where a term that a node completes ends in the text; -1 if the word goes on and must not. */
function endOf(mark: number, characters: Uint16Array, at: number): number {
  const following = characters[at] ?? 0;
  if (!isLetter(following) || isUnspaced(following) || isUnspaced(characters[at - 1] ?? 0)) return at;
  return (mark & GOES_ON) !== 0 ? wordEnd(characters, at) : -1;
}

function wordEnd(characters: Uint16Array, from: number): number {
  let at = from;
  while (at - from < 12 && isLetter(characters[at] ?? 0)) at += 1;
  return at;
}
