// Finds the words that announce, label or date a number, in every language at once: one walk over the text through the prefix tree.
import { ANYWHERE, CHARACTERS, codeAt, isLetter, isUnspaced, LETTER, UNSPACED, WORD } from './characters.ts';
import { mayBegin, mayBeginInside } from './term-filter.ts';
import { anywhere, atWordStart, KIND } from './term-tree.ts';
import { childOf, type TreeNode } from './tree-node.ts';

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

export function says(term: Term, kind: TermKind): boolean {
  return (term.kinds & KIND[kind]) !== 0;
}

/** Terms in order of their ends; where several begin at one place, the longest. `lower` is normalised text in lower case. */
export function findTerms(lower: string): Term[] {
  const terms: Term[] = [];
  const length = lower.length;
  let insideWord = false;
  let sorted = true;
  let lastEnd = 0;
  for (let at = 0; at < length && terms.length < MAX_TERMS; ) {
    const character = CHARACTERS[lower.charCodeAt(at)] ?? 0;
    if (character === 0) {
      insideWord = false;
      at += 1;
      continue;
    }
    // The rest of a word that no term begins with.
    if (insideWord && character === PLAIN_LETTER) {
      at += 1;
      while (at < length && CHARACTERS[lower.charCodeAt(at)] === PLAIN_LETTER) at += 1;
      continue;
    }
    let found: Term | null = null;
    if (!insideWord && (character & WORD) !== 0 && mayBegin(lower, at)) found = walk(atWordStart, lower, at);
    if (found === null && (character & ANYWHERE) !== 0 && mayBeginInside(lower, at)) found = walk(anywhere, lower, at);
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
    const last = CHARACTERS[codeAt(lower, at - 1)] ?? 0;
    insideWord = (last & WORD) !== 0 && (last & UNSPACED) === 0;
  }
  return sorted ? terms : terms.sort((a, b) => a.end - b.end);
}

// A term is looked for in the tree and, behind a word that pairs with others, in the tree of those as well.
function walk(root: TreeNode, lower: string, start: number): Term | null {
  let node: TreeNode | undefined = root;
  let side: TreeNode | undefined;
  let end = -1;
  let kinds = 0;
  let at = start;
  const length = lower.length;
  while (node !== undefined || side !== undefined) {
    if (node !== undefined) {
      if (node.tail !== null) side = node.tail;
      if (node.kinds !== 0) {
        const to = endOf(node, lower, at);
        if (to !== -1) {
          end = to;
          kinds = node.kinds;
        }
      }
    }
    if (side !== undefined && side.kinds !== 0) {
      const to = endOf(side, lower, at);
      if (to !== -1) {
        kinds = to === end ? kinds | side.kinds : side.kinds;
        end = to;
      }
    }
    if (at >= length) break;
    const code = lower.charCodeAt(at);
    if (node !== undefined) node = step(node, code);
    if (side !== undefined) side = step(side, code);
    at += 1;
    if (code === 32 || code === 10) {
      for (let skipped = 0; skipped < 3 && at < length; skipped += 1) {
        const following = lower.charCodeAt(at);
        if (following !== 32 && following !== 10) break;
        at += 1;
      }
    }
  }
  return end === -1 ? null : { start, end, kinds };
}

// A term may run over a line end or a double space, but not from one table cell into the next.
function step(node: TreeNode, code: number): TreeNode | undefined {
  const following = childOf(node, code);
  return following === undefined && code === 10 ? childOf(node, 32) : following;
}

/** Where a term that the node completes ends in the text; -1 if the word goes on and must not. */
function endOf(node: TreeNode, lower: string, at: number): number {
  if (at >= lower.length) return at;
  const following = lower.charCodeAt(at);
  if (!isLetter(following) || isUnspaced(following) || isUnspaced(codeAt(lower, at - 1))) return at;
  return node.goesOn ? wordEnd(lower, at) : -1;
}

function wordEnd(lower: string, from: number): number {
  let at = from;
  while (at < lower.length && at - from < 12 && isLetter(codeAt(lower, at))) at += 1;
  return at;
}
