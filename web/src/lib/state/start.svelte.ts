// Makes the mailboxes ready once, when the first page that shows them is opened: account pages need none.

import { mailboxes } from './mailboxes.svelte.ts';

let started = false;

export function startMailboxes(): void {
  if (started) return;
  started = true;
  void mailboxes.start();
}
