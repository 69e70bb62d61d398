// Mailboxes: opening, reading, extending, destroying, and the public domains they live on.

import type { Database, Transaction } from '../../infra/db/database.ts';
import type { Outbox } from '../../infra/outbox.ts';
import type { Wakeup } from '../../infra/wakeup.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Cursors } from '../../lib/cursor.ts';
import { cutPage, type Page } from '../../lib/cursor.ts';
import { ACCOUNT_DEFAULT_TTL, ANONYMOUS, type EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { type DomainId, type MailboxId, newId, readId, type SessionId, type UserId } from '../../lib/ids.ts';
import { generateLocalPart } from '../../lib/local-part.ts';
import type { MailboxTokens } from '../../lib/mailbox-token.ts';
import type { MailboxPrincipal } from '../../lib/principal.ts';
import type { AddressKey, Claim, Granted, MailboxRow, MailboxStore } from './store.ts';

export type { Claim, Granted } from './store.ts';

export interface Mailbox {
  readonly id: MailboxId;
  readonly address: string;
  readonly domain: string;
  readonly ownerId: UserId | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewMailbox {
  readonly domain?: string | undefined;
  readonly localPart?: string | undefined;
  readonly ttl?: number | undefined;
}

/** Whose the new mailbox is. */
export type Opener =
  | { readonly kind: 'anonymous'; readonly sessionId: SessionId | null }
  | { readonly kind: 'account'; readonly userId: UserId };

/** A private domain as far as mailboxes care. The domains module answers. */
export interface DomainDirectory {
  find(domain: string): Promise<{
    readonly domainId: DomainId;
    readonly ownerId: UserId;
    readonly verified: boolean;
    readonly catchAll: boolean;
  } | null>;
}

/** Removes what a mailbox received, in the same transaction. The messages module answers. */
export interface ContentRemover {
  removeOf(tx: Transaction, mailboxIds: readonly MailboxId[]): Promise<void>;
}

/** Lets a new mailbox join a guest session. The session module answers. */
export interface SessionIndex {
  join(tx: Transaction, sessionId: SessionId, mailboxId: MailboxId): Promise<void>;
}

/**
 * Where a mailbox is opened. The private domain is known beforehand: a question to the pool from inside a transaction would wait
 * for a connection that other such transactions hold.
 */
export interface Place extends AddressKey {
  readonly domainId: DomainId | null;
}

const GENERATED_TRIES = 5;
const EXPIRY_BATCH = 500;

export type MailboxService = ReturnType<typeof createMailboxService>;

export function createMailboxService(parts: {
  database: Database;
  store: MailboxStore;
  tokens: MailboxTokens;
  cursors: Cursors;
  clock: Clock;
  wakeup: Wakeup;
  outbox: Outbox;
  entitlements: EntitlementSource;
  domains: DomainDirectory;
  content: ContentRemover;
  sessions: SessionIndex;
}) {
  const { database, store, tokens, cursors, clock, wakeup, outbox, entitlements, domains } = parts;
  const onGone: ((mailbox: Mailbox) => void)[] = [];

  async function activePublicDomains(): Promise<string[]> {
    return (await store.publicDomains()).filter((row) => row.retiredAt === null).map((row) => row.domain);
  }

  async function chooseDomain(wanted: string | undefined, opener: Opener): Promise<Omit<Place, 'localPart'>> {
    const open = await activePublicDomains();
    if (wanted === undefined) {
      const first = open[0];
      if (first === undefined) throw new AppError('mailbox.domain_unavailable', 'No public domain is open.');
      return { domain: first, domainId: null };
    }
    const domain = wanted.toLowerCase();
    if (open.includes(domain)) return { domain, domainId: null };
    const held = await domains.find(domain);
    if (held?.verified && opener.kind === 'account' && held.ownerId === opener.userId) {
      return { domain, domainId: held.domainId };
    }
    throw new AppError('mailbox.domain_unavailable', `"${domain.slice(0, 80)}" is not open to you.`);
  }

  async function lifeOf(opener: Opener, ttl: number | undefined) {
    if (opener.kind === 'anonymous') {
      return { seconds: ttl ?? ANONYMOUS.defaultTtl, max: ANONYMOUS.maxTtl, maxMailboxes: Number.POSITIVE_INFINITY };
    }
    const { entitlements: granted } = await entitlements.planOf(opener.userId);
    const max = granted['mailboxes.maxTtl'];
    return { seconds: ttl ?? Math.min(ACCOUNT_DEFAULT_TTL, max), max, maxMailboxes: granted['mailboxes.max'] };
  }

  /** Opens a mailbox at the address unless a living one is there; an expired one makes way. */
  async function openAt(tx: Transaction, key: Place, ownerId: UserId | null, seconds: number): Promise<Mailbox | null> {
    const now = clock.now();
    const row: MailboxRow = {
      localPart: key.localPart,
      domain: key.domain,
      id: newId('mailbox'),
      ownerId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + seconds * 1_000),
    };
    if (!(await store.insert(tx, row))) {
      const expired = await store.lockExpiredAt(tx, key, now);
      if (!expired) return null;
      await expire(tx, [expired], () => key.domainId);
      if (!(await store.insert(tx, row))) return null;
    }
    if (ownerId !== null) await outbox.record(tx, [createdEvent(row, ownerId, key.domainId)]);
    return mailboxOf(row);
  }

  async function expire(
    tx: Transaction,
    rows: readonly MailboxRow[],
    domainIdOf: (domain: string) => DomainId | null,
  ): Promise<void> {
    const ids = rows.map((row) => row.id);
    await parts.content.removeOf(tx, ids);
    await store.remove(tx, ids);
    const owned = rows.filter((row): row is MailboxRow & { ownerId: UserId } => row.ownerId !== null);
    await outbox.record(
      tx,
      owned.map((row) => expiredEvent(row, row.ownerId, domainIdOf(row.domain))),
    );
  }

  async function domainIdsOf(rows: readonly MailboxRow[]): Promise<(domain: string) => DomainId | null> {
    const names = new Set(rows.filter((row) => row.ownerId !== null).map((row) => row.domain));
    const ids = new Map<string, DomainId | null>();
    for (const name of names) ids.set(name, (await domains.find(name))?.domainId ?? null);
    return (domain) => ids.get(domain) ?? null;
  }

  function gone(mailbox: Mailbox): void {
    for (const listener of onGone) listener(mailbox);
    wakeup.publish(mailbox.id, 'gone');
  }

  const createdEvent = (row: MailboxRow, ownerId: UserId, domainId: DomainId | null) =>
    ({
      name: 'mailbox.created',
      ownerId,
      domainId,
      at: row.createdAt,
      data: {
        mailboxId: row.id,
        address: addressOf(row),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt.toISOString(),
      },
    }) as const;
  const expiredEvent = (row: MailboxRow, ownerId: UserId, domainId: DomainId | null) =>
    ({
      name: 'mailbox.expired',
      ownerId,
      domainId,
      at: clock.now(),
      data: { mailboxId: row.id, address: addressOf(row), expiredAt: row.expiresAt.toISOString() },
    }) as const;

  return {
    /** Called with every mailbox that is destroyed in this process. */
    onGone(listener: (mailbox: Mailbox) => void): void {
      onGone.push(listener);
    },

    async open(wanted: NewMailbox, opener: Opener): Promise<Mailbox> {
      const life = await lifeOf(opener, wanted.ttl);
      if (life.seconds > life.max) throw invalidField('body.ttl', `must be at most ${life.max} here`);
      const place = await chooseDomain(wanted.domain, opener);
      const ownerId = opener.kind === 'account' ? opener.userId : null;
      return database.transaction(async (tx) => {
        if (ownerId !== null) {
          const count = await store.countOwnedLocked(tx, ownerId, clock.now());
          if (count >= life.maxMailboxes) {
            throw new AppError('mailbox.limit_reached', `The plan allows ${life.maxMailboxes} mailboxes at once.`);
          }
        }
        for (let tries = wanted.localPart === undefined ? GENERATED_TRIES : 1; tries > 0; tries--) {
          const localPart = wanted.localPart ?? generateLocalPart();
          const mailbox = await openAt(tx, { ...place, localPart }, ownerId, life.seconds);
          if (!mailbox) continue;
          if (opener.kind === 'anonymous' && opener.sessionId)
            await parts.sessions.join(tx, opener.sessionId, mailbox.id);
          return mailbox;
        }
        throw new AppError('mailbox.local_part_taken');
      });
    },

    /** First mail to a catch-all domain. Of parallel ones, one opens the mailbox and all find it. Null: the plan has no room. */
    async openCatchAll(key: Place, ownerId: UserId): Promise<Mailbox | null> {
      const { entitlements: granted } = await entitlements.planOf(ownerId);
      return database.transaction(async (tx) => {
        const count = await store.countOwnedLocked(tx, ownerId, clock.now());
        const [existing] = await store.findByAddresses([key], clock.now(), tx);
        if (existing) return mailboxOf(existing);
        if (count >= granted['mailboxes.max']) return null;
        return openAt(tx, key, ownerId, Math.min(ACCOUNT_DEFAULT_TTL, granted['mailboxes.maxTtl']));
      });
    },

    tokenFor: (mailbox: Mailbox): string => tokens.mint(mailbox.id, mailbox.expiresAt),

    async authenticate(token: string): Promise<MailboxPrincipal> {
      const read = tokens.read(token);
      if (!read) throw new AppError('auth.invalid_token');
      const now = clock.now();
      const row = await store.find(read.mailboxId);
      if (row && row.expiresAt > now && read.expiresAt > now) {
        return { kind: 'mailbox', mailboxId: row.id, expiresAt: row.expiresAt, ownerId: row.ownerId };
      }
      if (row && row.expiresAt > now) {
        throw new AppError('auth.invalid_token', 'The token is past its end; use the one that extend answered.');
      }
      if (row || read.expiresAt <= now) throw new AppError('mailbox.expired');
      throw new AppError('auth.invalid_token');
    },

    async get(id: MailboxId): Promise<Mailbox> {
      const row = await store.find(id);
      if (!row || row.expiresAt <= clock.now()) throw new AppError('mailbox.expired');
      return mailboxOf(row);
    },

    /** Its end, past or to come; null when it is gone. */
    endOf: async (id: MailboxId): Promise<Date | null> => (await store.find(id))?.expiresAt ?? null,

    async extend(id: MailboxId, ownerId: UserId | null, ttl: number | undefined): Promise<Mailbox> {
      const opener: Opener = ownerId ? { kind: 'account', userId: ownerId } : { kind: 'anonymous', sessionId: null };
      const life = await lifeOf(opener, ttl);
      if (life.seconds > life.max) {
        throw new AppError('mailbox.extend_limit', `A mailbox here lives at most ${life.max} s from now.`);
      }
      const now = clock.now();
      const end = await store.extend(id, new Date(now.getTime() + life.seconds * 1_000), now);
      if (!end) throw new AppError('mailbox.expired');
      const row = await store.find(id);
      if (!row) throw new AppError('mailbox.expired');
      return mailboxOf(row);
    },

    async destroy(id: MailboxId): Promise<void> {
      const row = await store.find(id);
      if (!row) return;
      await database.transaction(async (tx) => {
        // The row first: a delivery that holds it commits before, and one that comes after finds nothing.
        await store.remove(tx, [id]);
        await parts.content.removeOf(tx, [id]);
      });
      gone(mailboxOf(row));
    },

    async listOwned(userId: UserId, page: { limit: number; cursor?: string | undefined }): Promise<Page<Mailbox>> {
      const before = cursors.decode('me.mailboxes', page.cursor);
      const rows = await store.listOwned(userId, before, page.limit + 1, clock.now());
      return cutPage(rows.map(mailboxOf), page.limit, (last) => cursors.encode('me.mailboxes', last.id));
    },

    /** A mailbox of the account, or 404: also when it belongs to someone else. */
    async ownedBy(userId: UserId, id: string): Promise<Mailbox> {
      const mailboxId = readId('mailbox', id);
      const row = mailboxId && (await store.find(mailboxId));
      if (!row || row.ownerId !== userId || row.expiresAt <= clock.now()) throw new AppError('mailbox.not_found');
      return mailboxOf(row);
    },

    async findLiving(ids: readonly string[]): Promise<Mailbox[]> {
      return (await store.findMany(ids, clock.now())).map(mailboxOf);
    },

    async findByAddresses(keys: readonly AddressKey[]): Promise<Mailbox[]> {
      return (await store.findByAddresses(keys, clock.now())).map(mailboxOf);
    },

    /** Ends what is past its time, in small steps; true when there may be more. */
    async expireSome(): Promise<boolean> {
      const rows = await database.transaction(async (tx) => {
        const expired = await store.lockExpired(tx, clock.now(), EXPIRY_BATCH);
        if (expired.length > 0) await expire(tx, expired, await domainIdsOf(expired));
        return expired;
      });
      for (const row of rows) gone(mailboxOf(row));
      return rows.length === EXPIRY_BATCH;
    },

    receivedToday: (id: MailboxId): Promise<number> => store.countToday(id, dayOf(clock.now())),
    accountReceivedToday: (ownerId: UserId): Promise<number> => store.usageOf(ownerId, dayOf(clock.now())),

    /**
     * Part of the mail line's transaction. Hands out message numbers to as many copies as the day's caps allow; what is left
     * out is over its cap, and a mailbox that is missing from the answer is gone.
     */
    claim: (tx: Transaction, claims: readonly Claim[]): Promise<Granted[]> =>
      store.claim(tx, claims, dayOf(clock.now()), clock.now()),
    lockAccountUsage: (tx: Transaction, ownerIds: readonly UserId[]): Promise<Map<UserId, number>> =>
      store.lockUsage(tx, ownerIds, dayOf(clock.now())),
    addAccountUsage: (tx: Transaction, added: ReadonlyMap<UserId, number>): Promise<void> =>
      store.addUsage(tx, added, dayOf(clock.now())),

    activePublicDomains,
    listPublicDomains: () => store.publicDomains(),
    addPublicDomain: (domain: string): Promise<boolean> => store.addPublicDomain(domain, clock.now()),
    retirePublicDomain: (domain: string): Promise<boolean> => store.retirePublicDomain(domain, clock.now()),
    seedPublicDomains: (list: readonly string[]): Promise<void> => store.seedPublicDomains(list, clock.now()),
    forgetUsageBefore: (day: string): Promise<void> => store.forgetUsage(day),
  };
}

/** Days are UTC. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
const addressOf = (row: MailboxRow): string => `${row.localPart}@${row.domain}`;

function mailboxOf(row: MailboxRow): Mailbox {
  return {
    id: row.id,
    address: addressOf(row),
    domain: row.domain,
    ownerId: row.ownerId,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
}
