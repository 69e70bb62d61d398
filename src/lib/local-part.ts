// The rule of local parts, and generated ones: pleasant to read aloud, hard to guess.

import { randomText } from './secrets.ts';

const CONSONANTS = 'bdfghjklmnprstvz';
const VOWELS = 'aeiou';
const DIGITS = '23456789';

/** Of local parts that callers choose or we generate. */
export const LOCAL_PART = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Such as `tarilo92-kuvepo47`: 16^6 · 5^6 · 8^4 possibilities, about 50 bits. */
export function generateLocalPart(): string {
  return `${word()}${randomText(2, DIGITS)}-${word()}${randomText(2, DIGITS)}`;
}

function word(): string {
  let out = '';
  for (let i = 0; i < 3; i++) out += randomText(1, CONSONANTS) + randomText(1, VOWELS);
  return out;
}
