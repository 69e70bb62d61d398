// The one-time code of a mail, as a person would find it, and the link that does the same. Pure: values in, values out; called once per mail.
// subject, text, HTML text → sections → values → relations → scores → the best one, if it is good enough.

import type { Relation } from './governing.ts';
import { knownWords } from './known-words.ts';
import { lazily } from './lazily.ts';
import { findLink, type MailLink } from './links.ts';
import { gatherFacts, type MailFacts } from './mail-facts.ts';
import { normalise } from './normalise.ts';
import { isExample, isOwnedByNoun } from './owned.ts';
import { findPasswords } from './passwords.ts';
import { relate } from './relations.ts';
import { type Scored, type ScoringContext, scoreValue, THRESHOLD } from './score.ts';
import { Section } from './section.ts';
import { MAYBE_PASSWORD } from './shapes.ts';
import { BESIDE_SYMBOL } from './surroundings.ts';
import { findValues, type Value } from './values.ts';

export interface OtpInput {
  subject: string;
  text: string | null;
  htmlText: string | null;
  links: MailLink[];
  from: { address: string; name: string | null };
  recipients: string[];
}

export interface OtpCandidate {
  code: string;
  score: number;
  reasons: string[];
}

export interface OtpFinding {
  code: string | null;
  /** 0 to 1; 0 exactly when there is no code. */
  confidence: number;
  /** Best first, at most ten; also those that were not good enough, with their reasons. */
  candidates: OtpCandidate[];
  link: string | null;
}

interface Related {
  section: Section;
  values: Value[];
  relations: (Relation | null)[];
}

const MAX_BODY = 64_000;
const MAX_SUBJECT = 1_000;
const MAX_CANDIDATES = 10;
/** A mail says its code a few times; what says it hundreds of times only costs. */
const MAX_TIMES = 12;
// The form browsers fill in by themselves: a last line that binds the code to a site.
const DOMAIN_BOUND = /^@[a-z0-9-]+(?:\.[a-z0-9-]+)+ #([a-z0-9-]{4,12})\b/im;

/** The link alone, for a mail whose code is known already. */
export function extractLink(input: OtpInput): string | null {
  const facts = lazily(() => gatherFacts(makeSections(input), input.from.name ?? ''));
  return findLink({ ...input, promo: () => advertises(facts()) });
}

export function extractOtp(input: OtpInput): OtpFinding {
  const sections = makeSections(input);
  const facts = lazily(() => gatherFacts(sections, input.from.name ?? ''));
  const candidates = findCandidates(input, sections, facts);
  const best = candidates[0];
  const link = findLink({ ...input, promo: () => advertises(facts()) });
  if (best === undefined || best.score < THRESHOLD) return { code: null, confidence: 0, candidates, link };
  return { code: best.code, confidence: confidence(best, candidates[1]), candidates, link };
}

function findCandidates(input: OtpInput, sections: Section[], facts: () => MailFacts): OtpCandidate[] {
  const read = sections.map((section) => ({ section, values: findValues(section) }));
  const found = new Map<string, Scored>();
  // Most mails have nothing that could be a code; then no word of theirs has to be looked up.
  if (read.some(({ values }) => values.some(couldBeCode))) {
    for (const { section, values } of read) section.lookNoFurtherThan(values.findLast(couldBeCode)?.end ?? 0);
    const related = read.map(({ section, values }) => ({ section, values, relations: relate(section, values) }));
    const named = namedElsewhere(related);
    const sender = `${input.from.name ?? ''} ${input.from.address}`;
    const context: ScoringContext = {
      facts: facts(),
      ownNames: namesOf(input.recipients),
      onlyNumber: onlyFree(related, /^\d{4,8}$/),
      onlyValue: onlyFree(related, /\d/),
      isKnownWord: knownWords(sections, sender, input.links),
      sender: sender.toLowerCase(),
    };
    for (const { section, values, relations } of related) {
      const passwords = findPasswords(section);
      for (const scored of passwords) merge(found, scored);
      for (const scored of scoreSection(section, values, relations, context)) {
        if (!passwords.some((password) => isPartOf(scored, password)))
          merge(found, named.has(scored.code) ? claimed(scored) : scored);
      }
    }
  }
  for (const body of [input.text, input.htmlText]) {
    const bound = body === null || !body.includes(' #') ? undefined : DOMAIN_BOUND.exec(normalise(body, MAX_BODY))?.[1];
    if (bound !== undefined) merge(found, { code: bound, score: 0.97, reasons: ['bound to a site'], start: 0 });
  }
  dropPrefixes(found);
  dropExamples(found, read);
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ code, score, reasons }) => ({ code, score: round(score), reasons }));
}

