// SQL of the catalog (plans and add-ons) and of the payment providers.

import type { Queryable } from '../../infra/db/database.ts';
import type { Interval } from '../../lib/period.ts';
import type { PartialEntitlements } from './entitlement-sum.ts';

export type OfferKind = 'plan' | 'addon';

export interface Offer {
  readonly code: string;
  readonly kind: OfferKind;
  readonly name: string;
  readonly prices: Readonly<Record<Interval, number>>;
  readonly entitlements: PartialEntitlements;
}

interface OfferRow {
  code: string;
  kind: OfferKind;
  name: string;
  monthly: number;
  yearly: number;
  entitlements: PartialEntitlements;
}

const offerOf = ({ code, kind, name, monthly, yearly, entitlements }: OfferRow): Offer => ({
  code,
  kind,
  name,
  prices: { monthly, yearly },
  entitlements,
});

const OFFER = 'code, kind, name, monthly, yearly, entitlements';

export async function listOffers(queryable: Queryable): Promise<Offer[]> {
  const rows = await queryable.query<OfferRow>({
    name: 'billing.offers',
    text: `select ${OFFER} from offers order by position, code`,
  });
  return rows.map(offerOf);
}

export async function findOffer(queryable: Queryable, kind: OfferKind, code: string): Promise<Offer | null> {
  const [row] = await queryable.query<OfferRow>({
    name: 'billing.offer',
    text: `select ${OFFER} from offers where code = $2 and kind = $1`,
    values: [kind, code],
  });
  return row ? offerOf(row) : null;
}

export interface OfferChange {
  readonly monthly?: number;
  readonly yearly?: number;
  readonly entitlements?: PartialEntitlements;
}

/** Changes what is named and leaves the rest; null when there is no such offer. */
export async function changeOffer(queryable: Queryable, code: string, change: OfferChange): Promise<Offer | null> {
  const [row] = await queryable.query<OfferRow>({
    text: `update offers set monthly = coalesce($2::bigint, monthly), yearly = coalesce($3::bigint, yearly),
             entitlements = entitlements || $4::jsonb
           where code = $1 returning ${OFFER}`,
    values: [code, change.monthly ?? null, change.yearly ?? null, JSON.stringify(change.entitlements ?? {})],
  });
  return row ? offerOf(row) : null;
}

export interface ProviderRow {
  readonly code: string;
  readonly name: string;
  readonly currencies: string[];
  readonly built: boolean;
  readonly enabled: boolean;
}

export function listProviders(queryable: Queryable): Promise<ProviderRow[]> {
  return queryable.query<ProviderRow>({
    name: 'billing.providers',
    text: 'select code, name, currencies, built, enabled from payment_providers order by position, code',
  });
}

export async function switchProvider(queryable: Queryable, code: string, enabled: boolean): Promise<void> {
  await queryable.query({
    text: 'update payment_providers set enabled = $2 where code = $1',
    values: [code, enabled],
  });
}
