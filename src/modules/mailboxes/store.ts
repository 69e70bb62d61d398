// SQL of mailboxes and public domains. Races are decided here: the unique address, the row lock of a delivery.

import type { Database, Queryable, Transaction } from '../../infra/db/database.ts';
import { gathered } from '../../lib/gathered.ts';
import type { MailboxId, UserId } from '../../lib/ids.ts';

export interface MailboxRow {
  readonly id: MailboxId;
  readonly localPart: string;
  readonly domain: string;
  readonly ownerId: UserId | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface AddressKey {
  readonly localPart: string;
  readonly domain: string;
}

/** Deliveries wanted and granted for one mailbox within one transaction. */
export interface Claim {
  readonly mailboxId: MailboxId;
  readonly wanted: number;
  readonly cap: number;
}

export interface Granted {
  readonly mailboxId: MailboxId;
  readonly granted: number;
  /** The number of the last message granted. */
  readonly lastSeq: number;
}

const COLUMNS =
  'id, local_part as "localPart", domain, owner_id as "ownerId", created_at as "createdAt", expires_at as "expiresAt"';

export type MailboxStore = ReturnType<typeof createMailboxStore>;

export function createMailboxStore(database: Database) {
  return {
    /** False when the address is taken by a mailbox that is still alive. */
    async insert(tx: Transaction, row: MailboxRow): Promise<boolean> {
      const inserted = await tx.query<{ id: string }>({
        name: 'mailboxes.insert',
        text: `insert into mailboxes (id, local_part, domain, owner_id, created_at, expires_at)
               values ($1, $2, $3, $4, $5, $6) on conflict (domain, local_part) do nothing returning id`,
        values: [row.id, row.localPart, row.domain, row.ownerId, row.createdAt, row.expiresAt],
      });
      return inserted.length === 1;
    },

    /** The mailbox at an address if it is past its end, locked until the transaction ends. */
    async lockExpiredAt(tx: Transaction, key: AddressKey, now: Date): Promise<MailboxRow | null> {
      const rows = await tx.query<MailboxRow>({
        name: 'mailboxes.lockExpiredAt',
        text: `select ${COLUMNS} from mailboxes where domain = $1 and local_part = $2 and expires_at <= $3 for update`,
        values: [key.domain, key.localPart, now],
      });
      return rows[0] ?? null;
    },

    /**
     * Every request with a mailbox token asks this, so the questions of one moment share a query. The sub-select hides how many
     * there are from PostgreSQL, which would otherwise make a plan for each number, each time.
     */
    find: gathered(async (ids: readonly MailboxId[]): Promise<Map<MailboxId, MailboxRow>> => {
      const rows = await database.query<MailboxRow>({
        name: 'mailboxes.find',
        text: `select ${COLUMNS} from mailboxes where id = any((select $1::text[])::text[])`,
        values: [ids],
      });
      return new Map(rows.map((row) => [row.id, row]));
    }),

    async findMany(ids: readonly string[], now: Date): Promise<MailboxRow[]> {
      return database.query<MailboxRow>({
        name: 'mailboxes.findMany',
        text: `select ${COLUMNS} from mailboxes where id = any($1) and expires_at > $2 order by id desc`,
        values: [ids, now],
      });
    },

    async findByAddresses(keys: readonly AddressKey[], now: Date, within: Queryable = database): Promise<MailboxRow[]> {
      return within.query<MailboxRow>({
        name: 'mailboxes.findByAddresses',
        text: `select ${COLUMNS} from mailboxes
               join unnest($1::text[], $2::text[]) as wanted(d, l) on domain = d and local_part = l
               where expires_at > $3`,
        values: [keys.map((key) => key.domain), keys.map((key) => key.localPart), now],
      });
    },

    async listOwned(ownerId: UserId, before: string | undefined, limit: number, now: Date): Promise<MailboxRow[]> {
      return database.query<MailboxRow>({
        name: 'mailboxes.listOwned',
        text: `select ${COLUMNS} from mailboxes
               where owner_id = $1 and id < $2 and expires_at > $3 order by id desc limit $4`,
        values: [ownerId, before ?? 'mbx_~', now, limit],
      });
    },

    /** Counts an account's living mailboxes; others that count for the same account wait until this transaction ends. */
    async countOwnedLocked(tx: Transaction, ownerId: UserId, now: Date): Promise<number> {
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 1))', values: [ownerId] });
      const rows = await tx.query<{ count: number }>({
        name: 'mailboxes.countOwned',
        text: 'select count(*) from mailboxes where owner_id = $1 and expires_at > $2',
        values: [ownerId, now],
      });
      return rows[0]?.count ?? 0;
    },

    /** The new end, or null when the mailbox is no longer alive. Never shortens. */
    async extend(id: MailboxId, expiresAt: Date, now: Date): Promise<Date | null> {
      const rows = await database.query<{ expiresAt: Date }>({
        name: 'mailboxes.extend',
        text: `update mailboxes set expires_at = greatest(expires_at, $2) where id = $1 and expires_at > $3
               returning expires_at as "expiresAt"`,
        values: [id, expiresAt, now],
      });
      return rows[0]?.expiresAt ?? null;
    },

    async remove(tx: Queryable, ids: readonly MailboxId[]): Promise<number> {
      const rows = await tx.query<{ id: string }>({
        name: 'mailboxes.remove',
        text: 'delete from mailboxes where id = any($1) returning id',
        values: [ids],
      });
      return rows.length;
    },