/** `x2Lm` of the password `7Kq!x2Lm`. */
function isPartOf(scored: Scored, password: Scored): boolean {
  return scored.start >= password.start && scored.start < password.start + password.code.length;
}

/** `FM-40827` where the mail also says 40827: the letters are the sender's. */
function dropPrefixes(found: Map<string, Scored>): void {
  for (const [key, scored] of found) {
    const digits = /^[A-Z]{1,4}-(\d{4,8})$/.exec(scored.code)?.[1];
    const plain = digits === undefined ? undefined : found.get(digits);
    if (digits === undefined || plain === undefined) continue;
    found.delete(key);
    found.set(digits, { ...plain, score: Math.max(plain.score, scored.score) });
  }
}

/** "Six digits, say 395127": what is an example in one place is none of the reader's in another. */
function dropExamples(found: Map<string, Scored>, read: { section: Section; values: Value[] }[]): void {
  for (const [key, scored] of found) {
    if (scored.score < THRESHOLD) continue;
    const shown = read.some(({ section, values }) =>
      values.some(
        (value) => value.reading.is === 'code' && value.reading.code === scored.code && isExample(section, value),
      ),
    );
    if (shown) found.set(key, { ...scored, score: 0, reasons: [...scored.reasons, 'an example elsewhere'] });
  }
}

// "Order number: 3398120" in the body says what the same number is in the subject.
function namedElsewhere(related: Related[]): Set<string> {
  const named = new Set<string>();
  for (const { values, relations } of related) {
    for (const [index, { reading }] of values.entries()) {
      if (reading.is === 'code' && relations[index]?.is === 'labelled') named.add(reading.code);
    }
  }
  return named;
}

function claimed(scored: Scored): Scored {
  if (scored.score >= 0.85) return scored;
  return { ...scored, score: scored.score - 0.3, reasons: [...scored.reasons, 'named otherwise elsewhere (-0.30)'] };
}

function couldBeCode(value: Value): boolean {
  return value.rejected === null
    ? value.reading.is === 'code'
    : value.rejected === MAYBE_PASSWORD || value.rejected === BESIDE_SYMBOL;
}

function advertises({ subject, body }: MailFacts): boolean {
  return subject.promos.size + body().promos.size >= 2 && subject.intents.size + body().intents.size < 2;
}

function makeSections(input: OtpInput): Section[] {
  const sections = [
    new Section('subject', input.subject.slice(0, MAX_SUBJECT).replace(/\s+/g, ' ').trim(), MAX_SUBJECT),
  ];
  if (input.text !== null) sections.push(new Section('text', input.text, MAX_BODY));
  if (input.htmlText !== null && input.htmlText !== input.text)
    sections.push(new Section('html', input.htmlText, MAX_BODY));
  return sections;
}

function scoreSection(
  section: Section,
  values: Value[],
  relations: (Relation | null)[],
  context: ScoringContext,
): Scored[] {
  const scored: Scored[] = [];
  const listed = new Map<string, Set<string>>();
  const times = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    if (value.alone && value.reading.is === 'code') {
      const form = formOf(value.reading.code);
      listed.set(form, (listed.get(form) ?? new Set()).add(value.reading.code));
    }
    if (value.reading.is === 'code') {
      const seen = (times.get(value.reading.code) ?? 0) + 1;
      times.set(value.reading.code, seen);
      if (seen > MAX_TIMES) continue;
    }
    const result = scoreValue(section, value, relations[index] ?? null, context);
    if (result !== null) scored.push(result);
  }
  return newestOfThread(section, scored).map((result) => withoutLists(result, listed));
}

