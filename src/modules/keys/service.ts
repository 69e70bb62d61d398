// Developer keys: issued once in clear, verified with one indexed query, limited by scope, address and time.

import type { Log } from '../../infra/log.ts';
import { contains, parseCidrs } from '../../lib/cidr.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import type { UserId } from '../../lib/ids.ts';
import { CREDENTIALS, type KeyPrincipal, type Scope } from '../../lib/principal.ts';
import { hashCredential, randomText, sameSecret } from '../../lib/secrets.ts';
import { createLastUsed } from './last-used.ts';
import type { KeyRow, KeyStore } from './store.ts';

const PREFIX_CHARS = 8;
const SECRET_CHARS = 43;
const KEY_SHAPE = new RegExp(`^(${CREDENTIALS.key.prefix}[0-9A-Za-z]{${PREFIX_CHARS}})_[0-9A-Za-z]{${SECRET_CHARS}}$`);

export interface NewKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: string | null;
}

export interface KeyRecord {
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly tier: string;
}

export interface KeyService {
  issue(userId: UserId, key: NewKey): Promise<KeyRecord & { key: string }>;
  list(userId: UserId): Promise<KeyRecord[]>;
  revoke(userId: UserId, prefix: string): Promise<void>;
  /** 401 when the key is not valid, 403 when it may not be used from this address. */
  verify(key: string, ip: string): Promise<KeyPrincipal>;
  /** Writes what is known about last uses; afterwards nothing runs any more. */
  stop(): Promise<void>;
}

export function createKeyService(options: {
  store: KeyStore;
  entitlements: EntitlementSource;
  clock: Clock;
  log: Log;
}): KeyService {
  const { store, entitlements, clock } = options;
  const lastUsed = createLastUsed(store, options.log);

  return {
    async issue(userId, wanted) {
      const now = clock.now();
      const allowedCidrs = readCidrs(wanted.allowedCidrs);
      const expiresAt = readExpiry(wanted.expiresAt, now);
      const scopes = [...new Set(wanted.scopes)];
      const plan = await entitlements.planOf(userId);
      for (;;) {
        const prefix = `${CREDENTIALS.key.prefix}${randomText(PREFIX_CHARS)}`;
        const key = `${prefix}_${randomText(SECRET_CHARS)}`;
        const row = {
          prefix,
          name: wanted.name,
          scopes,
          allowed_cidrs: allowedCidrs,
          expires_at: expiresAt,
          created_at: now,
        };
        const outcome = await store.insert({
          ...row,
          userId,
          hash: hashCredential(key),
          max: plan.entitlements['keys.max'],
        });
        if (outcome === 'done') return { ...record({ ...row, last_used_at: null }, plan.code), key };
        if (outcome === 'account-gone') throw new AppError('auth.invalid_token');
        if (outcome === 'limit') {
          const allowed = plan.entitlements['keys.max'];
          throw new AppError('key.limit_reached', `The plan ${plan.code} allows ${allowed}.`);
        }
      }
    },

    async list(userId) {
      const [rows, { code }] = await Promise.all([store.list(userId), entitlements.planOf(userId)]);
      return rows.map((row) => record({ ...row, last_used_at: lastUsed.latest(row.prefix, row.last_used_at) }, code));
    },

    async revoke(userId, prefix) {
      if (!(await store.remove(userId, prefix))) throw new AppError('key.not_found');
    },

    async verify(key, ip) {
      const prefix = KEY_SHAPE.exec(key)?.[1];
      const row = prefix === undefined ? null : await store.findForVerification(prefix);
      const now = clock.now();
      if (prefix === undefined || row === null || !sameSecret(row.hash, hashCredential(key))) {
        throw new AppError('auth.invalid_token');
      }
      if (row.expires_at !== null && row.expires_at <= now) throw new AppError('auth.invalid_token');
      if (row.allowed_cidrs.length > 0) {
        const cidrs = parseCidrs(row.allowed_cidrs);
        if (!cidrs.ok || !contains(cidrs.list, ip)) throw new AppError('key.ip_not_allowed');
      }
      lastUsed.note(prefix, now);
      return { kind: 'key', userId: row.user_id, prefix, scopes: row.scopes };
    },

    stop: () => lastUsed.stop(),
  };
}

/** 403 unless the key has the scope. */
export function requireScope(principal: KeyPrincipal, scope: Scope): void {
  if (!principal.scopes.includes(scope)) {
    throw new AppError('key.scope_missing', `This call wants the scope ${scope}.`);
  }
}

function readCidrs(items: readonly string[]): string[] {
  const parsed = parseCidrs(items);
  if (!parsed.ok) {
    const at = items.indexOf(parsed.item);
    throw invalidField(`body.allowedCidrs.${at}`, 'must be an IPv4 or IPv6 address or CIDR range');
  }
  return [...new Set(items.map((item) => item.trim()))];
}

// A moment with its zone: without one it would mean another time on every machine.
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = DATE_TIME.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(at.getTime())) {
    throw invalidField('body.expiresAt', 'must be an ISO 8601 date and time with a zone, such as 2027-01-31T00:00:00Z');
  }
  if (at <= now) throw invalidField('body.expiresAt', 'must be in the future');
  return at;
}

function record(row: KeyRow, tier: string): KeyRecord {
  return {
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes,
    allowedCidrs: row.allowed_cidrs,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    tier,
  };
}
