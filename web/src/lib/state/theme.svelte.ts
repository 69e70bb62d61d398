// Light, dark, or as the system says. public/boot.js sets it before the first paint.

import { readStored, writeStored } from './storage.ts';

export type Theme = 'light' | 'dark' | 'system';

const system = matchMedia('(prefers-color-scheme: dark)');

class ThemeChoice {
  choice = $state<Theme>(readStored<Theme>('theme') ?? 'system');
  #systemDark = $state(system.matches);

  constructor() {
    system.addEventListener('change', () => {
      this.#systemDark = system.matches;
      this.#apply();
    });
  }

  get dark(): boolean {
    return this.choice === 'system' ? this.#systemDark : this.choice === 'dark';
  }

  toggle(): void {
    this.choice = this.dark ? 'light' : 'dark';
    // Back to what the system says anyway: then follow it again.
    if (this.dark === this.#systemDark) this.choice = 'system';
    writeStored('theme', this.choice === 'system' ? null : this.choice);
    this.#apply();
  }

  #apply(): void {
    document.documentElement.dataset['theme'] = this.dark ? 'dark' : 'light';
  }
}

export const theme = new ThemeChoice();
