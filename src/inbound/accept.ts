// Second step of the mail line: may this recipient have this mail? Answered before DATA, from a small cache that is right
// when mailboxes come and go: only living mailboxes are cached, briefly, and the final commit decides once more.

import type { Clock } from '../lib/clock.ts';
import type { EntitlementSource } from '../lib/entitlements.ts';
import { gathered } from '../lib/gathered.ts';
import type { DomainId, MailboxId, UserId } from '../lib/ids.ts';
import { createLru } from '../lib/lru.ts';
import { normaliseRecipient } from '../mail/address.ts';
import type { DomainDirectory, Mailbox, MailboxService } from '../modules/mailboxes/service.ts';
import type { Verdict } from './reply.ts';

export interface Recipient {
  readonly address: string;
  readonly localPart: string;
  readonly domain: string;
  readonly ownerId: UserId | null;
  readonly domainId: DomainId | null;
  /** Null: the first mail to a catch-all address, whose mailbox is opened when the mail is in. */
  readonly mailboxId: MailboxId | null;
}

export type Acceptance = { readonly recipient: Recipient } | { readonly verdict: Verdict };

const CACHE_SIZE = 50_000;
const CACHE_AGE_MS = 5_000;

export type Acceptor = ReturnType<typeof createAcceptor>;

export function createAcceptor(parts: {
  mailboxes: MailboxService;
  domains: DomainDirectory;
  entitlements: EntitlementSource;
  clock: Clock;
  anonymousCap: number;
}) {
  const { mailboxes, domains, entitlements, clock } = parts;
  const living = createLru<string, Mailbox>({ max: CACHE_SIZE, maxAgeMs: CACHE_AGE_MS });
  const publicDomains = createLru<'all', ReadonlySet<string>>({ max: 1, maxAgeMs: CACHE_AGE_MS });
  mailboxes.onGone((mailbox) => living.delete(mailbox.address));
  const lookup = gathered((addresses: readonly string[]) => find(mailboxes, addresses));

  async function mailboxAt(address: string): Promise<Mailbox | null> {
    const known = living.get(address);
    if (known && known.expiresAt > clock.now()) return known;
    const found = await lookup(address);
    if (found) living.set(address, found);
    return found;
  }

  /** Retired domains count: their mailboxes live on until their end. */
  async function isOurs(domain: string): Promise<boolean> {
    let all = publicDomains.get('all');
    if (!all) {
      all = new Set((await mailboxes.listPublicDomains()).map((row) => row.domain));
      publicDomains.set('all', all);
    }
    return all.has(domain);
  }

  async function isOverCap(mailbox: Mailbox): Promise<boolean> {
    if (mailbox.ownerId === null) {
      return parts.anonymousCap > 0 && (await mailboxes.receivedToday(mailbox.id)) >= parts.anonymousCap;
    }
    const { entitlements: granted } = await entitlements.planOf(mailbox.ownerId);
    return (await mailboxes.accountReceivedToday(mailbox.ownerId)) >= granted['mail.perDay'];
  }

  return {
    async accept(address: string): Promise<Acceptance> {
      const normal = normaliseRecipient(address);
      if (!normal.ok) return { verdict: 'unknown-recipient' };
      const { local: localPart, domain } = normal;
      const held = (await isOurs(domain)) ? null : await domains.find(domain);
      if (held && !held.verified) return { verdict: 'unknown-recipient' };
      const mailbox = await mailboxAt(normal.address);
      if (mailbox) {
        // A private domain that nobody holds any more takes no mail, whatever mailboxes are left on it.
        if (!held && !(await isOurs(domain))) return { verdict: 'unknown-recipient' };
        // Nor does a mailbox that is left from an account which held the domain before.
        if (held && held.ownerId !== mailbox.ownerId) return { verdict: 'unknown-recipient' };
        if (await isOverCap(mailbox)) return { verdict: 'over-cap' };
        const { id, ownerId } = mailbox;
        return {
          recipient: {
            address: normal.address,
            localPart,
            domain,
            ownerId,
            domainId: held?.domainId ?? null,
            mailboxId: id,
          },
        };
      }
      if (!held?.catchAll) return { verdict: 'unknown-recipient' };
      const { ownerId, domainId } = held;
      const { entitlements: granted } = await entitlements.planOf(ownerId);
      if ((await mailboxes.accountReceivedToday(ownerId)) >= granted['mail.perDay']) return { verdict: 'over-cap' };
      return { recipient: { address: normal.address, localPart, domain, ownerId, domainId, mailboxId: null } };
    },

    /**
     * The commit found no such mailbox. When another process opened a new one at the same address meanwhile, the cache named the
     * old one, and the mail must come again rather than bounce.
     */
    async afterGone(recipients: readonly Recipient[]): Promise<Verdict> {
      for (const { address } of recipients) living.delete(address);
      const now = await find(
        mailboxes,
        recipients.map(({ address }) => address),
      );
      const renewed = recipients.some(({ address, mailboxId }) => (now.get(address)?.id ?? mailboxId) !== mailboxId);
      return renewed ? 'recipients-changed' : 'recipient-gone';
    },
  };
}

async function find(mailboxes: MailboxService, addresses: readonly string[]): Promise<Map<string, Mailbox>> {
  const keys = addresses.map((address) => {
    const at = address.indexOf('@');
    return { localPart: address.slice(0, at), domain: address.slice(at + 1) };
  });
  return new Map((await mailboxes.findByAddresses(keys)).map((mailbox) => [mailbox.address, mailbox]));
}
