// What each character is to the search for terms, looked up rather than compared: this is asked for every character of every mail.

export const LETTER = 1;
/** A letter or a digit. */
export const WORD = 2;
export const UNSPACED = 4;
/** A term may begin here though a word does not; set by the term filter. */
export const ANYWHERE = 8;

export const CHARACTERS = new Uint8Array(65_536);
for (let code = 0; code < CHARACTERS.length; code += 1) {
  CHARACTERS[code] =
    (isLetterCode(code) ? LETTER | WORD : 0) |
    (code >= 48 && code <= 57 ? WORD : 0) |
    (isUnspacedScript(code) ? UNSPACED : 0);
}

const LONGEST = 65_536;
/** So far behind the last character may be looked. */
const ZEROS = 64;
const held = new Uint16Array(LONGEST + ZEROS);
const heldBytes = Buffer.from(held.buffer);

/**
 * The characters of a text as numbers with zeros behind them, good until the next call. What is read over and over is read much
 * faster from here than from the string.
 */
export function charactersOf(text: string): Uint16Array {
  const length = Math.min(text.length, LONGEST);
  heldBytes.write(text, 0, length * 2, 'utf16le');
  held.fill(0, length, length + ZEROS);
  return held;
}

export function isLetter(code: number): boolean {
  return ((CHARACTERS[code] ?? 0) & LETTER) !== 0;
}

export function isUnspaced(code: number): boolean {
  return ((CHARACTERS[code] ?? 0) & UNSPACED) !== 0;
}

function isLetterCode(code: number): boolean {
  if (code < 128) return code >= 97 && code <= 122;
  return (
    code >= 0xc0 &&
    code !== 0xd7 &&
    code !== 0xf7 &&
    !(code >= 0x2000 && code <= 0x206f) &&
    !(code >= 0x3000 && code <= 0x303f)
  );
}

// Scripts written without spaces, or with endings and articles glued on, where a word may begin and end inside a run of letters.
export function isUnspacedScript(code: number): boolean {
  return (code >= 0x0590 && code <= 0x1fff && !(code >= 0x1e00)) || code >= 0x2e80;
}
