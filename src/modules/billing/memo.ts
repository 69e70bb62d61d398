// The memo of a bank transfer: how it is made, and how it is found again in what banks make of it.

import { randomText } from '../../lib/secrets.ts';

// Of every group that is easily misread (0OQD…1IL, 2Z, 5S, 6G, 8B) at most one is in it, so that a misread memo is never
// another order's.
const ALPHABET = 'ACDEFHJKLMNPQRTUVWXY23456789';
const PREFIX = 'MF';
const LENGTH = PREFIX.length + 8;
const MEMO = new RegExp(`^${PREFIX}[${ALPHABET}]{8}$`);

/** Banks cut the text of a transfer far below this; more is nobody's memo. */
const LONGEST_TEXT = 4_096;

export function newMemo(): string {
  return PREFIX + randomText(8, ALPHABET);
}

export function isMemo(text: string): boolean {
  return MEMO.test(text);
}

/** Everything in the texts that could be a memo, whatever case, spaces, punctuation and neighbours it has got. */
export function memosIn(texts: readonly (string | null)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    if (text === null) continue;
    const letters = text
      .slice(0, LONGEST_TEXT)
      .normalize('NFKD')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '');
    // Every place, also overlapping ones: "MFMF…" may be a name that ends in MF in front of the memo.
    for (let at = letters.indexOf(PREFIX); at !== -1; at = letters.indexOf(PREFIX, at + 1)) {
      const candidate = letters.slice(at, at + LENGTH);
      if (isMemo(candidate)) found.add(candidate);
    }
  }
  return [...found];
}
