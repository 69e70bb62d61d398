// Reads the words of a call as the values that commands take; what cannot be one is a wrong call.

import { UsageError } from './command.ts';

export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`${name} is missing.`);
  return value;
}

export function wholeNumber(value: string, name: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const read = Number(value);
  if (/^-?\d+$/.test(value) && read >= min && read <= max) return read;
  const range = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
  throw new UsageError(`${name} takes a whole number, ${range}, not "${value}".`);
}

export function yesNo(value: string, name: string): boolean {
  if (value === 'yes') return true;
  if (value === 'no') return false;
  throw new UsageError(`${name} takes yes or no, not "${value}".`);
}

export function oneOf<const W extends readonly string[]>(value: string, name: string, words: W): W[number] {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new UsageError(`${name} takes one of ${words.join(', ')}, not "${value}".`);
  return found;
}

/** ISO 8601; a moment without a zone is UTC, so that one line means the same on every machine. */
export function moment(value: string, name: string): Date {
  const zoned = /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(value) ? `${value}Z` : value;
  const read = /^\d{4}-\d{2}-\d{2}(T|$)/.test(zoned) ? new Date(zoned) : new Date(Number.NaN);
  if (Number.isNaN(read.getTime())) {
    throw new UsageError(`${name} takes a time such as 2026-07-01T08:00:00Z, not "${value}".`);
  }
  return read;
}
