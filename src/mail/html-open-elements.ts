// The elements open at a place in the HTML, as far as the text needs them: how to end them, and whether their letters have a size.
import type { ElementRole } from './html-elements.ts';

interface OpenElement {
  name: string;
  role: ElementRole;
  invisible: boolean;
}

// Deeper than any real mail. Elements below are laid out without being remembered.
const MAX_DEPTH = 200;
const ENDED_BY_SIBLING = new Set(['p', 'li', 'td', 'th', 'tr', 'dt', 'dd']);

export class OpenElements {
  #stack: OpenElement[] = [];
  // How many of each name are open, so that a stray end tag costs no search.
  readonly #counts = new Map<string, number>();

  get fontIsInvisible(): boolean {
    return this.#stack.at(-1)?.invisible ?? false;
  }

  push(name: string, role: ElementRole, size: 'invisible' | 'visible' | undefined): void {
    if (this.#stack.length >= MAX_DEPTH) return;
    const invisible = size === undefined ? this.fontIsInvisible : size === 'invisible';
    this.#stack.push({ name, role, invisible });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Everything that ends with this end tag, innermost first. */
  close(name: string): OpenElement[] {
    const closed: OpenElement[] = [];
    if ((this.#counts.get(name) ?? 0) === 0) return closed;
    for (let top = this.#pop(); top !== undefined; top = this.#pop()) {
      closed.push(top);
      if (top.name === name) break;
    }
    return closed;
  }

  /** A paragraph, item or cell whose end tag was left out ends where its next sibling begins. */
  closeImplied(name: string): OpenElement[] {
    const top = this.#stack.at(-1);
    return top !== undefined && top.name === name && ENDED_BY_SIBLING.has(name) ? this.close(name) : [];
  }

  #pop(): OpenElement | undefined {
    const top = this.#stack.pop();
    if (top !== undefined) this.#counts.set(top.name, (this.#counts.get(top.name) ?? 1) - 1);
    return top;
  }
}
