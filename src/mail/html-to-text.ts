// HTML of a mail → text a person can read, and its web links. One linear pass; feeds the message's `text` and the code extractor.
// It sits on htmlparser2's Tokenizer rather than its Parser: the Parser keeps every open element in an array it shifts and
// searches, which hostile nesting turns quadratic.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { elementRole, isVoid } from './html-elements.ts';
import { isMarkedHidden, PLAIN_STYLE, readStyle, type StyleReading } from './html-hidden.ts';
import { TextLayout } from './html-layout.ts';
import { OpenElements } from './html-open-elements.ts';
import { addHiddenClasses } from './html-style-hiding.ts';

export interface HtmlLink {
  href: string;
  label: string;
}

export interface HtmlText {
  text: string;
  links: HtmlLink[];
}

const MAX_INPUT = 1_000_000;
const MAX_TAGS = 60_000;
const MAX_OUTPUT = 256_000;
const MAX_LINKS = 200;
const MAX_LABEL = 300;
const MAX_HREF = 8_192;

export function htmlToText(html: string): HtmlText {
  const reader = new HtmlReader(html.length > MAX_INPUT ? html.slice(0, MAX_INPUT) : html);
  return reader.read();
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #layout = new TextLayout(MAX_OUTPUT);
  readonly #links: HtmlLink[] = [];
  readonly #seen = new Set<string>();
  readonly #tokenizer: Tokenizer;
  // Text arrives in pieces, cut at every entity and stray `<`; it is laid out once per stretch between tags.
  #pendingText = '';
  #tags = 0;
  #tag = '';
  #attributeName = '';
  #wanted = false;
  #attributeValue = '';
  #attributes: Record<string, string> = {};
  // Inside a dropped element only its own name is counted, so depth costs nothing.
  #dropped: { name: string; depth: number } | null = null;
  readonly #open = new OpenElements();
  readonly #hiddenClasses = new Set<string>();
  readonly #styles = new Map<string, StyleReading>();
  #anchor: { href: string; from: number } | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: false }, this);
  }

  read(): HtmlText {
    this.#tokenizer.write(this.#html);
    this.#tokenizer.end();
    this.#flushText();
    this.#closeAnchor();
    return { text: this.#layout.finish(), links: this.#links };
  }

  ontext(start: number, end: number): void {
    if (this.#isVisible()) this.#pendingText += this.#html.slice(start, end);
    else if (this.#dropped?.name === 'style') addHiddenClasses(this.#html.slice(start, end), this.#hiddenClasses);
  }

  ontextentity(codepoint: number): void {
    if (this.#isVisible()) this.#pendingText += String.fromCodePoint(codepoint);
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = {};
  }

  onattribname(start: number, end: number): void {
    const length = end - start;
    this.#wanted = length >= 3 && length <= 6;
    if (!this.#wanted) return;
    this.#attributeName = this.#html.slice(start, end).toLowerCase();
    this.#wanted = WANTED_ATTRIBUTES.has(this.#attributeName);
    this.#attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.#wanted) this.#attributeValue += this.#html.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    if (this.#wanted) this.#attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (!this.#wanted || this.#attributeName in this.#attributes) return;
    this.#attributes[this.#attributeName] = this.#attributeValue;
  }

  onopentagend(): void {
    this.#enter(this.#tag, this.#attributes);
  }

  onselfclosingtag(): void {
    this.#enter(this.#tag, this.#attributes);
  }

  onclosetag(start: number, end: number): void {
    this.#flushText();
    const name = this.#html.slice(start, end).toLowerCase();
    if (this.#dropped !== null) {
      if (this.#dropped.name === name) this.#dropped.depth -= 1;
      if (this.#dropped.depth === 0) this.#dropped = null;
      return;
    }
    if (name === 'a') this.#closeAnchor();
    if (name === 'br') this.#layout.enter('break');
    for (const closed of this.#open.close(name)) this.#layout.leave(closed.role);
  }

  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #flushText(): void {
    this.#tags += 1;
    if (this.#tags > MAX_TAGS) this.#tokenizer.pause();
    if (this.#pendingText === '') return;
    this.#layout.text(this.#pendingText);
    this.#pendingText = '';
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#flushText();
    if (this.#dropped !== null) {
      if (name === this.#dropped.name && !isVoid(name)) this.#dropped.depth += 1;
      return;
    }
    const style = this.#readStyle(attributes['style']);
    const role = elementRole(name, style.inline);
    if (
      role === 'dropped' ||
      style.hides ||
      isMarkedHidden(attributes['hidden']) ||
      this.#isHiddenByClass(attributes['class'])
    ) {
      if (!isVoid(name)) this.#dropped = { name, depth: 1 };
      return;
    }
    if (isVoid(name)) {
      if (name === 'img') this.#image(attributes['alt'] ?? '');
      else if (name === 'input') this.#field(attributes);
      else this.#layout.enter(role);
      return;
    }
    for (const closed of this.#open.closeImplied(name)) this.#layout.leave(closed.role);
    this.#open.push(name, role, style.size);
    if (name === 'a') this.#openAnchor(attributes['href'] ?? '');
    this.#layout.enter(role);
  }

  #isVisible(): boolean {
    return this.#dropped === null && !this.#open.fontIsInvisible;
  }

  // Tables repeat the same few styles in every cell.
  #readStyle(style: string | undefined): StyleReading {
    if (style === undefined) return PLAIN_STYLE;
    let reading = this.#styles.get(style);
    if (reading === undefined) {
      reading = readStyle(style);
      this.#styles.set(style, reading);
    }
    return reading;
  }

  #isHiddenByClass(classes: string | undefined): boolean {
    if (classes === undefined || this.#hiddenClasses.size === 0) return false;
    return classes.split(/\s+/, 20).some((name) => this.#hiddenClasses.has(name));
  }

  // Some senders put the code into a field, so that it can be selected with one click.
  #field(attributes: Record<string, string>): void {
    const value = attributes['value'] ?? '';
    if (value.length > 200 || !/^(?:text|tel|number)?$/i.test(attributes['type'] ?? '')) return;
    if (this.#isVisible()) this.#layout.text(` ${value} `);
  }

  #image(alt: string): void {
    const words = alt.replace(/\s+/g, ' ').trim();
    if (words === '' || words.length > 200 || MEANINGLESS_ALT.test(words) || !this.#isVisible()) return;
    this.#layout.text(` ${words} `);
  }

  #openAnchor(rawHref: string): void {
    this.#closeAnchor();
    const href = rawHref.trim();
    if (href.length <= MAX_HREF && /^https?:\/\//i.test(href)) this.#anchor = { href, from: this.#layout.position };
  }

  #closeAnchor(): void {
    const anchor = this.#anchor;
    if (anchor === null) return;
    this.#anchor = null;
    const label = this.#layout.since(anchor.from, MAX_LABEL);
    const key = `${anchor.href} ${label}`;
    if (this.#links.length >= MAX_LINKS || this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#links.push({ href: anchor.href, label });
    // An icon without words is no use in text; an address that is its own label need not be said twice.
    if (label !== '' && !label.includes(anchor.href)) this.#layout.aside(`<${anchor.href}>`);
  }
}

const MEANINGLESS_ALT =
  /^(?:logo|image|img|icon|spacer|banner|divider|photo|picture|pixel|\S*\.(?:png|gif|jpe?g|webp|svg))$/i;
const WANTED_ATTRIBUTES = new Set(['href', 'style', 'hidden', 'alt', 'class', 'value', 'type']);
