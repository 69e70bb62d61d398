// A mail's HTML → HTML that runs nothing, fetches nothing, submits nothing and stays in its place, also via innerHTML.
// The one importer of sanitize-html. Stands behind GET message detail; notices and pages use the second function.
import sanitize from 'sanitize-html';
import { cleanBody } from './charset.ts';
import { cleanSheet, WRAPPER } from './css-sheet.ts';
import type { RemoteCount } from './css-values.ts';
import { cleanElement, countRemote, type StyleMemory, type UrlPolicy } from './html-attributes.ts';

export interface SanitizeOptions {
  /** URL or data: URI to show instead of `cid:<contentId>`; null drops the image. */
  cid: (contentId: string) => string | null;
}

export interface SanitizedHtml {
  html: string;
  blockedRemote: number;
}

const MAX_HTML = 2_000_000;
const MAX_DEPTH = 500;
const MAX_ELEMENTS = 100_000;
const MAX_PIECES = 200_000;
const MAX_PLAIN = 200_000;
const MAX_SHEETS = 40;
const NESTING_LIMIT = 250;
const PASSES = 5;

// Paint containment makes the wrapper the frame of everything in it: what would cover the page is cut off at its edge.
const OPEN = `<div class="${WRAPPER}" style="contain:content;overflow-x:auto;margin:0!important">`;
const CLOSE = '</div>';

// The library looks tags up by position: the commonest in mail come first.
const TAGS =
  `td tr table a img span div p br tbody b strong font center h1 h2 h3 ul li abbr address article aside bdi bdo big blockquote caption cite code col colgroup dd del details dfn
  dl dt em figcaption figure footer h4 h5 h6 header hr i ins kbd main mark nav ol pre q rp rt
  ruby s samp section small strike sub summary sup tfoot th thead time tt u var wbr`
    .trim()
    .split(/\s+/);

// Their content is no text to be read, or is read by browsers in a way of its own (the root of mutation XSS): all of it goes.
const DROPPED_WITH_CONTENT =
  `script style textarea option xmp iframe noscript noembed noframes plaintext template title svg math select optgroup
  object applet audio canvas frameset datalist dialog portal slot`
    .trim()
    .split(/\s+/);

const ATTRIBUTES = `abbr align alt aria-hidden aria-label bgcolor border cellpadding cellspacing class color colspan
  data-mf-cid dir face headers height href hspace lang nowrap rel reversed role rowspan scope size span src start style
  summary target title type valign value vspace width`
  .trim()
  .split(/\s+/);

class TooComplex extends Error {}

interface Pass {
  html: string;
  remote: number;
}

function sanitizeOnce(html: string, policy: UrlPolicy, styles: StyleMemory, embeddedStyles: boolean): Pass {
  const count: RemoteCount = { remote: 0 };
  const sheets: string[] = [];
  let depth = 0;
  let elements = 0;
  let pieces = 0;
  const tags = embeddedStyles ? [...TAGS, 'style'] : TAGS;
  const body = sanitize(html, {
    allowedTags: tags,
    allowVulnerableTags: true,
    allowedAttributes: { '*': ATTRIBUTES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'data'] },
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_CONTENT,
    nestingLimit: NESTING_LIMIT,
    parseStyleAttributes: false,
    selfClosing: ['img', 'br', 'hr', 'col', 'wbr'],
    transformTags: {
      '*': (name, attributes) => {
        // Past the limit a style element is only dropped; each kept one costs a copy of the output.
        if (name === 'style') return { tagName: sheets.length < MAX_SHEETS ? 'style' : 'script', attribs: {} };
        return cleanElement(name, attributes, policy, styles, count);
      },
    },
    onOpenTag: (name, attributes) => {
      if (++depth > MAX_DEPTH || ++elements > MAX_ELEMENTS) throw new TooComplex();
      countRemote(name, attributes, policy, count);
    },
    textFilter: (text) => {
      if (++pieces > MAX_PIECES) throw new TooComplex();
      return text;
    },
    onCloseTag: () => {
      depth--;
    },
    exclusiveFilter: (frame) => {
      if (frame.tag !== 'style') return false;
      sheets.push(frame.text);
      return true;
    },
  });
  const css = sheets.length > 0 ? cleanSheet(sheets.join('\n'), count) : '';
  return { html: cleanBody(css === '' ? body : `<style>${css}</style>${body}`), remote: count.remote };
}

/** Sanitizes until nothing changes, so that the answer is its own answer. Never throws; at worst only the text is left. */
function toFixedPoint(html: string, policy: UrlPolicy, embeddedStyles: boolean): Pass {
  const styles: StyleMemory = new Map();
  let remote: number | null = null;
  let limit = MAX_HTML;
  let current = html.slice(0, limit);
  try {
    for (let pass = 0; pass < PASSES; pass++) {
      const next = sanitizeOnce(current, policy, styles, embeddedStyles);
      remote ??= next.remote;
      if (next.html === current) return { html: current, remote };
      if (next.html.length > MAX_HTML) {
        // Escaping can make it longer than may be read again: read less of it.
        limit = Math.floor(limit / 4);
        current = html.slice(0, limit);
        pass--;
        if (limit < 1_000) break;
      } else current = next.html;
    }
  } catch (error) {
    if (!(error instanceof TooComplex)) return { html: '', remote: remote ?? 0 };
  }
  return { html: escapeText(textOf(html.slice(0, MAX_HTML))), remote: remote ?? 0 };
}

const escapeText = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

function textOf(html: string): string {
  const pieces: string[] = [];
  let from = 0;
  while (from < html.length) {
    const open = html.indexOf('<', from);
    pieces.push(html.slice(from, open < 0 ? html.length : open));
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) break;
    from = close + 1;
  }
  return pieces.join(' ').replace(/\s+/g, ' ').slice(0, MAX_PLAIN).toWellFormed();
}

/** For mail: remote content is taken out and counted, `cid:` images are mapped, embedded styles are scoped to a wrapper. */
export function sanitizeMailHtml(html: string, options: SanitizeOptions): SanitizedHtml {
  const clean = cleanBody(html);
  const wrapped = clean.startsWith(OPEN) && clean.endsWith(CLOSE);
  const inner = wrapped ? clean.slice(OPEN.length, -CLOSE.length) : clean;
  const { html: safe, remote } = toFixedPoint(inner, { remoteImages: false, cid: options.cid }, true);
  return { html: OPEN + safe + CLOSE, blockedRemote: remote };
}

/** Only the words of a mail, in the same wrapper: what is left to show when sanitizing it took too long. */
export function plainMailHtml(html: string): string {
  return OPEN + escapeText(textOf(html.slice(0, MAX_PLAIN))) + CLOSE;
}

/** For notices and pages written by staff: the same care, but https and relative images and links stay. */
export function sanitizeContentHtml(html: string): string {
  return toFixedPoint(cleanBody(html), { remoteImages: true, cid: () => null }, false).html;
}
