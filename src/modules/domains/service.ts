// Private domains: claimed, proved over DNS, re-checked from time to time. Mailboxes and the mail line ask `find`.

import type { Transaction } from '../../infra/db/database.ts';
import type { Dns } from '../../infra/dns.ts';
import type { Outbox } from '../../infra/outbox.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { type DomainId, newId, readId, type UserId } from '../../lib/ids.ts';
import { randomText } from '../../lib/secrets.ts';
import { PROOF_PREFIX, proofOf } from './dns-check.ts';
import { isOwnName, readDomainName } from './domain-name.ts';
import type { DomainRow, DomainStatus, DomainStore } from './store.ts';
import { createVerification, notReady } from './verification.ts';

export interface WantedRecord {
  readonly type: 'TXT' | 'MX';
  readonly name: string;
  readonly value: string;
  readonly priority?: number;
  /** What the last check found under that name and type. */
  readonly found: readonly string[];
  readonly ok: boolean;
}

export interface Domain {
  readonly id: DomainId;
  readonly domain: string;
  readonly status: DomainStatus;
  readonly catchAll: boolean;
  readonly records: readonly WantedRecord[];
  readonly createdAt: Date;
  readonly verifiedAt: Date | null;
  readonly lastCheckedAt: Date | null;
}

export interface HeldDomain {
  readonly domainId: DomainId;
  readonly ownerId: UserId;
  /** False while it is suspended: no mail is taken then. */
  readonly verified: boolean;
  /** Whether any address opens by its first mail: switched on, and in the plan as of now. */
  readonly catchAll: boolean;
}

export interface DomainDirectory {
  /** Who holds a private domain; null when nobody has verified it. Read from the database each time, never stale. */
  find(domain: string): Promise<HeldDomain | null>;
}

export interface DomainService extends DomainDirectory {
  list(ownerId: UserId): Promise<Domain[]>;
  add(ownerId: UserId, name: string): Promise<Domain>;
  /** Its mailboxes take no more mail from this moment; what they hold stays readable until their end. */
  remove(ownerId: UserId, id: string): Promise<void>;
  setCatchAll(ownerId: UserId, id: string, enabled: boolean): Promise<Domain>;
  /** Looks at DNS now; 422 with what was found when it is not right. */
  verify(ownerId: UserId, id: string): Promise<Domain>;
  /** The id when it is a domain of the account, else null: for filters and webhooks that are bound to one. */
  owned(ownerId: UserId, id: string): Promise<DomainId | null>;
  /** The name of a domain that the account holds, verified or suspended; null for any other id. */
  heldName(ownerId: UserId, id: string): Promise<string | null>;
  /** The ids of the names that are held, verified or suspended, asked within a transaction. */
  idsOf(tx: Transaction, domains: readonly string[]): Promise<ReadonlyMap<string, DomainId>>;
  /** Re-checks what is due, in batches. */
  recheckDue(): Promise<void>;
}

const MX_PRIORITY = 10;

export function createDomainService(parts: {
  store: DomainStore;
  dns: Pick<Dns, 'txt' | 'mx'>;
  outbox: Outbox;
  entitlements: EntitlementSource;
  clock: Clock;
  mxHost: string;
  /** The operator's public domains, retired ones included. */
  publicDomains: () => Promise<readonly string[]>;
}): DomainService {
  const { store, entitlements, clock, mxHost } = parts;
  const verification = createVerification(parts);

  async function ownDomain(ownerId: UserId, id: string): Promise<DomainRow> {
    const domainId = readId('domain', id);
    const row = domainId && (await store.find(ownerId, domainId));
    if (!row) throw new AppError('domain.not_found');
    return row;
  }

  const view = (row: DomainRow): Domain => ({
    id: row.id,
    domain: row.domain,
    status: row.status,
    catchAll: row.catchAll,
    records: [
      {
        type: 'TXT',
        name: `${PROOF_PREFIX}.${row.domain}`,
        value: proofOf(row.token),
        found: row.txtFound,
        ok: row.txtOk,
      },
      { type: 'MX', name: row.domain, value: mxHost, priority: MX_PRIORITY, found: row.mxFound, ok: row.mxOk },
    ],
    createdAt: row.createdAt,
    verifiedAt: row.verifiedAt,
    lastCheckedAt: row.lastCheckedAt,
  });

  return {
    list: async (ownerId) => (await store.list(ownerId)).map(view),

    async add(ownerId, name) {
      const read = readDomainName(name);
      if (!read.ok) throw invalidField('body.domain', read.reason);
      const { domain } = read;
      if (isOwnName(domain, await parts.publicDomains(), mxHost)) {
        throw invalidField('body.domain', `${domain} belongs to this service`);
      }
      const plan = await entitlements.planOf(ownerId);
      const row = { id: newId('domain'), ownerId, domain, token: randomText(32), createdAt: clock.now() };
      const max = plan.entitlements['domains.max'];
      switch (await store.insert({ ...row, max })) {
        case 'own-already':
          throw new AppError('domain.taken', `${domain} is already in this account.`);
        case 'limit':
          throw new AppError('domain.limit_reached', `The plan ${plan.code} allows ${max}.`);
        case 'held':
          throw new AppError('domain.taken', `${domain} is verified by another account.`);
        case 'account-gone':
          throw new AppError('auth.invalid_token');
        case 'done':
          return view(await ownDomain(ownerId, row.id));
      }
    },

    async remove(ownerId, id) {
      const domainId = readId('domain', id);
      if (!domainId || !(await store.remove(ownerId, domainId))) throw new AppError('domain.not_found');
    },

    async setCatchAll(ownerId, id, enabled) {
      const row = await ownDomain(ownerId, id);
      if (enabled) {
        const plan = await entitlements.planOf(ownerId);
        if (!plan.entitlements['domains.catchAll']) {
          throw new AppError('entitlement.required', `The plan ${plan.code} does not include domains.catchAll.`);
        }
      }
      const changed = await store.setCatchAll(ownerId, row.id, enabled);
      if (!changed) throw new AppError('domain.not_verified', `${row.domain} is not verified.`);
      return view(changed);
    },

    async verify(ownerId, id) {
      const outcome = await verification.check(await ownDomain(ownerId, id));
      if (outcome.kind === 'gone') throw new AppError('domain.not_found');
      if (outcome.kind === 'held') {
        throw new AppError('domain.not_verified', 'Another account has verified this domain in the meantime.');
      }
      if (outcome.row.status !== 'verified' || !outcome.report.mx.ok) {
        throw notReady(view(outcome.row).records, outcome.report);
      }
      return view(outcome.row);
    },

    async owned(ownerId, id) {
      const domainId = readId('domain', id);
      return domainId && (await store.find(ownerId, domainId)) ? domainId : null;
    },

    async heldName(ownerId, id) {
      const domainId = readId('domain', id);
      const row = domainId && (await store.find(ownerId, domainId));
      return row && row.status !== 'unverified' ? row.domain : null;
    },

    async find(domain) {
      const row = await store.holder(domain);
      if (!row) return null;
      const verified = row.status === 'verified';
      // The plan is asked for only where the switch is on.
      const catchAll =
        verified && row.catchAll && (await entitlements.planOf(row.ownerId)).entitlements['domains.catchAll'];
      return { domainId: row.id, ownerId: row.ownerId, verified, catchAll };
    },

    idsOf: (tx, domains) => store.holderIds(tx, domains),

    recheckDue: verification.recheckDue,
  };
}
