// How a mailbox comes into being and how long it lives: on which domain, at which address, within which plan.

import type { Transaction } from '../../infra/db/database.ts';
import { ACCOUNT_DEFAULT_TTL, ANONYMOUS } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import { type DomainId, type MailboxId, newId, type SessionId, type UserId } from '../../lib/ids.ts';
import { generateLocalPart } from '../../lib/local-part.ts';
import type { Ending } from './ending.ts';
import { createdEvent, isOwned, type Mailbox, mailboxOf } from './mailbox.ts';
import type { MailboxParts } from './parts.ts';
import type { AddressKey, MailboxRow } from './store.ts';

export interface NewMailbox {
  readonly domain?: string | undefined;
  readonly localPart?: string | undefined;
  readonly ttl?: number | undefined;
}

/** Whose the new mailbox is. */
export type Opener =
  | { readonly kind: 'anonymous'; readonly sessionId: SessionId | null }
  | { readonly kind: 'account'; readonly userId: UserId };

/** Where a mailbox is opened. The private domain is known before the transaction begins. */
export interface Place extends AddressKey {
  readonly domainId: DomainId | null;
}

const GENERATED_TRIES = 5;

export function createOpening(
  parts: Pick<MailboxParts, 'database' | 'store' | 'clock' | 'outbox' | 'entitlements' | 'domains' | 'sessions'> & {
    publicDomains: () => Promise<readonly string[]>;
    expire: Ending['expire'];
  },
) {
  const { database, store, clock, outbox, entitlements, domains } = parts;

  async function chooseDomain(wanted: string | undefined, opener: Opener): Promise<Omit<Place, 'localPart'>> {
    const open = await parts.publicDomains();
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
      await parts.expire(tx, [expired], () => key.domainId);
      if (!(await store.insert(tx, row))) return null;
    }
    if (isOwned(row)) await outbox.record(tx, [createdEvent(row, key.domainId)]);
    return mailboxOf(row);
  }

  return {
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
  };
}
