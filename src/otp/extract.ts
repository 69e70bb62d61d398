// The one-time code of a mail, as a person would find it, and the link that does the same. Pure: values in, values out; called once per mail.
// subject, text, HTML text → sections → values → relations → scores → the best one, if it is good enough.

import { knownWords } from './known-words.ts';
import { findLink, type MailLink } from './links.ts';
import { gatherFacts, type MailFacts } from './mail-facts.ts';
import { normalise } from './normalise.ts';
import { relate } from './relations.ts';
import { type Scored, type ScoringContext, scoreValue, THRESHOLD } from './score.ts';
import { Section } from './section.ts';
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

const MAX_BODY = 64_000;
const MAX_SUBJECT = 1_000;
const MAX_CANDIDATES = 10;
// The form browsers fill in by themselves: a last line that binds the code to a site.
const DOMAIN_BOUND = /^@[a-z0-9-]+(?:\.[a-z0-9-]+)+ #([a-z0-9-]{4,12})\b/im;

export function extractOtp(input: OtpInput): OtpFinding {
  const sections = makeSections(input);
  const facts = lazily(() => gatherFacts(sections, input.from.name ?? ''));
  const candidates = findCandidates(input, sections, facts);
  const best = candidates[0];
  const link = findLink({ ...input, promo: () => facts().promo >= 2 && facts().intent < 2 });
  if (best === undefined || best.score < THRESHOLD) return { code: null, confidence: 0, candidates, link };
  return { code: best.code, confidence: confidence(best, candidates[1]), candidates, link };
}

function findCandidates(input: OtpInput, sections: Section[], facts: () => MailFacts): OtpCandidate[] {
  const read = sections.map((section) => ({ section, values: findValues(section) }));
  const found = new Map<string, Scored>();
  // Most mails have nothing that could be a code; then no word of theirs has to be looked up.
  if (read.some(({ values }) => values.some(couldBeCode))) {
    const sender = `${input.from.name ?? ''} ${input.from.address}`;
    const context: ScoringContext = {
      facts: facts(),
      ownNames: namesOf(input.recipients),
      onlyNumber: onlyNumber(read.flatMap(({ values }) => values)),
      isKnownWord: knownWords(sections, sender, input.links),
      sender: sender.toLowerCase(),
    };
    for (const { section, values } of read) {
      for (const scored of scoreSection(section, values, context)) merge(found, scored);
    }
  }
  for (const body of [input.text, input.htmlText]) {
    const bound = body === null || !body.includes(' #') ? undefined : DOMAIN_BOUND.exec(normalise(body, MAX_BODY))?.[1];
    if (bound !== undefined) merge(found, { code: bound, score: 0.97, reasons: ['bound to a site'], start: 0 });
  }
  return [...found.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ code, score, reasons }) => ({ code, score: round(score), reasons }));
}

function couldBeCode(value: Value): boolean {
  return value.reading.is === 'code' && value.rejected === null;
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
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

function scoreSection(section: Section, values: Value[], context: ScoringContext): Scored[] {
  if (values.length === 0) return [];
  const relations = relate(section, values);
  const scored: Scored[] = [];
  const listed = new Map<string, Set<string>>();
  for (const [index, value] of values.entries()) {
    if (value.alone && value.reading.is === 'code') {
      const form = formOf(value.reading.code);
      listed.set(form, (listed.get(form) ?? new Set()).add(value.reading.code));
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
    scored.filter((result) => result.start < section.quotedFrom && formOf(result.code) === formOf(quoted.code)),
  );
  if (fresh === undefined || fresh.score < 0.4 || fresh.score > quoted.score) return scored;
  const raised = { ...fresh, score: quoted.score + 0.02, reasons: [...fresh.reasons, 'replaces the quoted one'] };
  return scored.map((result) => (result === fresh ? raised : result));
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

function onlyNumber(values: Value[]): string | null {
  const numbers = new Set<string>();
  for (const { reading, rejected } of values) {
    if (reading.is === 'code' && rejected === null && /^\d{4,8}$/.test(reading.code)) numbers.add(reading.code);
  }
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined ? only : null;
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