    /** Some mailboxes past their end, locked; other processes skip them. */
    async lockExpired(tx: Transaction, now: Date, limit: number): Promise<MailboxRow[]> {
      return tx.query<MailboxRow>({
        name: 'mailboxes.lockExpired',
        text: `select ${COLUMNS} from mailboxes where expires_at <= $1 order by expires_at limit $2 for update skip locked`,
        values: [now, limit],
      });
    },

    /**
     * Locks the living ones among the mailboxes in the order of their ids, counts their day, and hands out message numbers:
     * as many as wanted while the day's cap allows. A mailbox that is not in the answer is gone.
     */
    async claim(tx: Transaction, claims: readonly Claim[], day: string, now: Date): Promise<Granted[]> {
      return tx.query<Granted>({
        name: 'mailboxes.claim',
        text: `with wanted as (select * from unnest($1::text[], $2::int[], $3::int[]) as w(id, n, cap)),
               locked as (
                 select m.id, case when m.mail_day = $4 then m.mail_count else 0 end as today, w.n, w.cap
                 from mailboxes m join wanted w on w.id = m.id
                 where m.expires_at > $5 order by m.id for update of m
               )
               update mailboxes m
               set last_seq = m.last_seq + least(l.n, greatest(l.cap - l.today, 0)),
                   mail_day = $4, mail_count = l.today + least(l.n, greatest(l.cap - l.today, 0))
               from locked l where l.id = m.id
               returning m.id as "mailboxId", least(l.n, greatest(l.cap - l.today, 0)) as granted, m.last_seq as "lastSeq"`,
        values: [claims.map((c) => c.mailboxId), claims.map((c) => c.wanted), claims.map((c) => c.cap), day, now],
      });
    },

    /** What an account's mailboxes received today, with the row locked. */
    async lockUsage(tx: Transaction, ownerIds: readonly UserId[], day: string): Promise<Map<UserId, number>> {
      await tx.query({
        name: 'mailboxes.openUsage',
        text: `insert into mail_usage (owner_id, day, count) select unnest($1::text[]), $2, 0 on conflict do nothing`,
        values: [ownerIds, day],
      });
      const rows = await tx.query<{ ownerId: UserId; count: number }>({
        name: 'mailboxes.lockUsage',
        text: `select owner_id as "ownerId", count from mail_usage where owner_id = any($1) and day = $2
               order by owner_id for update`,
        values: [ownerIds, day],
      });
      return new Map(rows.map((row) => [row.ownerId, row.count]));
    },

    async addUsage(tx: Transaction, added: ReadonlyMap<UserId, number>, day: string): Promise<void> {
      await tx.query({
        name: 'mailboxes.addUsage',
        text: `update mail_usage u set count = u.count + a.n from unnest($1::text[], $2::int[]) as a(owner_id, n)
               where u.owner_id = a.owner_id and u.day = $3`,
        values: [[...added.keys()], [...added.values()], day],
      });
    },

    async usageOf(ownerId: UserId, day: string): Promise<number> {
      const rows = await database.query<{ count: number }>({
        name: 'mailboxes.usageOf',
        text: 'select count from mail_usage where owner_id = $1 and day = $2',
        values: [ownerId, day],
      });
      return rows[0]?.count ?? 0;
    },

    async countToday(id: MailboxId, day: string): Promise<number> {
      const rows = await database.query<{ count: number }>({
        name: 'mailboxes.countToday',
        text: 'select mail_count as count from mailboxes where id = $1 and mail_day = $2',
        values: [id, day],
      });
      return rows[0]?.count ?? 0;
    },

    async forgetUsage(before: string): Promise<void> {
      await database.query({ text: 'delete from mail_usage where day < $1', values: [before] });
    },

    async publicDomains(): Promise<{ domain: string; addedAt: Date; retiredAt: Date | null }[]> {
      return database.query({
        name: 'mailboxes.publicDomains',
        text: 'select domain, added_at as "addedAt", retired_at as "retiredAt" from public_domains order by added_at, domain',
      });
    },

    /** False when it is there already. A retired domain comes back. */
    async addPublicDomain(domain: string, now: Date): Promise<boolean> {
      const rows = await database.query<{ domain: string }>({
        text: `insert into public_domains (domain, added_at) values ($1, $2)
               on conflict (domain) do update set retired_at = null where public_domains.retired_at is not null
               returning domain`,
        values: [domain, now],
      });
      return rows.length === 1;
    },

    /** Puts the first domains in place once; afterwards the table is the operator's. */
    async seedPublicDomains(domains: readonly string[], now: Date): Promise<void> {
      await database.query({
        text: `insert into public_domains (domain, added_at)
               select d, $2::timestamptz + (n || ' microseconds')::interval from unnest($1::text[]) with ordinality as s(d, n)
               where not exists (select from public_domains) on conflict do nothing`,
        values: [domains, now],
      });
    },

    async retirePublicDomain(domain: string, now: Date): Promise<boolean> {
      const rows = await database.query<{ domain: string }>({
        text: 'update public_domains set retired_at = $2 where domain = $1 and retired_at is null returning domain',
        values: [domain, now],
      });
      return rows.length === 1;
    },
  };
}
