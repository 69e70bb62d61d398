// Numbers, dates and spans of time, in the language of the page.

import { now } from '../state/clock.svelte.ts';
import { lang } from './i18n.svelte.ts';

// Intl objects are dear to build and asked for with every tick.
const built = new Map<string, unknown>();
function kept<T>(name: string, build: (lang: string) => T): T {
  const key = `${lang()} ${name}`;
  const old = built.get(key) as T | undefined;
  if (old !== undefined) return old;
  const fresh = build(lang());
  built.set(key, fresh);
  return fresh;
}

export const number = (value: number): string => kept('number', (l) => new Intl.NumberFormat(l)).format(value);

export const money = (value: number, currency: string): string =>
  kept(`money ${currency}`, (l) => new Intl.NumberFormat(l, { style: 'currency', currency })).format(value);

export const dateTime = (iso: string): string =>
  kept('date', (l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium', timeStyle: 'short' })).format(new Date(iso));

export const date = (iso: string): string =>
  kept('day', (l) => new Intl.DateTimeFormat(l, { dateStyle: 'medium' })).format(new Date(iso));

const unit = (value: number, name: string, display: 'short' | 'long'): string =>
  kept(
    `${name} ${display}`,
    (l) => new Intl.NumberFormat(l, { style: 'unit', unit: name, unitDisplay: display }),
  ).format(value);

const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "2 hr 5 min": the largest unit and, below a week, the next one; never finer than needed. */
export function span(seconds: number, display: 'short' | 'long' = 'short'): string {
  const at = STEPS.findIndex(([, size]) => seconds >= size);
  if (at === -1) return unit(0, 'second', display);
  const [name, size] = STEPS[at] as (typeof STEPS)[number];
  const whole = Math.floor(seconds / size);
  const next = STEPS[at + 1];
  const rest = next ? Math.floor((seconds - whole * size) / next[1]) : 0;
  const withRest = next && rest > 0 && whole < 10 && !(name === 'minute' && whole >= 2);
  return withRest ? `${unit(whole, name, display)} ${unit(rest, next[0], display)}` : unit(whole, name, display);
}

/** "3 minutes ago", and the date once that says more. */
export function ago(iso: string): string {
  const seconds = Math.round((Date.parse(iso) - now()) / 1_000);
  const relative = kept('ago', (l) => new Intl.RelativeTimeFormat(l, { numeric: 'auto', style: 'short' }));
  const past = Math.abs(seconds);
  if (past < 5) return relative.format(0, 'second');
  if (past < 60) return relative.format(Math.ceil(seconds / 5) * 5, 'second');
  if (past < 3_600) return relative.format(Math.round(seconds / 60), 'minute');
  if (past < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour');
  return dateTime(iso);
}

export function bytes(size: number): string {
  if (size < 1_000) return unit(size, 'byte', 'short');
  if (size < 1_000_000) return unit(Math.round(size / 1_000), 'kilobyte', 'short');
  return unit(Math.round(size / 100_000) / 10, 'megabyte', 'short');
}
