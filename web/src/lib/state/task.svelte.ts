// Small shapes that every form and every page share: a thing being done, a thing being loaded, a list that comes in pages.

import { type ApiProblem, asProblem } from '../api/problem.ts';
import type { Page } from '../api/types.ts';

export class Task {
  busy = $state(false);
  problem = $state<ApiProblem | null>(null);

  /** Runs one at a time; true when it went well. */
  async run(work: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = null;
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = asProblem(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The service's words about one field of the form. */
  fieldError(name: string): string | null {
    const found = this.problem?.errors.find(({ path }) => path.replaceAll('/', '.').split('.').includes(name));
    return found?.message ?? null;
  }
}

export class Loaded<T> {
  value = $state.raw<T | null>(null);
  problem = $state<ApiProblem | null>(null);
  #last = 0;

  async load(work: () => Promise<T>): Promise<void> {
    this.#last += 1;
    const mine = this.#last;
    try {
      const value = await work();
      if (mine !== this.#last) return;
      this.value = value;
      this.problem = null;
    } catch (error) {
      if (mine === this.#last) this.problem = asProblem(error);
    }
  }
}

export class Paged<T> extends Loaded<Page<T>> {
  readonly #read: (cursor: string | null) => Promise<Page<T>>;

  constructor(read: (cursor: string | null) => Promise<Page<T>>) {
    super();
    this.#read = read;
  }

  first(): Promise<void> {
    return this.load(() => this.#read(null));
  }

  /** The next page behind those that are shown. */
  more(cursor: string): Promise<void> {
    const shown = this.value?.data ?? [];
    return this.load(async () => {
      const page = await this.#read(cursor);
      return { ...page, data: [...shown, ...page.data] };
    });
  }
}
