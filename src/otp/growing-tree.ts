// The prefix tree while it grows: how words are put in and how two trees are joined. term-tree.ts fills it, packed-tree.ts lays it out
// for walking. Numbers in arrays, because as objects its hundred thousand nodes took a third of a second and 60 MB to make.

/** A node is a number; 0 is none. Its children are a chain: `first` child, then from one to the `next`. */
export class GrowingTree {
  #size = 1;
  #codes = new Uint16Array(1 << 16);
  #first = new Int32Array(1 << 16);
  #next = new Int32Array(1 << 16);
  #kinds = new Int32Array(1 << 16);
  #goesOn = new Uint8Array(1 << 16);
  #tails = new Map<number, number>();

  /** Numbers in use, 0 included. */
  get size(): number {
    return this.#size;
  }

  /** A root, or the child that the character `code` leads to. */
  add(code = 0): number {
    const node = this.#size++;
    if (node === this.#codes.length) this.#widen();
    this.#codes[node] = code;
    return node;
  }

  #widen(): void {
    const wider = this.#codes.length * 2;
    this.#codes = copied(this.#codes, new Uint16Array(wider));
    this.#first = copied(this.#first, new Int32Array(wider));
    this.#next = copied(this.#next, new Int32Array(wider));
    this.#kinds = copied(this.#kinds, new Int32Array(wider));
    this.#goesOn = copied(this.#goesOn, new Uint8Array(wider));
  }

  /** The node at the end of a word, made with those on the way where they are missing. */
  growTo(root: number, word: string): number {
    let node = root;
    for (let at = 0; at < word.length; at += 1) node = this.#childFor(node, word.charCodeAt(at));
    return node;
  }

  #childFor(node: number, code: number): number {
    let last = 0;
    for (let child = this.firstChild(node); child !== 0; child = this.nextChild(child)) {
      if (this.#codes[child] === code) return child;
      last = child;
    }
    const child = this.add(code);
    if (last === 0) this.#first[node] = child;
    else this.#next[last] = child;
    return child;
  }

  /** What a term that ends here says, beside what it already does. */
  say(node: number, kinds: number, goesOn = false): void {
    this.#kinds[node] = this.kindsOf(node) | kinds;
    if (goesOn) this.#goesOn[node] = 1;
  }

  /** A second tree in which a term may go on from here, shared by all words that pair with its words: "order" + " number". */
  setTail(node: number, tail: number): void {
    this.#tails.set(node, tail);
  }

  /** A new tree with the words of both. */
  union(first: number, second: number): number {
    const joined = this.add();
    this.#graft(joined, first);
    this.#graft(joined, second);
    return joined;
  }

  #graft(onto: number, from: number): void {
    this.say(onto, this.kindsOf(from), this.goesOn(from));
    for (let child = this.firstChild(from); child !== 0; child = this.nextChild(child))
      this.#graft(this.#childFor(onto, this.codeOf(child)), child);
  }

  codeOf(node: number): number {
    return this.#codes[node] ?? 0;
  }

  firstChild(node: number): number {
    return this.#first[node] ?? 0;
  }

  nextChild(child: number): number {
    return this.#next[child] ?? 0;
  }

  /** Bits of `KIND`; 0 where no term ends. */
  kindsOf(node: number): number {
    return this.#kinds[node] ?? 0;
  }

  goesOn(node: number): boolean {
    return this.#goesOn[node] === 1;
  }

  tailOf(node: number): number {
    return this.#tails.get(node) ?? 0;
  }
}

function copied<A extends Uint8Array | Uint16Array | Int32Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
