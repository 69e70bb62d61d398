// Blanks out web and mail addresses, so that the digits in them are nobody's code. Part of making a section.

const BLANK = '\u0001';
const WEB_ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"\u0001]+/gi;
const BARE_ADDRESS = /\b[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4}\/[^\s<>"]*/gi;
// A bare address has a dot before its slash; "24/7", "and/or" and dates do not, and are the more common.
const MAYBE_BARE = /\.[a-z0-9-]{1,63}\//i;

export function blankAddresses(text: string): string {
  let result = text;
  if (result.includes('://') || result.includes('www.') || result.includes('WWW.'))
    result = result.replace(WEB_ADDRESS, blanks);
  if (result.includes('/') && MAYBE_BARE.test(result))
    result = result.replace(BARE_ADDRESS, (address) => (/[a-z]/i.test(address) ? blanks(address) : address));
  return result.includes('@') ? blankMailAddresses(result) : result;
}

function blanks(address: string): string {
  // What closes the sentence or the bracket around an address is not part of it.
  const tail = /[.,;:!?)\]}'*_]+$/.exec(address)?.[0] ?? '';
  return BLANK.repeat(address.length - tail.length) + tail;
}

// By hand and bounded: a pattern with an open end before the `@` is quadratic on text without one.
function blankMailAddresses(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > done && at - from < 64 && isAddressCharacter(text.charCodeAt(from - 1))) from -= 1;
    let to = at + 1;
    while (to < text.length && to - at < 255 && isAddressCharacter(text.charCodeAt(to))) to += 1;
    if (from === at && to === at + 1) continue;
    // `Bn@20471193` is a password: what has neither a dot nor a mask behind the sign, but digits, is no address.
    if (from < at && !/[.*\u2022]/.test(text.slice(at + 1, to)) && /\d/.test(text.slice(at + 1, to))) continue;
    pieces.push(text.slice(done, from), BLANK.repeat(to - from));
    done = to;
  }
  pieces.push(text.slice(done));
  return pieces.join('');
}

function isAddressCharacter(code: number): boolean {
  if (code >= 97 ? code <= 122 : code >= 48 && (code <= 57 || (code >= 65 && code <= 90))) return true;
  return code === 45 || code === 46 || code === 95 || code === 43 || code === 37 || code === 42 || code === 0x2022;
}
