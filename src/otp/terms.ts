// Finds the words that announce, label or date a number, in every language at once: one walk over the text through the prefix tree.
import { ANYWHERE, CHARACTERS, codeAt, isLetter, isUnspaced, LETTER, UNSPACED, WORD } from './characters.ts';
import { mayBegin, mayBeginInside } from './term-filter.ts';
import { anywhere, atWordStart, childOf, KIND, type TreeNode } from './term-tree.ts';

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

function walk(root: TreeNode, lower: string, start: number): Term | null {
  let node: TreeNode | undefined = root;
  let end = -1;
  let kinds = 0;
  let at = start;
  while (node !== undefined) {
    if (node.kinds !== 0) {
      const ended =
        at >= lower.length ||
        !isLetter(codeAt(lower, at)) ||
        isUnspaced(codeAt(lower, at - 1)) ||
        isUnspaced(codeAt(lower, at));
      if (ended || node.goesOn) {
        end = ended ? at : wordEnd(lower, at);
        kinds = node.kinds;
      }
    }
    if (at >= lower.length) break;
    const code: number = codeAt(lower, at);
    let following: TreeNode | undefined = childOf(node, code);
    // A term may run over a line end or a double space, but not from one table cell into the next.
    if (following === undefined && code === 10) following = childOf(node, 32);
    node = following;
    at += 1;
    if (code === 32 || code === 10) {
      let skipped = 0;
      while (skipped < 3 && (codeAt(lower, at) === 32 || codeAt(lower, at) === 10)) {
        at += 1;
        skipped += 1;
      }
    }
  }
  return end === -1 ? null : { start, end, kinds };
}

function wordEnd(lower: string, from: number): number {
  let at = from;
  while (at < lower.length && at - from < 12 && isLetter(codeAt(lower, at))) at += 1;
  return at;
}
