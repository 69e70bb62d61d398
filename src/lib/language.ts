// Which language a caller wants: `?lang=`, else Accept-Language, else English; and which of the available texts that is.

import { canonicalLocale, DEFAULT_LOCALE } from './locale.ts';

const MAX_RANGES = 20;

/** A language tag in its canonical spelling (`pt-BR`), or null when the text is not one. */
export function readLocale(text: string): string | null {
  return /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(text) ? canonicalLocale(text) : null;
}

/** Languages in the caller's order of preference; empty when nothing usable was asked for. */
export function wantedLocales(lang: string | undefined, acceptLanguage: string | undefined): string[] {
  if (lang !== undefined) {
    const locale = readLocale(lang);
    return locale === null ? [] : [locale];
  }
  return (acceptLanguage ?? '')
    .slice(0, 1_000)
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const q = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      const quality = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
      return { locale: readLocale(range), quality };
    })
    .filter((range): range is { locale: string; quality: number } => range.locale !== null && range.quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map((range) => range.locale);
}

/** The available locale that fits best: each wanted one exactly, then shortened, then widened (RFC 4647), else the default. */
export function chooseLocale(available: readonly string[], wanted: readonly string[]): string | null {
  for (const locale of wanted) {
    for (let range = locale; range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
      if (available.includes(range)) return range;
    }
    const wider = available.find((candidate) => candidate.startsWith(`${locale}-`));
    if (wider !== undefined) return wider;
  }
  return available.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : null;
}
