// The prefix tree itself: nodes, how words are put in and how two trees are joined. term-tree.ts fills it, terms.ts walks it.

export interface TreeNode {
  /** Children by code; null while there is at most one, which most nodes have. */
  next: Map<number, TreeNode> | null;
  /** The same children by code, kept only near the root, where almost all lookups happen. */
  ascii: (TreeNode | undefined)[] | null;
  /** The child of a node that has just one: told apart by one comparison. */
  only: TreeNode | null;
  onlyCode: number;
  /** Bits of `KIND`; 0 where no term ends. */
  kinds: number;
  goesOn: boolean;
  /** A second tree in which a term may go on from here, shared by all words that pair with its words: "order" + " number". */
  tail: TreeNode | null;
}

const NEAR_ROOT = 3;

export function emptyNode(): TreeNode {
  return { next: null, ascii: null, only: null, onlyCode: 0, kinds: 0, goesOn: false, tail: null };
}

export function childOf(node: TreeNode, code: number): TreeNode | undefined {
  if (node.only !== null) return node.onlyCode === code ? node.only : undefined;
  if (node.ascii !== null && code < 128) return node.ascii[code];
  return node.next === null ? undefined : node.next.get(code);
}

export function childrenOf(node: TreeNode): [number, TreeNode][] {
  if (node.only !== null) return [[node.onlyCode, node.only]];
  return node.next === null ? [] : [...node.next];
}

/** The node at the end of a word, made with those on the way where they are missing. */
export function growTo(root: TreeNode, word: string): TreeNode {
  let node = root;
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    node = childOf(node, code) ?? addChild(node, code, emptyNode(), at < NEAR_ROOT);
  }
  return node;
}

function addChild(node: TreeNode, code: number, child: TreeNode, nearRoot: boolean): TreeNode {
  if (node.only === null && node.next === null) {
    node.only = child;
    node.onlyCode = code;
    return child;
  }
  if (node.next === null) {
    node.next = new Map();
    if (nearRoot) node.ascii = new Array<TreeNode | undefined>(128).fill(undefined);
    if (node.only !== null) place(node, node.onlyCode, node.only);
    node.only = null;
  }
  place(node, code, child);
  return child;
}

function place(node: TreeNode, code: number, child: TreeNode): void {
  node.next?.set(code, child);
  if (node.ascii !== null && code < 128) node.ascii[code] = child;
}

/** A new tree with the words of both. */
export function union(first: TreeNode, second: TreeNode): TreeNode {
  const joined = emptyNode();
  graft(joined, first);
  graft(joined, second);
  return joined;
}

function graft(onto: TreeNode, from: TreeNode): void {
  onto.kinds |= from.kinds;
  onto.goesOn ||= from.goesOn;
  for (const [code, child] of childrenOf(from)) {
    graft(childOf(onto, code) ?? addChild(onto, code, emptyNode(), false), child);
  }
}
