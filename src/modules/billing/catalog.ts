// The catalog of plans and add-ons, and the registry of payment providers: data that the operator changes.

import { checkViolation, type Database } from '../../infra/db/database.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { ENTITLEMENT_NAMES, type EntitlementName, inOrder, type PartialEntitlements } from './entitlement-sum.ts';
import { changeOffer, listOffers, listProviders, type Offer, type ProviderRow, switchProvider } from './store.ts';

export type ProviderStatus = 'active' | 'disabled' | 'coming_soon';

export interface Provider {
  readonly code: string;
  readonly name: string;
  readonly status: ProviderStatus;
  readonly currencies: readonly string[];
}

export interface Catalog {
  offers(): Promise<{ plans: Offer[]; addons: Offer[] }>;
  /** Entitlements come as the texts `KEY=VALUE` of the console. */
  set(code: string, change: { monthly?: number; yearly?: number; entitlements?: readonly string[] }): Promise<Offer>;
  providers(): Promise<Provider[]>;
  setProvider(code: string, enabled: boolean): Promise<Provider>;
}

export function createCatalog(parts: {
  database: Database;
  /** Whether the account that a bank transfer goes to is set. */
  bankConfigured: boolean;
  changed: () => void;
}): Catalog {
  const { database, bankConfigured, changed } = parts;

  const providerOf = ({ code, name, currencies, built, enabled }: ProviderRow): Provider => {
    const usable = enabled && (code !== 'bank_transfer' || bankConfigured);
    return { code, name, currencies, status: !built ? 'coming_soon' : usable ? 'active' : 'disabled' };
  };
  const providers = async () => (await listProviders(database)).map(providerOf);

  return {
    async offers() {
      const offers = (await listOffers(database)).map((offer) => ({
        ...offer,
        entitlements: inOrder(offer.entitlements),
      }));
      return {
        plans: offers.filter((offer) => offer.kind === 'plan'),
        addons: offers.filter((offer) => offer.kind === 'addon'),
      };
    },

    async set(code, { entitlements = [], ...prices }) {
      const granted = Object.assign({}, ...entitlements.map(readEntitlement)) as PartialEntitlements;
      try {
        const offer = await changeOffer(database, code, { ...prices, entitlements: granted });
        if (!offer) throw new AppError('plan.unknown', `There is no plan or add-on "${code}".`);
        changed();
        return { ...offer, entitlements: inOrder(offer.entitlements) };
      } catch (error) {
        if (checkViolation(error) === 'offers_free_is_free') throw invalidField('code', 'The plan free stays free.');
        throw error;
      }
    },

    providers,

    async setProvider(code, enabled) {
      const known = (await providers()).find((provider) => provider.code === code);
      if (!known) throw new AppError('payment.provider_unavailable', `There is no provider "${code}".`);
      if (known.status === 'coming_soon') {
        throw new AppError('payment.provider_unavailable', `The provider "${code}" is not built yet.`);
      }
      await switchProvider(database, code, enabled);
      return (await providers()).find((provider) => provider.code === code) ?? known;
    },
  };
}

function readEntitlement(text: string): { [N in EntitlementName]?: number | boolean } {
  const [key = '', value = '', ...more] = text.split('=').map((part) => part.trim());
  const name = ENTITLEMENT_NAMES.find((known) => known === key);
  if (!name || more.length > 0) {
    throw invalidField('entitlement', `"${text}" is not KEY=VALUE with one of ${ENTITLEMENT_NAMES.join(', ')}.`);
  }
  if (name === 'domains.catchAll') {
    if (value !== 'yes' && value !== 'no') throw invalidField('entitlement', `${name} takes yes or no.`);
    return { [name]: value === 'yes' };
  }
  if (!/^\d{1,10}$/.test(value)) throw invalidField('entitlement', `${name} takes a whole number.`);
  return { [name]: Number(value) };
}
