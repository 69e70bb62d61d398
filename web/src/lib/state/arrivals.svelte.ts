// What happens when mail comes in: said to screen readers, shown in the tab title, and as a notification if wanted.

import type { MessageItem } from '../api/types.ts';
import { t } from '../i18n/i18n.svelte.ts';
import type { Inbox } from './inbox.svelte.ts';
import { mailboxes } from './mailboxes.svelte.ts';
import { go } from './router.svelte.ts';
import { readStored, writeStored } from './storage.ts';

class Arrivals {
  /** The words in the live region. */
  spoken = $state('');
  notify = $state(readStored<boolean>('notify') === true && permission() === 'granted');
  /** Id of the newest message that came in while the page was open. */
  latest = $state<string | null>(null);

  say(words: string): void {
    // The same words twice would not be read out again.
    this.spoken = this.spoken === words ? `${words}\u00a0` : words;
  }

  async setNotify(on: boolean): Promise<void> {
    const granted = on && 'Notification' in globalThis && (await Notification.requestPermission()) === 'granted';
    this.notify = granted;
    writeStored('notify', granted);
    if (on && !granted) this.say(t().notify.refused);
  }
}

function permission(): NotificationPermission {
  return 'Notification' in globalThis ? Notification.permission : 'denied';
}

export const canNotify = (): boolean => 'Notification' in globalThis;

export const arrivals = new Arrivals();

export const senderOf = (item: MessageItem): string => item.from.name || item.from.address || t().mail.noSender;

export function announceArrival(inbox: Inbox, items: readonly MessageItem[]): void {
  const newest = items[0];
  if (!newest) return;
  arrivals.latest = newest.id;
  const from = senderOf(newest);
  arrivals.say(newest.otp === null ? t().live.mail(from, newest.subject) : t().live.code(newest.otp, from));
  if (arrivals.notify && document.visibilityState === 'hidden') show(inbox, newest);
}

function show(inbox: Inbox, item: MessageItem): void {
  try {
    const title = item.otp === null ? senderOf(item) : t().notify.code(item.otp);
    const note = new Notification(title, {
      body: `${senderOf(item)}\n${item.subject}`,
      tag: item.id,
      icon: '/app/icon.svg',
    });
    note.onclick = () => {
      window.focus();
      mailboxes.show(inbox.mailboxId);
      go(`/app/mail/${item.id}`);
      note.close();
    };
  } catch {
    // Some phones only allow notifications from service workers; the title still shows it.
  }
}
