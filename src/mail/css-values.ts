// Style declarations of a mail → the ones that may stay: known properties, values made only of known tokens, nothing fetched.
// Used by sanitize-html for style attributes and by css-sheet for rules. What is not understood is dropped, never repaired.
const PROPERTIES = new Set(
  `align-content align-items align-self aspect-ratio background background-attachment background-clip background-color
  background-image background-origin background-position background-repeat background-size border border-block
  border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style
  border-bottom-width border-collapse border-color border-inline border-left border-left-color border-left-style
  border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing
  border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style
  border-top-width border-width box-shadow box-sizing caption-side clear color column-count column-gap column-rule
  column-width columns direction display empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink
  flex-wrap float font font-family font-size font-stretch font-style font-variant font-weight gap grid-template-columns
  grid-template-rows height hyphens justify-content justify-items justify-self letter-spacing line-break line-height
  list-style list-style-image list-style-position list-style-type margin margin-block margin-bottom margin-inline
  margin-left margin-right margin-top max-height max-width min-height min-width object-fit object-position opacity order
  orphans overflow overflow-wrap overflow-x overflow-y padding padding-block padding-bottom padding-inline padding-left
  padding-right padding-top row-gap tab-size table-layout text-align text-align-last text-decoration
  text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-shadow text-transform
  text-underline-offset unicode-bidi vertical-align visibility white-space widows width word-break word-spacing
  word-wrap -ms-text-size-adjust -webkit-text-size-adjust`
    .trim()
    .split(/\s+/),
);

const FUNCTIONS = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'calc',
  'min',
  'max',
  'linear-gradient',
  'radial-gradient',
  'repeat',
  'minmax',
]);

const MAX_DECLARATIONS = 200;
const MAX_VALUE = 2_000;
const MAX_NEGATIVE_PX = 40;
const MAX_NEGATIVE_OTHER = 3;
const MAX_SHADOW = 50;

export interface RemoteCount {
  remote: number;
}

const REMOTE = /^\s*["']?\s*(?:https?:|ftp:|\/\/)/i;

/** Whether a URL would leave this machine when fetched. */
export function isRemote(url: string): boolean {
  return REMOTE.test(url);
}

const TOKEN = new RegExp(
  [
    '(?<space>[ \\t\\n]+)',
    '(?<url>url\\(\\s*(?<target>"[^"\\n]*"|\'[^\'\\n]*\'|[^)"\'\\n]*)\\s*\\))',
    '(?<call>-?[a-z][a-z0-9-]*)\\(',
    '(?<number>[+-]?(?:\\d+\\.?\\d*|\\.\\d+))(?<unit>%|[a-z]{1,4})?(?![\\w-])',
    '(?<color>#[0-9a-f]{3,8})(?![\\w-])',
    '(?<word>-{0,2}[a-z_][a-z0-9_-]*)',
    '(?<string>"[\\w \\-.,+\\u00a0-\\u{10ffff}]*"|\'[\\w \\-.,+\\u00a0-\\u{10ffff}]*\')',
    '(?<mark>[,/)*+-])',
  ].join('|'),
  'giuy',
);

function numberFits(property: string, value: number, unit: string): boolean {
  if (property.endsWith('-shadow')) return Math.abs(value) <= MAX_SHADOW || unit === '%';
  if (value >= 0) return true;
  return (
    value >= -(unit === 'px' || unit === '' ? MAX_NEGATIVE_PX : MAX_NEGATIVE_OTHER) || property.startsWith('background')
  );
}

/** The value in one canonical spelling, '' when nothing of it may stay. Remote targets are taken out and counted. */
function cleanValue(property: string, value: string, count: RemoteCount): string {
  let out = '';
  let depth = 0;
  let color = false;
  let dropped = false;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < value.length) {
    const match = TOKEN.exec(value);
    const groups = match?.groups;
    if (!match || !groups) {
      dropped = true;
      break;
    }
    if (groups['space'] !== undefined) {
      if (out !== '' && !out.endsWith(' ')) out += ' ';
    } else if (groups['url'] !== undefined) {
      if (isRemote(groups['target'] ?? '')) count.remote++;
    } else if (groups['call'] !== undefined) {
      const name = groups['call'].toLowerCase();
      // calc() would hide a margin that covers the page from the number check below.
      if (!FUNCTIONS.has(name) || (property.startsWith('margin') && depth === 0)) {
        dropped = true;
        break;
      }
      color = color || name.startsWith('rgb') || name.startsWith('hsl');
      out += `${name}(`;
      depth++;
    } else if (groups['number'] !== undefined) {
      const unit = (groups['unit'] ?? '').toLowerCase();
      // Colour channels are numbers too, and no lengths.
      if (!(color && depth > 0) && !numberFits(property, Number(groups['number']), unit)) return '';
      out += match[0];
    } else if (groups['mark'] === ')') {
      if (depth === 0) return '';
      depth--;
      if (depth === 0) color = false;
      out += ')';
    } else if (groups['mark'] !== undefined && depth === 0 && groups['mark'] !== ',' && groups['mark'] !== '/')
      return '';
    else out += match[0];
  }
  // The rest is not understood, but what it would have fetched is still counted.
  if (dropped) {
    for (const target of value.matchAll(/url\(([^)]{0,20})/gi)) if (isRemote(target[1] ?? '')) count.remote++;
    return '';
  }
  return depth === 0 ? out.trim() : '';
}

/** Splits at `;` outside strings and parentheses. */
function splitDeclarations(css: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let quote = '';
  for (let i = 0; i < css.length; i++) {
    const char = css[i] as string;
    if (quote !== '') {
      if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ';' && depth === 0) {
      parts.push(css.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(css.slice(start));
  return parts;
}

/** Comments out, once and for all: inside strings too, where no kept value needs `/*`. */
export function withoutComments(css: string): string {
  if (!css.includes('/*')) return css;
  let out = '';
  let from = 0;
  for (;;) {
    const open = css.indexOf('/*', from);
    if (open < 0) return out + css.slice(from);
    out += `${css.slice(from, open)} `;
    const close = css.indexOf('*/', open + 2);
    if (close < 0) return out;
    from = close + 2;
  }
}

/** `a:b;c:d` of what may stay, in order. Comments must be gone already. */
export function cleanDeclarations(css: string, count: RemoteCount): string {
  const kept: string[] = [];
  for (const declaration of splitDeclarations(css)) {
    if (kept.length >= MAX_DECLARATIONS) break;
    const colon = declaration.indexOf(':');
    if (colon < 1) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    let value = declaration.slice(colon + 1).trim();
    if (!PROPERTIES.has(property) || value.length > MAX_VALUE) {
      if (/url\(/i.test(value) && isRemote(/url\(([^)]{0,20})/i.exec(value)?.[1] ?? '')) count.remote++;
      continue;
    }
    const important = /!\s*important$/i.exec(value);
    if (important) value = value.slice(0, important.index).trimEnd();
    const clean = cleanValue(property, value, count);
    if (clean !== '' && clean !== ',') kept.push(`${property}:${clean}${important ? '!important' : ''}`);
  }
  return kept.join(';');
}
