// One Inbox for each mailbox on the page, and who of them is followed closely.

import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { announceArrival } from './arrivals.svelte.ts';
import { Inbox } from './inbox.svelte.ts';
import { mailboxes } from './mailboxes.svelte.ts';

const GLANCE_EVERY = 20_000;

const all = new SvelteMap<string, Inbox>();

export const inboxOf = (mailboxId: string): Inbox | null => all.get(mailboxId) ?? null;

export const activeInbox = (): Inbox | null => (mailboxes.activeId === null ? null : inboxOf(mailboxes.activeId));

/** Keeps the inboxes in step with the list; call it in an effect. */
export function followMailboxes(): void {
  const ids = new Set(mailboxes.list.map(({ id }) => id));
  const { activeId } = mailboxes;
  // What the inboxes read of themselves must not bring the effect back.
  untrack(() => follow(ids, activeId));
}

function follow(ids: ReadonlySet<string>, activeId: string | null): void {
  for (const [id, inbox] of all) {
    if (ids.has(id)) continue;
    inbox.forget();
    all.delete(id);
  }
  for (const id of ids) {
    const inbox = all.get(id) ?? add(id);
    if (id === activeId) inbox.follow();
    else inbox.unfollow();
  }
}

function add(id: string): Inbox {
  const token = () => mailboxes.list.find((one) => one.id === id)?.token ?? '';
  const inbox = new Inbox(id, token, announceArrival);
  all.set(id, inbox);
  if (id !== mailboxes.activeId) void inbox.glance();
  return inbox;
}

export function startGlances(): void {
  setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    for (const inbox of all.values()) void inbox.glance();
  }, GLANCE_EVERY);
  addEventListener('online', () => {
    for (const inbox of all.values()) inbox.refollow();
  });
}
