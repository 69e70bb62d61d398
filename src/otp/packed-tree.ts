// The prefix tree as it is walked: the nodes of tree-node.ts laid out in a few arrays of numbers. As objects they take 27 MB in every
// thread that reads mail, and a walk jumps all over them; like this it is 2 MB, and the letters of a word lie side by side.
import { childrenOf, type TreeNode } from './tree-node.ts';

/** A node is a number; 0 is none. Its first child is the number behind it, other children are found through `siblings`. */
export interface PackedTree {
  /** The character that leads to a node. */
  readonly codes: Uint16Array;
  readonly siblings: Int32Array;
  /** For each node the kinds of the term that ends there, the flags below, and the number of its table if it has many children. */
  readonly marks: Uint32Array;
  readonly tails: ReadonlyMap<number, number>;
  /** Children of nodes that have many, by character: hash tables behind one another. */
  readonly slots: Int32Array;
  readonly tableStarts: Int32Array;
  readonly tableMasks: Int32Array;
}

export const KINDS = 0xffff;
export const GOES_ON = 1 << 16;
const HAS_CHILDREN = 1 << 17;
export const HAS_TAIL = 1 << 18;
const TABLE = 19;
const MANY = 5;

export function childOf(tree: PackedTree, node: number, code: number): number {
  const mark = tree.marks[node] ?? 0;
  if ((mark & HAS_CHILDREN) === 0) return 0;
  const table = mark >>> TABLE;
  if (table !== 0) return inTable(tree, table, code);
  let child = node + 1;
  while (child !== 0 && tree.codes[child] !== code) child = tree.siblings[child] ?? 0;
  return child;
}

function inTable({ codes, slots, tableStarts, tableMasks }: PackedTree, table: number, code: number): number {
  const start = tableStarts[table] ?? 0;
  const mask = tableMasks[table] ?? 0;
  for (let at = code & mask; ; at = (at + 1) & mask) {
    const child = slots[start + at] ?? 0;
    if (child === 0 || codes[child] === code) return child;
  }
}

/** Packs trees that share their tails; `roots` are given back as numbers, in the same order. */
export function pack(roots: readonly TreeNode[]): { tree: PackedTree; roots: number[] } {
  const codes: number[] = [0];
  const siblings: number[] = [0];
  const marks: number[] = [0];
  const slots: number[] = [];
  const tableStarts: number[] = [0];
  const tableMasks: number[] = [0];
  const tails = new Map<number, number>();
  const numbers = new Map<TreeNode, number>();

  function place(node: TreeNode, code: number): number {
    const number = codes.length;
    const children = childrenOf(node);
    const many = children.length >= MANY;
    codes.push(code);
    siblings.push(0);
    marks.push(
      (node.kinds |
        (node.goesOn ? GOES_ON : 0) |
        (children.length > 0 ? HAS_CHILDREN : 0) |
        (node.tail === null ? 0 : HAS_TAIL) |
        (many ? tableStarts.length << TABLE : 0)) >>>
        0,
    );
    const table = many ? addTable(children.length) : null;
    let last = 0;
    for (const [next, child] of children) {
      const placed = place(child, next);
      if (last !== 0) siblings[last] = placed;
      last = placed;
      table?.(next, placed);
    }
    if (node.tail !== null) later.push([number, node.tail]);
    return number;
  }

  /** At least half of a table stays free, so that a search ends soon. */
  function addTable(children: number): (code: number, child: number) => void {
    const size = 1 << Math.ceil(Math.log2(children * 2));
    const start = slots.length;
    tableStarts.push(start);
    tableMasks.push(size - 1);
    for (let i = 0; i < size; i += 1) slots.push(0);
    return (code, child) => {
      let at = code & (size - 1);
      while (slots[start + at] !== 0) at = (at + 1) & (size - 1);
      slots[start + at] = child;
    };
  }

  const later: [number, TreeNode][] = [];
  const placed = roots.map((root) => place(root, 0));
  for (const [number, tail] of later) {
    const known = numbers.get(tail) ?? place(tail, 0);
    numbers.set(tail, known);
    tails.set(number, known);
  }
  return {
    roots: placed,
    tree: {
      codes: Uint16Array.from(codes),
      siblings: Int32Array.from(siblings),
      marks: Uint32Array.from(marks),
      tails,
      slots: Int32Array.from(slots),
      tableStarts: Int32Array.from(tableStarts),
      tableMasks: Int32Array.from(tableMasks),
    },
  };
}