/** "New one as requested: 771204" above a quoted mail with its own code: what looks like the quoted one replaces it. */
function newestOfThread(section: Section, scored: Scored[]): Scored[] {
  if (section.quotedFrom >= section.text.length) return scored;
  const best = (results: Scored[]): Scored | undefined =>
    results.reduce<Scored | undefined>(
      (top, one) => (top === undefined || one.score > top.score ? one : top),
      undefined,
    );
  const quoted = best(scored.filter((result) => result.start >= section.quotedFrom));
  if (quoted === undefined || quoted.score < THRESHOLD) return scored;
  const fresh = best(
    scored.filter(
      ({ start, code }) => start < section.quotedFrom && code !== quoted.code && formOf(code) === formOf(quoted.code),
    ),
  );
  if (fresh === undefined || fresh.score < (isPointedAt(section, fresh) ? 0.05 : 0.3)) return scored;
  const raised = {
    ...fresh,
    score: Math.max(fresh.score, quoted.score),
    reasons: [...fresh.reasons, 'replaces the quoted one'],
  };
  return scored.filter(({ code }) => code !== quoted.code).map((result) => (result === fresh ? raised : result));
}

/** "I have just triggered a fresh one:" says enough where an older one of the same form is quoted below. */
function isPointedAt(section: Section, { start }: Scored): boolean {
  return /[:：]\s*[*_"'“]*$/.test(section.text.slice(Math.max(0, start - 8), start));
}

/** Ten codes below one another are backup codes or tickets, not the one to type now. */
function withoutLists(result: Scored, listed: Map<string, Set<string>>): Scored {
  const alike = listed.get(formOf(result.code));
  if (alike === undefined || alike.size < 4 || !alike.has(result.code)) return result;
  return { ...result, score: result.score - 0.5, reasons: [...result.reasons, 'one of a list (-0.50)'] };
}

function formOf(code: string): string {
  return code.replace(/\d/g, '0').replace(/[A-Za-z]/g, 'a');
}

/** The one value of a form in the whole mail that no other word has claimed, if there is just one. */
function onlyFree(related: Related[], form: RegExp): string | null {
  const found = new Set<string>();
  for (const { section, values, relations } of related) {
    for (const [index, value] of values.entries()) {
      const { reading, rejected } = value;
      if (reading.is !== 'code' || rejected !== null || !form.test(reading.code)) continue;
      const relation = relations[index];
      if (relation?.is === 'labelled' || (relation === null && isOwnedByNoun(section, value))) continue;
      found.add(reading.code);
      if (found.size > 1) return null;
    }
  }
  return [...found][0] ?? null;
}

function merge(found: Map<string, Scored>, scored: Scored): void {
  // With a hyphen here and without one there, it is the same code, and it can be typed without.
  const key = scored.code.replace(/-/g, '');
  const earlier = found.get(key);
  if (earlier === undefined) {
    found.set(key, scored);
    return;
  }
  const [better, worse] = scored.score > earlier.score ? [scored, earlier] : [earlier, scored];
  // Said again in another place; but a place that says it is void does not add trust.
  const again = worse.score >= 0.3 ? 0.03 : 0;
  found.set(key, {
    ...better,
    code: scored.code === earlier.code ? scored.code : key,
    score: Math.min(better.score + again, 0.99),
    reasons: again > 0 ? [...better.reasons, 'repeated'] : better.reasons,
  });
}

function namesOf(recipients: string[]): Set<string> {
  const names = new Set<string>();
  for (const address of recipients.slice(0, 20)) {
    const local = address
      .slice(0, Math.max(0, address.lastIndexOf('@')))
      .slice(0, 64)
      .toLowerCase();
    if (local === '') continue;
    names.add(local);
    for (const part of local.split(/[._+-]/)) names.add(part);
    for (const digits of local.match(/\d{4,}/g) ?? []) names.add(digits);
  }
  return names;
}

// A rival with nearly the same score makes the answer less sure.
function confidence(best: OtpCandidate, second: OtpCandidate | undefined): number {
  const rival = second !== undefined && best.score - second.score < 0.08 ? 0.15 : 0;
  return round(Math.max(0.05, best.score - rival));
}

function round(score: number): number {
  return Math.round(Math.max(0, Math.min(1, score)) * 100) / 100;
}
