// The only reader of process.env: from text to a frozen Config, or to one line that says what is wrong. The settings themselves
// are declared in config/settings.ts.

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Setting } from './config/setting.ts';
import { SETTINGS } from './config/settings.ts';

export type { Role } from './config/settings.ts';

/** One line a person can act on: which variable, what it got, what it takes. */
export class ConfigError extends Error {}

type Settings = typeof SETTINGS;
type Read<S> = S extends Setting<infer T> ? T : never;
export type Config = {
  readonly [K in keyof Settings]: Settings[K] extends { fallback: null } ? Read<Settings[K]> | null : Read<Settings[K]>;
} & { readonly mxName: string };

export function readConfig(env: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {};
  for (const [key, declared] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = env[declared.name];
    const raw = given === undefined || given.trim() === '' ? declared.fallback : given.trim();
    const value = raw === null ? null : declared.read(raw);
    if (value === undefined) {
      const shown = declared.secret ? 'a value (not shown)' : `"${raw}"`;
      throw new ConfigError(`${declared.name} is set to ${shown}; it takes ${declared.takes}.`);
    }
    values[key] = value;
  }
  const config = values as Config;
  if ((config.smtpTlsCert === null) !== (config.smtpTlsKey === null)) {
    const [has, lacks] = config.smtpTlsCert === null ? ['KEY', 'CERT'] : ['CERT', 'KEY'];
    throw new ConfigError(`SMTP_TLS_${has} is set and SMTP_TLS_${lacks} is not; STARTTLS takes both, as PEM files.`);
  }
  if (config.outboundSmtpUrl !== null && config.mailFrom === null) {
    throw new ConfigError('OUTBOUND_SMTP_URL is set and MAIL_FROM is not; mail needs a sender address.');
  }
  return Object.freeze({ ...config, mxName: config.mxHost ?? `mx.${config.mailDomains[0]}` });
}

/** Process environment over `.env` in the working directory. */
export function loadConfig(): Config {
  let file: Record<string, string | undefined> = {};
  try {
    file = parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new ConfigError(`.env cannot be read: ${(error as Error).message}`);
    }
  }
  return readConfig({ ...file, ...process.env });
}

export interface SettingHelp {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

export function settingsHelp(): SettingHelp[] {
  return Object.values(SETTINGS).map(({ name, fallback, meaning }) => ({ name, fallback: fallback ?? '-', meaning }));
}
