// One element of a mail with its attributes → what may stay of it. Used by sanitize-html for every start tag.
import { CLASS_PREFIX, ID_PREFIX, prefixClass, prefixId } from './css-sheet.ts';
import { cleanDeclarations, isRemote, type RemoteCount, withoutComments } from './css-values.ts';

export interface UrlPolicy {
  /** False for mail: nothing is fetched but what `cid` answers. */
  remoteImages: boolean;
  cid: (contentId: string) => string | null;
}

/** Style attributes already cleaned in this mail, which repeats the same few hundreds of times. */
export type StyleMemory = Map<string, { clean: string; remote: number }>;

type Attributes = Record<string, string>;

const MAX_CLASSES = 20;
const MAX_URL = 8_000;

const COLOR = /^#?[a-z0-9]{1,30}$/i;
const LENGTH = /^\d{1,5}(?:\.\d{1,3})?(?:px|%)?$/;
const WORD = /^[a-z-]{1,30}$/i;
const INTEGER = /^-?\d{1,4}$/;

// Attributes whose value has a form of its own; the value is trimmed and must match.
const FORMS: Record<string, RegExp> = {
  align: WORD,
  valign: WORD,
  dir: WORD,
  role: WORD,
  scope: WORD,
  'aria-hidden': /^(?:true|false)$/i,
  lang: /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/i,
  bgcolor: COLOR,
  color: COLOR,
  width: LENGTH,
  height: LENGTH,
  border: LENGTH,
  cellpadding: LENGTH,
  cellspacing: LENGTH,
  hspace: LENGTH,
  vspace: LENGTH,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  span: /^\d{1,3}$/,
  size: /^[+-]?\d{1,3}%?$/,
  start: INTEGER,
  value: INTEGER,
  type: /^(?:[1aAiI]|disc|circle|square)$/,
  face: /^[\w ,.'-]{1,200}$/,
};

const FREE_TEXT = new Set(['alt', 'title', 'summary', 'abbr', 'aria-label']);
const RASTER = /^data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/=]+$/;

// Browsers drop tab and line breaks inside URLs and controls around them; so do we, before looking.
const tidyUrl = (url: string): string => url.replace(/[\t\n\r]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');

function cleanLink(href: string, policy: UrlPolicy): string | null {
  const url = tidyUrl(href);
  if (url.length > MAX_URL) return null;
  if (/^(?:https?:\/\/[^\s\\/]|mailto:|tel:)/i.test(url)) return url;
  if (/^\/\/[^\s\\/]/.test(url)) return `https:${url}`;
  return policy.remoteImages && /^(?:\/(?![/\\])|#|\?|\.{1,2}\/)/.test(url) ? url : null;
}

function cleanImage(attributes: Attributes, policy: UrlPolicy): Attributes {
  const url = tidyUrl(attributes['src'] ?? '');
  if (policy.remoteImages) {
    const kept = /^https:\/\/[^\s\\/]/i.test(url) || /^\/(?![/\\])/.test(url);
    return kept && url.length <= MAX_URL ? { src: url } : {};
  }
  // The mark lets a second pass find the image again that the first has mapped.
  const contentId = attributes['data-mf-cid'] ?? (/^cid:/i.test(url) ? decodeCid(url.slice(4)) : null);
  if (contentId !== null && contentId !== '') {
    const mapped = policy.cid(contentId);
    const fits = mapped !== null && (RASTER.test(mapped) || /^(?:https?:\/\/[^\s\\/]|\/(?![/\\]))/i.test(mapped));
    if (fits && mapped !== null) return { src: mapped, 'data-mf-cid': contentId };
  }
  const inline = url.startsWith('data:') ? url.replace(/\s+/g, '') : '';
  return RASTER.test(inline) ? { src: inline } : {};
}

function decodeCid(text: string): string {
  try {
    return decodeURIComponent(text).replace(/[\0-\x1f]/g, '');
  } catch {
    return text;
  }
}

function cleanClasses(attributes: Attributes): string {
  const names = (attributes['class'] ?? '').split(/\s+/, MAX_CLASSES).map(prefixClass);
  if (attributes['id'] !== undefined) names.push(prefixId(attributes['id'].trim()));
  return names.filter((name) => name !== null && name !== CLASS_PREFIX && name !== ID_PREFIX).join(' ');
}

function cleanStyle(css: string | undefined, styles: StyleMemory, count: RemoteCount): string {
  if (css === undefined) return '';
  let known = styles.get(css);
  if (!known) {
    const own: RemoteCount = { remote: 0 };
    known = { clean: cleanDeclarations(withoutComments(css), own), remote: own.remote };
    styles.set(css, known);
  }
  count.remote += known.remote;
  return known.clean;
}

/** The element as it may stand in the output. Elements that only group are turned into plain ones. */
export function cleanElement(
  name: string,
  attributes: Attributes,
  policy: UrlPolicy,
  styles: StyleMemory,
  count: RemoteCount,
) {
  const kept: Attributes = {};
  let style = cleanStyle(attributes['style'], styles, count);
  let tagName = name;
  if (name === 'body' || name === 'form') {
    tagName = 'div';
    const color = (attributes['bgcolor'] ?? '').trim();
    if (COLOR.test(color)) style = `background-color:${color}${style === '' ? '' : ';'}${style}`;
  }
  for (const [attribute, value] of Object.entries(attributes)) {
    const form = Object.hasOwn(FORMS, attribute) ? FORMS[attribute] : undefined;
    if (form) {
      const trimmed = value.trim();
      if (form.test(trimmed)) kept[attribute] = trimmed;
    } else if (FREE_TEXT.has(attribute)) kept[attribute] = value.slice(0, 1_000);
    else if (attribute === 'nowrap') kept[attribute] = 'nowrap';
  }
  if (tagName !== name) delete kept['bgcolor'];
  const classes = cleanClasses(attributes);
  if (classes !== '') kept['class'] = classes;
  if (style !== '') kept['style'] = style;
  if (name === 'img') Object.assign(kept, cleanImage(attributes, policy));
  if (name === 'a') {
    const href = attributes['href'] === undefined ? null : cleanLink(attributes['href'], policy);
    if (href !== null) Object.assign(kept, { href, target: '_blank', rel: 'noopener noreferrer nofollow' });
  }
  return { tagName, attribs: kept };
}

// Attributes that make a browser fetch something, on whatever element they stand.
const FETCHING = ['src', 'srcset', 'background', 'poster', 'lowsrc', 'dynsrc', 'data', 'xlink:href', 'imagesrcset'];
const HREF_FETCHES = new Set(['link', 'image', 'use', 'feimage', 'img']);

/** Counts what the element would have fetched from elsewhere; what styles would have fetched is counted where they are read. */
export function countRemote(name: string, attributes: Attributes, policy: UrlPolicy, count: RemoteCount): void {
  if (policy.remoteImages) return;
  if (name === 'img' && attributes['data-mf-cid'] !== undefined && cleanImage(attributes, policy)['src'] !== undefined)
    return;
  for (const attribute of FETCHING) {
    const value = attributes[attribute];
    if (
      value !== undefined &&
      (isRemote(tidyUrl(value)) || (attribute.endsWith('srcset') && /https?:|\/\//i.test(value)))
    ) {
      count.remote++;
    }
  }
  const href = attributes['href'];
  if (href !== undefined && HREF_FETCHES.has(name.toLowerCase()) && isRemote(tidyUrl(href))) count.remote++;
}
