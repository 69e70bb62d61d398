// JSON from strangers: what JSON.parse lets through and we do not: duplicate keys, prototype keys, deep nesting,
// lone surrogates and NUL characters. One linear pass over text that JSON.parse has already accepted.

const MAX_DEPTH = 32;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

export class StrictJsonError extends Error {}

export function parseStrictJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new StrictJsonError('The body is not valid UTF-8.');
  }
  refuseDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StrictJsonError('The body is not valid JSON.');
  }
  refuseOddStrings(text);
  return value;
}

function refuseDepth(text: string): void {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = endOfString(text, i);
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > MAX_DEPTH) throw new StrictJsonError(`The body is nested more than ${MAX_DEPTH} levels deep.`);
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
}

function refuseOddStrings(text: string): void {
  const open: (Set<string> | null)[] = [];
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x7b) open.push(new Set());
    else if (c === 0x5b) open.push(null);
    else if (c === 0x7d || c === 0x5d) open.pop();
    else if (c === 0x22) {
      const end = endOfString(text, i);
      const string = JSON.parse(text.slice(i, end + 1)) as string;
      if (string.includes('\0') || !string.isWellFormed()) {
        throw new StrictJsonError('The body has a string with a NUL character or a lone surrogate.');
      }
      i = end;
      const keys = open.at(-1);
      if (keys && isKey(text, end)) {
        if (keys.has(string)) throw new StrictJsonError(`The body names "${string.slice(0, 40)}" twice.`);
        if (FORBIDDEN_KEYS.has(string)) throw new StrictJsonError(`The body may not name "${string}".`);
        keys.add(string);
      }
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x5c) i++;
    else if (c === 0x22) return i;
  }
  return text.length;
}

function isKey(text: string, endOfName: number): boolean {
  for (let i = endOfName + 1; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c !== 0x20 && c !== 0x09 && c !== 0x0a && c !== 0x0d) return c === 0x3a;
  }
  return false;
}
