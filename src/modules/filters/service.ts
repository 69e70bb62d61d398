// Extraction filters of accounts, and running them over mail that arrives.

import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { type DomainId, type FilterId, newId, readId, type UserId } from '../../lib/ids.ts';
import { createLru } from '../../lib/lru.ts';
import { compileUserRegex } from '../../lib/user-regex.ts';
import { applyFilter, type FilteredMail, type FilterResult, type Patterns } from './apply.ts';
import { type RunnableFilter, runFilters } from './run.ts';
import type { FilterChange, FilterRow, FilterStore } from './store.ts';

export type Filter = FilterRow;

export interface NewFilter {
  readonly name: string;
  readonly scopeType?: 'all' | 'domain' | undefined;
  readonly domainId?: string | null | undefined;
  readonly fromPattern?: string | null | undefined;
  readonly subjectPattern?: string | null | undefined;
  readonly extractRegex: string;
  readonly priority?: number | undefined;
  readonly status?: 'active' | 'disabled' | undefined;
}

export interface FilterRunner {
  /** The code that the account's first matching filter finds, or null. Nearly free for accounts without filters. */
  run(
    ownerId: UserId,
    domainId: DomainId | null,
    mail: FilteredMail,
  ): Promise<{ code: string; filterId: FilterId } | null>;
}

export interface FilterService extends FilterRunner {
  list(ownerId: UserId): Promise<Filter[]>;
  create(ownerId: UserId, filter: NewFilter): Promise<Filter>;
  change(ownerId: UserId, id: string, change: FilterChange): Promise<Filter>;
  remove(ownerId: UserId, id: string): Promise<void>;
  /** A dry run by the code that real mail goes through; nothing is saved. */
  test(filter: Patterns, sample: FilteredMail): FilterResult;
}

const DEFAULT_PRIORITY = 100;
/** A change made in another process is in effect here after this time; one made in this process at once. */
const CACHE_AGE_MS = 1_000;
/** Accounts and filters that are kept: some 20 MB at most. */
const CACHED_FILTERS = 20_000;

export function createFilterService(parts: {
  store: FilterStore;
  entitlements: EntitlementSource;
  clock: Clock;
  domains: { owned(ownerId: UserId, id: string): Promise<DomainId | null> };
}): FilterService {
  const { store, entitlements, clock, domains } = parts;
  const active = createLru<UserId, RunnableFilter[]>({
    max: CACHED_FILTERS,
    maxAgeMs: CACHE_AGE_MS,
    weigh: (filters) => 1 + filters.length,
  });
  let changes = 0;

  function forget(ownerId: UserId): void {
    changes++;
    active.delete(ownerId);
  }

  async function activeFilters(ownerId: UserId): Promise<RunnableFilter[]> {
    const kept = active.get(ownerId);
    if (kept) return kept;
    const before = changes;
    const filters = (await store.list(ownerId)).filter((row) => row.status === 'active');
    // What was read while something changed may be from before the change.
    if (before === changes) active.set(ownerId, filters);
    return filters;
  }

  return {
    list: (ownerId) => store.list(ownerId),

    async create(ownerId, wanted) {
      requireValidRegex(wanted.extractRegex);
      const scope = await readScope(ownerId, wanted);
      const plan = await entitlements.planOf(ownerId);
      const now = clock.now();
      const row: FilterRow = {
        ...scope,
        id: newId('filter'),
        name: wanted.name,
        fromPattern: wanted.fromPattern ?? null,
        subjectPattern: wanted.subjectPattern ?? null,
        extractRegex: wanted.extractRegex,
        priority: wanted.priority ?? DEFAULT_PRIORITY,
        status: wanted.status ?? 'active',
        createdAt: now,
        updatedAt: now,
      };
      const max = plan.entitlements['filters.max'];
      const outcome = await store.insert(ownerId, row, max);
      if (outcome === 'limit') throw new AppError('filter.limit_reached', `The plan ${plan.code} allows ${max}.`);
      // The domain, or the whole account, went away between the check and the write.
      if (outcome === 'reference-gone') throw unknownDomain();
      forget(ownerId);
      return row;
    },

    async change(ownerId, id, change) {
      const filterId = readId('filter', id);
      if (!filterId) throw new AppError('filter.not_found');
      if (change.extractRegex !== undefined) requireValidRegex(change.extractRegex);
      const row = await store.change(ownerId, filterId, change, clock.now());
      if (!row) throw new AppError('filter.not_found');
      forget(ownerId);
      return row;
    },

    async remove(ownerId, id) {
      const filterId = readId('filter', id);
      if (!filterId || !(await store.remove(ownerId, filterId))) throw new AppError('filter.not_found');
      forget(ownerId);
    },

    test(filter, sample) {
      requireValidRegex(filter.extractRegex, 'body.filter.extractRegex');
      // Real mail comes with the bare address; a person may paste the whole header.
      const from = /<([^<>]*)>\s*$/.exec(sample.from)?.[1] ?? sample.from;
      return applyFilter(filter, { ...sample, from });
    },

    async run(ownerId, domainId, mail) {
      const filters = await activeFilters(ownerId);
      return filters.length === 0 ? null : runFilters(filters, domainId, mail);
    },
  };

  /** `domain` goes with a domain of the account, `all` with none; left out, it follows from domainId. */
  async function readScope(ownerId: UserId, wanted: NewFilter): Promise<Pick<FilterRow, 'scopeType' | 'domainId'>> {
    const domainId = wanted.domainId ?? null;
    const scopeType = wanted.scopeType ?? (domainId === null ? 'all' : 'domain');
    if (scopeType === 'all') {
      if (domainId !== null) throw invalidField('body.domainId', 'must be left out with scopeType all');
      return { scopeType, domainId: null };
    }
    if (domainId === null) throw invalidField('body.domainId', 'is required with scopeType domain');
    const owned = await domains.owned(ownerId, domainId);
    if (!owned) throw unknownDomain();
    return { scopeType, domainId: owned };
  }
}

function unknownDomain(): AppError {
  return invalidField('body.domainId', 'is not a domain of this account');
}

function requireValidRegex(pattern: string, path = 'body.extractRegex'): void {
  const compiled = compileUserRegex(pattern);
  if (compiled.ok) return;
  throw new AppError('filter.invalid_regex', compiled.reason, { errors: [{ path, message: compiled.reason }] });
}
