// Settings: defaults, what is refused and how it is said, and that secrets are not repeated.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, settingsHelp } from './config.ts';

const lineFor = (env: Record<string, string>): string => {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
};

test('nothing set gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    smtpHost: '127.0.0.1',
    smtpPort: 2525,
    publicUrl: 'http://localhost:8080',
    databaseUrl: null,
    redisUrl: null,
    roles: ['http', 'smtp', 'worker'],
    mailDomains: ['mayfly.test'],
    mxName: 'mx.mayfly.test',
    smtpMaxBytes: 26_214_400,
    attachmentMaxBytes: 10_485_760,
    mailAuth: 'on',
    rateLimitFactor: 1,
    anonDailyMailCap: 200,
    signup: 'open',
    vndPerPoint: 1_000,
    logLevel: 'info',
  });
});

test('an empty variable counts as not set, blanks around a value do not count', () => {
  expect(readConfig({ PORT: '', SMTP_PORT: ' 25 ' })).toMatchObject({ port: 8080, smtpPort: 25 });
});

test('MX_HOST is taken, else it follows the first domain', () => {
  expect(readConfig({ MAIL_DOMAINS: 'A.example, b.example' })).toMatchObject({
    mailDomains: ['a.example', 'b.example'],
    mxName: 'mx.a.example',
  });
  expect(readConfig({ MX_HOST: 'in.example' }).mxName).toBe('in.example');
});

test('domains of other scripts become ASCII', () => {
  expect(readConfig({ MAIL_DOMAINS: 'thư.example' }).mailDomains).toEqual(['xn--th-e0a.example']);
});

describe('one line names the variable, what it got and what it takes', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['SMTP_PORT', 'x'],
    ['PUBLIC_URL', 'mail.example'],
    ['PUBLIC_URL', 'ftp://mail.example'],
    ['PUBLIC_URL', 'https://mail.example/app'],
    ['PUBLIC_URL', 'https://user@mail.example'],
    ['ROLES', 'http,mail'],
    ['ROLES', ','],
    ['MAIL_DOMAINS', 'not a domain'],
    ['MAIL_DOMAINS', 'a..b'],
    ['SMTP_MAX_BYTES', '10'],
    ['SMTP_MAX_BYTES', '10MB'],
    ['MAIL_AUTH', 'yes'],
    ['DNS_SERVERS', 'dns.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['RATE_LIMIT_FACTOR', '-1'],
    ['ANON_DAILY_MAIL_CAP', '1.5'],
    ['SIGNUP', 'maybe'],
    ['BANK_BIN', '12345'],
    ['VND_PER_POINT', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    const line = lineFor({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} is set to `));
    expect(line).toContain(`"${value}"`);
    expect(line).toContain('it takes ');
    expect(line).not.toContain('\n');
  });
});

test.each([
  ['DATABASE_URL', 'mysql://user:hidden-word@host/db'],
  ['REDIS_URL', 'http://:hidden-word@host'],
  ['SECRET_KEY', 'hidden-word'],
  ['OUTBOUND_SMTP_URL', 'hidden-word'],
  ['ALERT_CHAT_URL', 'hidden-word'],
])('a bad %s is not repeated', (name, value) => {
  const line = lineFor({ [name]: value });
  expect(line).toMatch(new RegExp(`^${name} is set to a value \\(not shown\\)`));
  expect(line).not.toContain('hidden-word');
});

test('one half of the TLS pair is refused and the other half is named', () => {
  expect(lineFor({ SMTP_TLS_CERT: 'cert.pem' })).toMatch(/SMTP_TLS_CERT is set and SMTP_TLS_KEY is not/);
  expect(lineFor({ SMTP_TLS_KEY: 'key.pem' })).toMatch(/SMTP_TLS_KEY is set and SMTP_TLS_CERT is not/);
});

test('outbound mail wants a sender', () => {
  expect(lineFor({ OUTBOUND_SMTP_URL: 'smtp://relay.example' })).toMatch(/MAIL_FROM is not/);
});

test('PUBLIC_URL is kept as an origin, whatever its spelling', () => {
  expect(readConfig({ PUBLIC_URL: 'HTTPS://Mail.Example:443//' }).publicUrl).toBe('https://mail.example');
});

test('the help has every setting once', () => {
  const names = settingsHelp().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of [
    'HOST',
    'PORT',
    'DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'SMTP_TLS_CERT',
    'WEBHOOK_ALLOW_CIDRS',
  ]) {
    expect(names).toContain(name);
  }
});

test('the table in the README is the one of the help', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const rows = settingsHelp().map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback === '-' ? 'none' : `\`${fallback}\``} | ${meaning} |`,
  );
  expect(readme.match(/^\| `[A-Z_]+` \|.*$/gm)).toEqual(rows);
});
