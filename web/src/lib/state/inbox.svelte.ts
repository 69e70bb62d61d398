// The mail of one mailbox. The one in front is held open with a long-poll; the others are looked at now and then.

import { deleteMessage, listMessages } from '../api/mailboxes.ts';
import { type ApiProblem, asProblem } from '../api/problem.ts';
import type { MessageItem } from '../api/types.ts';
import { backoff, pause } from './pause.ts';
import { readStored, writeStored } from './storage.ts';

const HELD_SECONDS = 25;
/** A page nobody has looked at for this long stops holding a poll and looks once a minute. */
const EASE_AFTER = 15 * 60_000;

export type Arrival = (inbox: Inbox, items: readonly MessageItem[]) => void;

let hiddenSince: number | null = document.visibilityState === 'hidden' ? Date.now() : null;
document.addEventListener('visibilitychange', () => {
  hiddenSince = document.visibilityState === 'hidden' ? Date.now() : null;
});

export class Inbox {
  items = $state.raw<readonly MessageItem[]>([]);
  loaded = $state(false);
  ended = $state<'expired' | 'destroyed' | null>(null);
  trouble = $state<ApiProblem | null>(null);
  older = $state<string | null>(null);
  loadingOlder = $state(false);
  read = $state.raw<ReadonlySet<string>>(new Set());

  readonly mailboxId: string;
  #token: () => string;
  #arrived: Arrival;
  #newest: string | null = null;
  #abort: AbortController | null = null;

  constructor(mailboxId: string, token: () => string, arrived: Arrival) {
    this.mailboxId = mailboxId;
    this.#token = token;
    this.#arrived = arrived;
    this.read = new Set(readStored<string[]>(`read.${mailboxId}`) ?? []);
  }

  get unread(): number {
    return this.items.reduce((count, { id }) => count + (this.read.has(id) ? 0 : 1), 0);
  }

  get following(): boolean {
    return this.#abort !== null;
  }

  follow(): void {
    if (this.#abort) return;
    this.#abort = new AbortController();
    void this.#run(this.#abort.signal);
  }

  unfollow(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  /** After sleep or a lost network a held request may be dead without knowing it. */
  refollow(): void {
    if (!this.#abort || this.ended) return;
    this.unfollow();
    this.follow();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted && this.ended === null) {
      try {
        await this.#look(this.loaded ? HELD_SECONDS : 0, signal);
        failures = 0;
        if (hiddenSince !== null && Date.now() - hiddenSince > EASE_AFTER) await pause(60_000, signal);
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        const wait = this.#note(asProblem(error), failures);
        if (wait !== null) await pause(wait.ms, signal, { untilBack: wait.untilBack });
      }
    }
  }

  /** One look without holding, for mailboxes that are not in front. */
  async glance(): Promise<void> {
    if (this.ended || this.#abort) return;
    try {
      await this.#look(0);
    } catch (error) {
      this.#note(asProblem(error), 1);
    }
  }

  async #look(wait: number, signal?: AbortSignal): Promise<void> {
    const limit = AbortSignal.timeout((wait + 20) * 1_000);
    const query = { after: this.#newest, limit: 50, ...(wait > 0 ? { wait } : {}) };
    const page = await listMessages(this.#token(), query, signal ? AbortSignal.any([signal, limit]) : limit);
    if (signal?.aborted) return;
    const known = new Set(this.items.map(({ id }) => id));
    const fresh = page.data.filter(({ id }) => !known.has(id));
    const first = !this.loaded;
    if (first) this.older = page.nextCursor;
    this.#newest = page.data[0]?.id ?? this.#newest;
    if (fresh.length > 0) this.items = [...fresh, ...this.items];
    this.loaded = true;
    this.trouble = null;
    if (fresh.length > 0 && !first) this.#arrived(this, fresh);
  }

  // What a failure means for the loop: over, or how long to wait.
  #note(problem: ApiProblem, failures: number): { ms: number; untilBack: boolean } | null {
    if (problem.status === 410) this.ended = 'expired';
    else if (problem.status === 401) this.ended = 'destroyed';
    else {
      // A single lost request is nobody's concern; the second in a row is said.
      if (failures > 1 || problem.status === 429 || !navigator.onLine) this.trouble = problem;
      if (problem.retryAfter !== null) return { ms: problem.retryAfter * 1_000, untilBack: false };
      return { ms: backoff(failures), untilBack: true };
    }
    return null;
  }

  async loadOlder(): Promise<void> {
    if (this.older === null || this.loadingOlder) return;
    this.loadingOlder = true;
    try {
      const page = await listMessages(this.#token(), { cursor: this.older, limit: 50 });
      this.items = [...this.items, ...page.data];
      this.older = page.nextCursor;
    } finally {
      this.loadingOlder = false;
    }
  }

  async remove(id: string): Promise<void> {
    await deleteMessage(this.#token(), id).catch((error: unknown) => {
      if (asProblem(error).status !== 404) throw error;
    });
    this.items = this.items.filter((item) => item.id !== id);
  }

  markRead(id: string): void {
    if (this.read.has(id)) return;
    this.read = new Set([...this.read, id].slice(-200));
    writeStored(`read.${this.mailboxId}`, [...this.read]);
  }

  forget(): void {
    this.unfollow();
    writeStored(`read.${this.mailboxId}`, null);
  }
}
