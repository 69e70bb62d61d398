// Joins what a sender has set apart: `482 913`, `4 8 2 9 1 3`, one digit per cell or line, `K2P 8X4`. Between tokens and values.
import { type Reading, readSpacedDigits, readToken } from './shapes.ts';

export interface Token {
  start: number;
  end: number;
  text: string;
}

const MAX_RUN = 24;
const BETWEEN_GROUPS = /^(?:[ \t]{1,6}|[ \t]?[·•∙・][ \t]?)$/;
const BETWEEN_SINGLES = /^[ \t]{0,4}[\n|·•∙.][ \t\n]{0,6}$/;
const DASH_BETWEEN_SINGLES = /^[ \t]{0,6}-[ \t]{0,6}$/;
const DASH_BETWEEN_CELLS = /^[ \t]{1,6}-[ \t]{1,6}$/;

/** Tokens from `at` on that only spaces, tabs or a lone dash hold apart, or single characters each on a line of its own. */
export function spacedRun(text: string, tokens: Token[], at: number): Token[] {
  const first = tokens[at];
  const second = tokens[at + 1];
  if (first === undefined || second === undefined || second.start - first.end > 12) return [];
  const mixedRun = mixedGroups(text, tokens, at);
  if (!joins(first.text) || mixedRun.length > 0) return mixedRun;
  const run = [first];
  // What stands in cells does not go on below, nor what stands in lines beside.
  const stacked = text.slice(first.end, second.start).includes('\n');
  for (let next = at + 1; next < tokens.length && run.length < MAX_RUN; next += 1) {
    const token = tokens[next];
    const previous = run.at(-1);
    if (token === undefined || previous === undefined || !joins(token.text)) break;
    const between = text.slice(previous.end, token.start);
    if (between.includes('\n') !== stacked) break;
    if (
      run.length === 1 &&
      /^\d{2,5}$/.test(token.text) &&
      token.text.length === previous.text.length &&
      DASH_BETWEEN_CELLS.test(between)
    )
      return [previous, token];
    const single = token.text.length === 1 && previous.text.length === 1;
    const holds =
      BETWEEN_GROUPS.test(between) ||
      (single && (BETWEEN_SINGLES.test(between) || (run.length > 1 && DASH_BETWEEN_SINGLES.test(between))));
    if (!holds) break;
    run.push(token);
  }
  return run;
}

function joins(token: string): boolean {
  return /^\d{1,5}$/.test(token) || /^[A-Z]$/.test(token);
}

// `K2P 8X4`: capitals and digits in two or three groups of one size, six characters or more. Only with the line to themselves, because a line of prose
// may well have two such things beside each other.
function mixedGroups(text: string, tokens: Token[], at: number): Token[] {
  const run: Token[] = [];
  for (let next = at; next < tokens.length && run.length < 4; next += 1) {
    const token = tokens[next];
    const previous = run.at(-1);
    if (token === undefined || !/^[A-Z0-9]{2,4}$/.test(token.text)) break;
    if (previous !== undefined) {
      if (token.text.length !== previous.text.length || !/^ {1,3}$/.test(text.slice(previous.end, token.start))) break;
    }
    run.push(token);
  }
  const words = run.map((token) => token.text).join('');
  if (run.length < 2 || run.length > 3 || words.length < 6 || !/\d/.test(words) || !/[A-Z]/.test(words)) return [];
  return standsApart(run, text) ? run : [];
}

/** Alone on its line or in its cell, or behind a colon that opens the last words of one. */
function standsApart(run: Token[], text: string): boolean {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? 0;
  const opens = /(?:^|[\n\t:])[ >*_"“(]*$/.test(text.slice(Math.max(0, start - 6), start));
  return opens && /^[ *_"”).]*(?:$|[\n\t])/.test(text.slice(end, end + 8));
}

/** `635 90 82`, `572 09`: groups of nearly one size that nothing else stands beside; in a sentence they would be a phone number or two numbers. */
function readUnevenGroups(run: Token[], text: string): Reading | null {
  const groups = run.map((token) => token.text);
  const sizes = groups.map((group) => group.length);
  const digits = groups.join('');
  if (groups.length > 3 || digits.length < 5 || digits.length > 8) return null;
  if (Math.min(...sizes) < 2 || Math.max(...sizes) > 4 || new Set(sizes).size === 1) return null;
  if (/\n/.test(text.slice(run[0]?.start, run.at(-1)?.end)) || !(standsApart(run, text) || isSaid(run, text)))
    return null;
  return { is: 'code', code: digits, shape: 'digits', penalty: 0.08, why: 'in uneven groups' };
}

/** "… kood on 572 09. See kehtib": between a short verb and the full stop. */
function isSaid(run: Token[], text: string): boolean {
  const start = run[0]?.start ?? 0;
  const end = run.at(-1)?.end ?? 0;
  return (
    run.length === 2 &&
    /[\s:](?:is|are|on|là|ist|lautet|est|es|é|è|este|jest|je|er|är|yra|ir|az|adalah|ay|:) $/i.test(
      text.slice(Math.max(0, start - 10), start),
    ) &&
    /^\.(?:\s|$)/.test(text.slice(end, end + 2))
  );
}

export function joinRun(run: Token[], text: string): Reading | null {
  const groups = run.map((token) => token.text);
  const single = groups.every((group) => group.length === 1);
  if (run.length === 2 && text.slice(run[0]?.end, run[1]?.start).includes('-')) return readToken(groups.join('-'));
  if (groups.every((group) => /^\d+$/.test(group))) {
    if (single) return readSingles(run, text);
    const uneven = readUnevenGroups(run, text);
    if (uneven !== null) return uneven;
    // `482913 10` is a code and a number beside it, not one number in groups.
    if (groups.length === 2 && groups[0]?.length !== groups[1]?.length && !(groups[0] ?? '').startsWith('0'))
      return null;
    return readSpacedDigits(groups);
  }
  if (!single)
    return groups.length <= 3 && groups.every((group) => group.length >= 2 && group.length === groups[0]?.length)
      ? mixed(groups.join(''))
      : null;
  if (groups.length < 4 || groups.length > 10) return null;
  const letters = groups.every((group) => /[A-Z]/.test(group));
  return letters
    ? { is: 'code', code: groups.join(''), shape: 'letters', penalty: 0.3, why: 'letters only' }
    : mixed(groups.join(''));
}

/** A dash that is shown between the digits is typed like one: `4 8 2 - 9 1 3`. */
function readSingles(run: Token[], text: string): Reading {
  let spelt = '';
  for (const [index, token] of run.entries()) {
    const before = run[index - 1];
    const dashed = before !== undefined && text.slice(before.end, token.start).includes('-');
    spelt += dashed ? `-${token.text}` : token.text;
  }
  const plain = readSpacedDigits(run.map((token) => token.text));
  return plain.is === 'code' && /^\d{2,5}-\d{2,5}$/.test(spelt) ? readToken(spelt) : plain;
}

function mixed(code: string): Reading {
  return { is: 'code', code, shape: 'mixed', penalty: 0.02, why: null };
}
