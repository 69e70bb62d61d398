// What a plan grants. Modules ask an EntitlementSource; billing is the one that answers.

import type { UserId } from './ids.ts';

export interface Entitlements {
  readonly 'domains.max': number;
  readonly 'domains.catchAll': boolean;
  readonly 'filters.max': number;
  readonly 'webhooks.max': number;
  readonly 'keys.max': number;
  readonly 'mailboxes.max': number;
  /** Seconds. */
  readonly 'mailboxes.maxTtl': number;
  readonly 'mail.perDay': number;
  /** Seconds that originals are kept. */
  readonly 'raw.retention': number;
}

export interface EffectivePlan {
  readonly code: string;
  readonly name: string;
  readonly entitlements: Entitlements;
}

export interface EntitlementSource {
  /** The account's plan with its add-ons, as of now. */
  planOf(userId: UserId): Promise<EffectivePlan>;
}

/** Retention of originals and default life where no account is involved. */
export const ANONYMOUS = { rawRetention: 15 * 60, defaultTtl: 3_600, maxTtl: 86_400 } as const;
export const ACCOUNT_DEFAULT_TTL = 86_400;
