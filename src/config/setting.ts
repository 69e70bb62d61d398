// One setting: its name, default and meaning, and the readers that turn its text into a value or refuse it.

import { domainToASCII } from 'node:url';
import { parseCidrs } from '../lib/cidr.ts';

export interface Setting<T> {
  readonly name: string;
  readonly fallback: string | null;
  readonly meaning: string;
  readonly takes: string;
  /** Undefined means: not acceptable. */
  readonly read: (text: string) => T | undefined;
  readonly secret?: boolean;
}

export const text = (value: string) => (value === '' ? undefined : value);
export const whole = (min: number, max: number) => (value: string) => {
  const n = Number(value);
  return /^\d+$/.test(value) && n >= min && n <= max ? n : undefined;
};
export const oneOf =
  <const T extends readonly string[]>(...choices: T) =>
  (value: string): T[number] | undefined =>
    choices.find((choice) => choice === value);
export const list =
  <T>(item: (part: string) => T | undefined) =>
  (value: string) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const read = parts.map(item).filter((part) => part !== undefined);
    return parts.length > 0 && read.length === parts.length ? read : undefined;
  };
export const url =
  (...protocols: string[]) =>
  (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined;
/** Links are made by putting a path behind it, so that a path, a query or a user name in it would only mislead. */
export const origin = (value: string) => {
  if (url('http:', 'https:')(value) === undefined) return undefined;
  const { origin, pathname, search, hash, username, password } = new URL(value);
  return /^\/*$/.test(pathname) && search + hash + username + password === '' ? origin : undefined;
};
export const domain = (value: string) => {
  const ascii = domainToASCII(value.toLowerCase().replace(/\.$/, ''));
  return /^(?=.{1,253}$)([a-z0-9_]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(ascii)
    ? ascii
    : undefined;
};
export const cidr = (value: string) => (parseCidrs([value]).ok ? value : undefined);

export function setting<T>(
  name: string,
  fallback: string,
  meaning: string,
  takes: string,
  read: (text: string) => T | undefined,
): Setting<T> & { fallback: string } {
  return { name, fallback, meaning, takes, read };
}
export function optional<T>(
  name: string,
  meaning: string,
  takes: string,
  read: (text: string) => T | undefined,
  secret = false,
): Setting<T> & { fallback: null } {
  return { name, fallback: null, meaning, takes, read, secret };
}
