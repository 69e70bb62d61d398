// Pure: what a plan and its add-ons grant together.

import type { Entitlements } from '../../lib/entitlements.ts';

export const ENTITLEMENT_NAMES = [
  'domains.max',
  'domains.catchAll',
  'filters.max',
  'webhooks.max',
  'keys.max',
  'mailboxes.max',
  'mailboxes.maxTtl',
  'mail.perDay',
  'raw.retention',
] as const satisfies readonly (keyof Entitlements)[];

export type EntitlementName = (typeof ENTITLEMENT_NAMES)[number];
export type PartialEntitlements = Partial<Entitlements>;

const NOTHING: Entitlements = {
  'domains.max': 0,
  'domains.catchAll': false,
  'filters.max': 0,
  'webhooks.max': 0,
  'keys.max': 0,
  'mailboxes.max': 0,
  'mailboxes.maxTtl': 0,
  'mail.perDay': 0,
  'raw.retention': 0,
};

/** Numbers add up, yes beats no, and what nobody names is nothing. */
export function sumEntitlements(grants: readonly PartialEntitlements[]): Entitlements {
  const sum: Record<string, number | boolean> = { ...NOTHING };
  for (const grant of grants) {
    for (const name of ENTITLEMENT_NAMES) {
      const more = grant[name];
      const had = sum[name];
      if (typeof more === 'number' && typeof had === 'number') sum[name] = had + more;
      else if (more === true) sum[name] = true;
    }
  }
  return sum as unknown as Entitlements;
}

/** The named entitlements in the order of the list; the database keeps them in another. */
export function inOrder(entitlements: PartialEntitlements): PartialEntitlements {
  return Object.fromEntries(
    ENTITLEMENT_NAMES.filter((name) => entitlements[name] !== undefined).map((name) => [name, entitlements[name]]),
  );
}
