// Language tags (BCP 47) in their canonical spelling.

export const DEFAULT_LOCALE = 'en';

/** Null when the text is not a language tag. */
export function canonicalLocale(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null;
  } catch {
    return null;
  }
}
