// The language of the page. English is the source and always at hand; others are loaded when chosen.
// A new language: a folder like vi (the type says what is missing) and one line in LANGUAGES.

import { readStored, writeStored } from '../state/storage.ts';
import { en } from './en/en.ts';

export type Catalogue = typeof en;
export type Language = 'en' | 'vi';

export const LANGUAGES: Readonly<Record<Language, { name: string; load: () => Promise<Catalogue> }>> = {
  en: { name: 'English', load: async () => en },
  vi: { name: 'Tiếng Việt', load: async () => (await import('./vi/vi.ts')).vi },
};

let language = $state<Language>('en');
let messages = $state.raw<Catalogue>(en);

export const t = (): Catalogue => messages;
export const lang = (): Language => language;

const known = (tag: string): Language | null => {
  const base = tag.toLowerCase().split('-')[0] ?? '';
  return base in LANGUAGES ? (base as Language) : null;
};

/** The visitor's choice, else the first language of the browser that we speak. */
export function preferredLanguage(): Language {
  const chosen = known(readStored<string>('lang') ?? '');
  if (chosen) return chosen;
  for (const tag of navigator.languages) {
    const spoken = known(tag);
    if (spoken) return spoken;
  }
  return 'en';
}

export async function useLanguage(wanted: Language, options: { remember: boolean }): Promise<void> {
  const catalogue = await LANGUAGES[wanted].load();
  language = wanted;
  messages = catalogue;
  document.documentElement.lang = wanted;
  if (options.remember) writeStored('lang', wanted);
}
