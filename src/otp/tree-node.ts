// The prefix tree while it grows: nodes, how words are put in and how two trees are joined. term-tree.ts fills it and packs it.

export interface TreeNode {
  /** Children by code; null while there is at most one, which most nodes have. */
  next: Map<number, TreeNode> | null;
  /** The child of a node that has just one: told apart by one comparison. */
  only: TreeNode | null;
  onlyCode: number;
  /** Bits of `KIND`; 0 where no term ends. */
  kinds: number;
  goesOn: boolean;
  /** A second tree in which a term may go on from here, shared by all words that pair with its words: "order" + " number". */
  tail: TreeNode | null;
}

export function emptyNode(): TreeNode {
  return { next: null, only: null, onlyCode: 0, kinds: 0, goesOn: false, tail: null };
}

function childOf(node: TreeNode, code: number): TreeNode | undefined {
  if (node.only !== null) return node.onlyCode === code ? node.only : undefined;
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
    node = childOf(node, code) ?? addChild(node, code, emptyNode());
  }
  return node;
}

function addChild(node: TreeNode, code: number, child: TreeNode): TreeNode {
  if (node.only === null && node.next === null) {
    node.only = child;
    node.onlyCode = code;
    return child;
  }
  if (node.next === null) {
    node.next = new Map();
    if (node.only !== null) node.next.set(node.onlyCode, node.only);
    node.only = null;
  }
  node.next.set(code, child);
  return child;
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
    graft(childOf(onto, code) ?? addChild(onto, code, emptyNode()), child);
  }
}
