// The prefix tree as it is walked: the letters of a word side by side, and tables for nodes with many children. As objects the nodes
// took 27 MB in every thread that reads mail; like this they take 2 MB.
import type { GrowingTree } from './growing-tree.ts';

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

/** Packs trees with their tails; `roots` are given back as numbers of the packed tree, in the same order. */
export function pack(growing: GrowingTree, roots: readonly number[]): { tree: PackedTree; roots: number[] } {
  const codes = new Uint16Array(growing.size);
  const siblings = new Int32Array(growing.size);
  const marks = new Uint32Array(growing.size);
  let size = 1;
  const slots: number[] = [];
  const tableStarts: number[] = [0];
  const tableMasks: number[] = [0];
  const tails = new Map<number, number>();
  const withTail: [number, number][] = [];

  function place(node: number): number {
    const number = size++;
    const children = count(growing, node);
    const tail = growing.tailOf(node);
    codes[number] = growing.codeOf(node);
    marks[number] =
      growing.kindsOf(node) |
      (growing.goesOn(node) ? GOES_ON : 0) |
      (children > 0 ? HAS_CHILDREN : 0) |
      (tail === 0 ? 0 : HAS_TAIL) |
      (children >= MANY ? tableStarts.length << TABLE : 0);
    const table = children >= MANY ? addTable(children) : null;
    let last = 0;
    for (let child = growing.firstChild(node); child !== 0; child = growing.nextChild(child)) {
      const placed = place(child);
      if (last !== 0) siblings[last] = placed;
      last = placed;
      table?.(growing.codeOf(child), placed);
    }
    if (tail !== 0) withTail.push([number, tail]);
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

  const placed = roots.map(place);
  const placedTails = new Map<number, number>();
  for (const [number, tail] of withTail) {
    const known = placedTails.get(tail) ?? place(tail);
    placedTails.set(tail, known);
    tails.set(number, known);
  }
  return {
    roots: placed,
    tree: {
      codes: codes.slice(0, size),
      siblings: siblings.slice(0, size),
      marks: marks.slice(0, size),
      tails,
      slots: Int32Array.from(slots),
      tableStarts: Int32Array.from(tableStarts),
      tableMasks: Int32Array.from(tableMasks),
    },
  };
}

function count(growing: GrowingTree, node: number): number {
  let children = 0;
  for (let child = growing.firstChild(node); child !== 0; child = growing.nextChild(child)) children += 1;
  return children;
}
