// An embedded style sheet of a mail → rules that reach nothing outside its wrapper. Used by sanitize-html.
// A small conservative reader: style rules and @media stay, every other at-rule and every selector it does not know goes.
import { cleanDeclarations, isRemote, type RemoteCount, withoutComments } from './css-values.ts';

export const WRAPPER = 'mf-mail';
export const CLASS_PREFIX = 'mfc-';
export const ID_PREFIX = 'mfi-';

const MAX_SHEET = 512_000;
const MAX_OUTPUT = 256_000;
const MAX_RULES = 3_000;
const MAX_SELECTORS = 60;
const MAX_SELECTOR = 300;
const MAX_MEDIA_DEPTH = 2;

const NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** A sender's class name under our prefix: it can match the mail's own rules and nothing of the page around. */
export function prefixClass(name: string): string | null {
  if (!NAME.test(name)) return null;
  return name.startsWith(CLASS_PREFIX) || name.startsWith(ID_PREFIX) ? name : CLASS_PREFIX + name;
}

/** Ids become classes: an id in the page could stand in for one of ours (DOM clobbering). */
export function prefixId(id: string): string | null {
  return NAME.test(id) ? ID_PREFIX + id : null;
}

const COMPOUND =
  /^(\*|[a-z][a-z0-9]*)?((?:[.#][A-Za-z0-9_-]+)*)((?::(?:hover|link|visited|active|focus|first-child|last-child|only-child|empty|nth-child\((?:odd|even|\d{1,4}|\d{0,3}n(?:\+\d{1,3})?)\)))*)$/i;

function cleanCompound(compound: string): string | null {
  const match = COMPOUND.exec(compound);
  if (compound === '' || !match) return null;
  const [, type = '', marks = '', states = ''] = match;
  let out = type.toLowerCase();
  for (const mark of marks.match(/[.#][A-Za-z0-9_-]+/g) ?? []) {
    const name = mark.startsWith('#') ? prefixId(mark.slice(1)) : prefixClass(mark.slice(1));
    if (name === null) return null;
    out += `.${name}`;
  }
  return out + states.toLowerCase();
}

/** The selector below the wrapper, or null. `body`, `html` and the wrapper itself mean the wrapper. */
function scopeSelector(selector: string): string | null {
  if (selector.length > MAX_SELECTOR) return null;
  const steps = selector
    .trim()
    .replace(/\s*([>+~])\s*/g, ' $1 ')
    .split(/\s+/);
  let index = 0;
  let combinator = ' ';
  while (index < steps.length && /^(?:html|body|:root|\.mf-mail)$/i.test(steps[index] ?? '')) {
    index++;
    if (index === steps.length) return `.${WRAPPER}`;
    combinator = ' ';
    if (/^[>+~]$/.test(steps[index] ?? '')) {
      combinator = steps[index] as string;
      index++;
    }
    // A sibling of the wrapper is not ours to style.
    if (combinator !== ' ' && combinator !== '>') return null;
  }
  let out = `.${WRAPPER}`;
  for (; index < steps.length; index++) {
    const step = steps[index] ?? '';
    if (/^[>+~]$/.test(step)) {
      if (combinator !== ' ' || out === `.${WRAPPER}`) return null;
      combinator = step;
      continue;
    }
    const compound = cleanCompound(step.replace(/^(?:body|html)(?=[.#:])/i, ''));
    if (compound === null) return null;
    out += combinator + compound;
    combinator = ' ';
  }
  return combinator === ' ' && out !== `.${WRAPPER}` ? out : null;
}

/** Index of the brace that closes the block opened just before `from`, or the end. */
function closeOf(css: string, from: number): number {
  let depth = 1;
  let quote = '';
  for (let i = from; i < css.length; i++) {
    const char = css[i];
    if (quote !== '') {
      if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return i;
  }
  return css.length;
}

const MEDIA = /^[a-z0-9 (),:.\-/]{1,300}$/;

interface Budget extends RemoteCount {
  rules: number;
  output: number;
}

function countTargets(css: string, budget: Budget): void {
  for (const target of css.matchAll(/url\(\s*([^)]{0,20})/gi)) if (isRemote(target[1] ?? '')) budget.remote++;
}

function readRules(css: string, mediaDepth: number, budget: Budget): string {
  let out = '';
  let position = 0;
  while (position < css.length && budget.rules > 0 && budget.output > 0) {
    budget.rules--;
    const open = css.indexOf('{', position);
    const semicolon = css.indexOf(';', position);
    const head = css.slice(position, open < 0 ? css.length : open).trim();
    if (head.startsWith('@') && semicolon >= 0 && (open < 0 || semicolon < open)) {
      const statement = css.slice(position, semicolon).trim();
      if (/^@import/i.test(statement) && /https?:|\/\//i.test(statement)) budget.remote++;
      position = semicolon + 1;
      continue;
    }
    if (open < 0) {
      if (/^@import/i.test(head) && /https?:|\/\//i.test(head)) budget.remote++;
      break;
    }
    const close = closeOf(css, open + 1);
    const block = css.slice(open + 1, close);
    position = close + 1;
    if (head.startsWith('@')) {
      const prelude = /^@media\b/i.test(head) ? head.slice(6).trim().replace(/\s+/g, ' ').toLowerCase() : '';
      if (MEDIA.test(prelude) && mediaDepth < MAX_MEDIA_DEPTH) {
        const inner = readRules(block, mediaDepth + 1, budget);
        if (inner !== '') out += `@media ${prelude}{${inner}}`;
      } else countTargets(block, budget);
      continue;
    }
    const body = cleanDeclarations(block, budget);
    if (body === '' || block.includes('{')) continue;
    const selectors = new Set<string>();
    for (const selector of head.split(',', MAX_SELECTORS)) {
      const scoped = scopeSelector(selector);
      if (scoped !== null) selectors.add(scoped);
    }
    const rule = selectors.size > 0 ? `${[...selectors].join(',')}{${body}}` : '';
    budget.output -= rule.length;
    if (budget.output > 0) out += rule;
  }
  return out;
}

/** The sheet with every rule scoped to the wrapper. Contains no `<`, so it cannot end its own style element. */
export function cleanSheet(css: string, count: RemoteCount): string {
  const source = withoutComments(
    css
      .slice(0, MAX_SHEET)
      .replace(/<!--|-->/g, ' ')
      .replace(/[\r\f]/g, '\n'),
  );
  const budget: Budget = { remote: 0, rules: MAX_RULES, output: MAX_OUTPUT };
  const out = readRules(source, 0, budget);
  count.remote += budget.remote;
  return out.includes('<') ? '' : out;
}
