// Every setting, declared once: name, default, meaning, and how its text is read. config.ts reads them, `mayfly help` prints them.

import { resolve } from 'node:path';
import { cidr, domain, list, oneOf, optional, origin, setting, text, url, whole } from './setting.ts';

const PORT = 'a port from 0 to 65535 (0 picks a free one)';
const BYTES = 'a whole number of bytes';
const CIDRS = 'addresses or CIDR ranges, separated by commas';
const ROLES = ['http', 'smtp', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const SETTINGS = {
  host: setting('HOST', '127.0.0.1', 'HTTP listener: address', 'an address to listen on', text),
  port: setting('PORT', '8080', 'HTTP listener: port', PORT, whole(0, 65535)),
  smtpHost: setting('SMTP_HOST', '127.0.0.1', 'SMTP listener: address', 'an address to listen on', text),
  smtpPort: setting('SMTP_PORT', '2525', 'SMTP listener: port', PORT, whole(0, 65535)),
  publicUrl: setting(
    'PUBLIC_URL',
    'http://localhost:8080',
    'origin used in links, never taken from a request',
    'an http or https origin such as https://mail.example.com',
    origin,
  ),
  dataDir: setting('DATA_DIR', './data', 'embedded PostgreSQL and generated secrets', 'a directory', (value) =>
    value === '' ? undefined : resolve(value),
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    'a PostgreSQL server (15 or newer) instead of the embedded one',
    'a postgresql:// URL',
    url('postgres:', 'postgresql:'),
    true,
  ),
  redisUrl: optional(
    'REDIS_URL',
    'Redis/Valkey; set it as soon as more than one process serves',
    'a redis:// or rediss:// URL',
    url('redis:', 'rediss:'),
    true,
  ),
  roles: setting(
    'ROLES',
    'http,smtp,worker',
    'which parts this process runs',
    'any of http, smtp, worker, separated by commas',
    list(oneOf(...ROLES)),
  ),
  mailDomains: setting(
    'MAIL_DOMAINS',
    'mayfly.test',
    'public domains put in place on first start (later: `mayfly domains …`)',
    'domain names, separated by commas',
    list(domain),
  ),
  mxHost: optional(
    'MX_HOST',
    'what customers point MX at; also the SMTP greeting name (default: mx. and the first of MAIL_DOMAINS)',
    'a host name',
    domain,
  ),
  smtpTlsCert: optional('SMTP_TLS_CERT', 'PEM file; with SMTP_TLS_KEY, STARTTLS is offered', 'a file', text),
  smtpTlsKey: optional('SMTP_TLS_KEY', 'PEM file; with SMTP_TLS_CERT, STARTTLS is offered', 'a file', text),
  smtpMaxBytes: setting(
    'SMTP_MAX_BYTES',
    '26214400',
    'largest message, also announced as SIZE; above it 552',
    `${BYTES} from 1024 to 157286400`,
    whole(1024, 157286400),
  ),
  attachmentMaxBytes: setting(
    'ATTACHMENT_MAX_BYTES',
    '10485760',
    'the inline size limit: a larger attachment is listed, not kept',
    BYTES,
    whole(0, 157286400),
  ),
  mailAuth: setting(
    'MAIL_AUTH',
    'on',
    'SPF/DKIM/DMARC checks for Authentication-Results',
    'on or off',
    oneOf('on', 'off'),
  ),
  dnsServers: optional(
    'DNS_SERVERS',
    'resolvers for domain checks and mail authentication (default: the system’s)',
    'addresses, each with an optional :port, separated by commas',
    list((part) => (/^(\[[0-9a-fA-F:.]+\]|[0-9a-fA-F:.]+)(:\d+)?$/.test(part) ? part : undefined)),
  ),
  outboundSmtpUrl: optional(
    'OUTBOUND_SMTP_URL',
    'how password-reset and sign-up mail leaves; without it the link is logged',
    'an smtp:// or smtps:// URL',
    url('smtp:', 'smtps:'),
    true,
  ),
  mailFrom: optional('MAIL_FROM', 'sender of that mail', 'an address such as Mayfly <no-reply@example.com>', (value) =>
    /^[^@\r\n]*[^@\s]@[^@\s]+$/.test(value) ? value : undefined,
  ),
  trustProxy: optional('TRUST_PROXY', 'CIDRs whose X-Forwarded-For is believed', CIDRS, list(cidr)),
  secretKey: optional(
    'SECRET_KEY',
    'signs mailbox tokens (default: generated, kept in the database)',
    'at least 32 characters',
    (value) => (value.length >= 32 ? value : undefined),
    true,
  ),
  rateLimitFactor: setting(
    'RATE_LIMIT_FACTOR',
    '1',
    'multiplies every rate limit; 0 turns them off',
    'a number, 0 or more',
    (value) => (/^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined),
  ),
  anonDailyMailCap: setting(
    'ANON_DAILY_MAIL_CAP',
    '200',
    'mails per day per anonymous mailbox; 0 = no cap',
    'a whole number, 0 or more',
    whole(0, 1_000_000_000),
  ),
  signup: setting(
    'SIGNUP',
    'open',
    'whether visitors may make accounts: open or closed',
    'open or closed',
    oneOf('open', 'closed'),
  ),
  bankApiKey: optional(
    'BANK_API_KEY',
    'bank callback secret; unset = 401 for all',
    'at least 8 characters',
    (value) => (value.length >= 8 ? value : undefined),
    true,
  ),
  bankAllowedIps: optional('BANK_ALLOWED_IPS', 'bank callback allowlist (default: any address)', CIDRS, list(cidr)),
  bankBin: optional(
    'BANK_BIN',
    'BIN of the bank shown on bank-transfer orders; unset = gateway disabled',
    'six digits',
    (value) => (/^\d{6}$/.test(value) ? value : undefined),
  ),
  bankAccount: optional(
    'BANK_ACCOUNT',
    'account number shown on bank-transfer orders; unset = gateway disabled',
    'up to 19 letters and digits',
    (value) => (/^[A-Za-z0-9]{1,19}$/.test(value) ? value : undefined),
  ),
  bankAccountName: optional('BANK_ACCOUNT_NAME', 'name of that account; unset = gateway disabled', 'a name', text),
  vndPerPoint: setting('VND_PER_POINT', '1000', 'top-up rate', 'a whole number, 1 or more', whole(1, 1_000_000_000)),
  alertSecret: optional(
    'ALERT_SECRET',
    'alert receiver’s secret; unset = 401 for all',
    'at least 8 characters',
    (value) => (value.length >= 8 ? value : undefined),
    true,
  ),
  alertChatUrl: optional(
    'ALERT_CHAT_URL',
    'Slack-compatible or Telegram chat URL',
    'an http or https URL',
    url('http:', 'https:'),
    true,
  ),
  webhookAllowCidrs: optional(
    'WEBHOOK_ALLOW_CIDRS',
    'private ranges that webhooks may reach all the same (tests, intranets)',
    CIDRS,
    list(cidr),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'how much is logged: pino levels',
    'one of trace, debug, info, warn, error, fatal, silent',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
} as const;
