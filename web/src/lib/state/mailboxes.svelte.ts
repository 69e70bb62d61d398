// The mailboxes on the page: kept in the browser, joined with the guest session, one of them in front.

import {
  createMailbox,
  destroyMailbox,
  extendMailbox,
  type NewMailbox,
  openSession,
  readSession,
} from '../api/mailboxes.ts';
import { ApiProblem, asProblem } from '../api/problem.ts';
import type { Mailbox } from '../api/types.ts';
import { account } from './account.svelte.ts';
import { now } from './clock.svelte.ts';
import { onStoredElsewhere, readStored, writeStored } from './storage.ts';

export interface KeptMailbox {
  readonly id: string;
  readonly address: string;
  readonly token: string;
  readonly expiresAt: string;
  /** When this life began, for the line that shows how much of it is left. */
  readonly since: string;
  /** What belongs to the account leaves the browser with it. */
  readonly owner: Owner;
}

type Owner = 'guest' | 'account';

class Mailboxes {
  list = $state.raw<readonly KeptMailbox[]>([]);
  activeId = $state<string | null>(null);
  creating = $state(false);
  problem = $state<ApiProblem | null>(null);
  /** The visitor came back after the last address had ended. */
  replaced = $state(false);
  #ready = false;
  #guestKey: string | null = readStored<string>('guest');

  get active(): KeptMailbox | null {
    return this.list.find(({ id }) => id === this.activeId) ?? null;
  }

  constructor() {
    const kept = this.#readStored();
    this.replaced = kept > 0 && this.list.length === 0;
    onStoredElsewhere('mailboxes', () => this.#readStored());
  }

  /** First visit: an address at once. Later visits: what is still alive, else a fresh one. */
  async start(): Promise<void> {
    setInterval(() => document.visibilityState === 'visible' && this.#refreshSession(), 10 * 60_000);
    if (this.list.length > 0) {
      this.#ready = true;
      void this.#refreshSession();
      return;
    }
    await this.#refreshSession();
    this.#ready = true;
    await this.ensure();
  }

  /** An address is there whenever the page that shows it is. */
  async ensure(): Promise<void> {
    if (this.#ready && this.list.length === 0) await this.create({});
  }

  /** Takes over what is still alive; answers how many there were. */
  #readStored(): number {
    const kept = readStored<KeptMailbox[]>('mailboxes') ?? [];
    const alive = kept.filter(({ expiresAt }) => Date.parse(expiresAt) > now());
    for (const { id } of kept.filter((one) => !alive.includes(one))) writeStored(`read.${id}`, null);
    this.list = alive;
    const wanted = this.activeId ?? readStored<string>('active');
    this.activeId = alive.some(({ id }) => id === wanted) ? wanted : (alive[0]?.id ?? null);
    return kept.length;
  }

  async #refreshSession(): Promise<void> {
    if (this.#guestKey === null) return;
    try {
      const session = await readSession(this.#guestKey);
      for (const mailbox of [...session.mailboxes].reverse()) this.keep(mailbox, { front: false, owner: 'guest' });
    } catch (error) {
      if (asProblem(error).status === 401) this.#setGuestKey(null);
    }
  }

  #setGuestKey(key: string | null): void {
    this.#guestKey = key;
    writeStored('guest', key);
  }

  async create(wish: NewMailbox): Promise<boolean> {
    if (this.creating) return false;
    this.creating = true;
    this.problem = null;
    try {
      const owner = account.token === null ? 'guest' : 'account';
      this.keep(await this.#createWithCredential(wish), { front: true, owner });
      return true;
    } catch (error) {
      this.problem = asProblem(error);
      return false;
    } finally {
      this.creating = false;
    }
  }

  async #createWithCredential(wish: NewMailbox): Promise<Mailbox> {
    if (account.token !== null) return account.use((token) => createMailbox(wish, token));
    if (this.#guestKey === null) await this.#openSession();
    try {
      return await createMailbox(wish, this.#guestKey);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
      this.#setGuestKey(null);
      await this.#openSession();
      return createMailbox(wish, this.#guestKey);
    }
  }

  // A mailbox works without a session too; when none can be had, this browser alone remembers it.
  async #openSession(): Promise<void> {
    try {
      this.#setGuestKey((await openSession()).key);
    } catch (error) {
      if (asProblem(error).status === 0) throw error;
    }
  }

  /** Puts a mailbox on the page, or refreshes the one that is there. */
  keep(mailbox: Mailbox, options: { front: boolean; owner: Owner }): void {
    const old = this.list.find(({ id }) => id === mailbox.id);
    const since =
      old && old.expiresAt === mailbox.expiresAt
        ? old.since
        : old
          ? new Date(now()).toISOString()
          : (mailbox.createdAt ?? new Date(now()).toISOString());
    const { id, address, token, expiresAt } = mailbox;
    const kept = { id, address, token, expiresAt, since, owner: options.owner };
    this.list = old ? this.list.map((one) => (one.id === kept.id ? kept : one)) : [kept, ...this.list];
    if (options.front || this.activeId === null) this.#bringToFront(kept.id);
    this.#store();
  }

  clearProblem(): void {
    this.problem = null;
  }

  /** The visitor's own choice of the one in front. */
  show(id: string): void {
    this.replaced = false;
    this.#bringToFront(id);
  }

  #bringToFront(id: string): void {
    this.activeId = id;
    writeStored('active', id);
  }

  async extend(mailbox: KeptMailbox, ttl?: number): Promise<void> {
    this.keep(await extendMailbox(mailbox.token, ttl), { front: false, owner: mailbox.owner });
  }

  async destroy(mailbox: KeptMailbox): Promise<void> {
    await destroyMailbox(mailbox.token).catch((error: unknown) => {
      // Gone already is what was wanted.
      if (![401, 410].includes(asProblem(error).status)) throw error;
    });
    this.forget(mailbox.id);
  }

  forget(id: string): void {
    const at = this.list.findIndex((one) => one.id === id);
    this.list = this.list.filter((one) => one.id !== id);
    if (this.activeId === id) this.activeId = (this.list[at] ?? this.list[at - 1])?.id ?? null;
    this.#store();
    writeStored('active', this.activeId);
  }

  /** After signing out. */
  forgetAccount(): void {
    for (const { id, owner } of this.list) if (owner === 'account') this.forget(id);
  }

  #store(): void {
    writeStored('mailboxes', this.list);
  }
}

export const mailboxes = new Mailboxes();
