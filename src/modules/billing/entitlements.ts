// What an account may do right now. Asked on every mail, so the answer is kept for a moment; a change in this process
// is seen at once, one made by another process within a second.

import type { Clock } from '../../lib/clock.ts';
import type { EffectivePlan, EntitlementSource } from '../../lib/entitlements.ts';
import type { UserId } from '../../lib/ids.ts';
import { createLru } from '../../lib/lru.ts';
import { sumEntitlements } from './entitlement-sum.ts';
import type { Grant } from './store.ts';

const KEPT_MS = 1_000;
const KEPT_ACCOUNTS = 20_000;

export interface EntitlementCache extends EntitlementSource {
  forget(userId: UserId): void;
  forgetAll(): void;
}

interface Kept {
  readonly plan: EffectivePlan;
  readonly at: number;
  /** The first end of a period among what it was computed from. */
  readonly until: number;
}

export function createEntitlements(parts: {
  clock: Clock;
  grantsOf: (userId: UserId) => Promise<Grant[]>;
}): EntitlementCache {
  const { clock, grantsOf } = parts;
  const cache = createLru<UserId, Kept>({ max: KEPT_ACCOUNTS });
  // An answer that was read before a change and arrives after it must not be kept.
  let changes = 0;

  return {
    async planOf(userId) {
      const at = clock.now().getTime();
      const kept = cache.get(userId);
      if (kept && Math.abs(at - kept.at) < KEPT_MS && at < kept.until) return kept.plan;
      const before = changes;
      const grants = await grantsOf(userId);
      const plan = effectivePlan(grants);
      const ends = grants.flatMap(({ subscription }) => subscription?.period.end.getTime() ?? []);
      if (before === changes) cache.set(userId, { plan, at, until: Math.min(...ends, Number.POSITIVE_INFINITY) });
      return plan;
    },
    forget(userId) {
      changes++;
      cache.delete(userId);
    },
    forgetAll() {
      changes++;
      cache.clear();
    },
  };
}

/** The plan (free when no other is active) with everything that add-ons put on top. */
export function effectivePlan(grants: readonly Grant[]): EffectivePlan {
  const plan = planGrant(grants);
  const addons = grants.filter((grant) => grant.kind === 'addon');
  return {
    code: plan.code,
    name: plan.name,
    entitlements: sumEntitlements([plan, ...addons].map((grant) => grant.entitlements)),
  };
}

export function planGrant(grants: readonly Grant[]): Grant {
  const plans = grants.filter((grant) => grant.kind === 'plan');
  const plan = plans.find((grant) => grant.subscription !== null) ?? plans[0];
  if (!plan) throw new Error('the catalog has no free plan');
  return plan;
}
