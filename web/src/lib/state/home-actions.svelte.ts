// What can be done on the first page, by button or by key: the same functions for both.

import { flushSync } from 'svelte';
import { span } from '../i18n/format.ts';
import { t } from '../i18n/i18n.svelte.ts';
import { account } from './account.svelte.ts';
import { copyText } from './clipboard.ts';
import { secondsUntil } from './clock.svelte.ts';
import { confirm } from './confirm.svelte.ts';
import { activeInbox, inboxOf } from './inboxes.svelte.ts';
import { type KeptMailbox, mailboxes } from './mailboxes.svelte.ts';
import { go, messageIn, route } from './router.svelte.ts';
import type { Shortcuts } from './shortcuts.ts';
import { toast, toastProblem } from './toasts.svelte.ts';

// Each press adds to what is left, an hour or a day according to how long the address lives anyway.
function longerLife(mailbox: KeptMailbox): number {
  const left = secondsUntil(mailbox.expiresAt);
  const whole = (Date.parse(mailbox.expiresAt) - Date.parse(mailbox.since)) / 1_000;
  const longer = left + (whole >= 86_000 ? 86_400 : 3_600);
  return account.token === null ? Math.min(86_400, longer) : longer;
}

export function createHomeActions() {
  let dialog = $state<'create' | 'qr' | 'help' | null>(null);

  const close = (): void => go('/');

  async function copy(text: string | null | undefined, said: string): Promise<void> {
    if (text) toast((await copyText(text)) ? said : t().common.copyFailed);
  }

  async function extend(): Promise<void> {
    const mailbox = mailboxes.active;
    if (!mailbox || inboxOf(mailbox.id)?.ended) return;
    try {
      await mailboxes.extend(mailbox, longerLife(mailbox));
      toast(t().address.extended(span(secondsUntil(mailboxes.active?.expiresAt ?? ''))));
    } catch (error) {
      toastProblem(error);
    }
  }

  async function destroy(): Promise<void> {
    const mailbox = mailboxes.active;
    if (!mailbox) return;
    const text = t().address.destroyText(mailbox.address);
    if (!(await confirm({ title: t().address.destroyTitle, text, action: t().common.remove, danger: true }))) return;
    try {
      close();
      await mailboxes.destroy(mailbox);
      toast(t().address.destroyed);
    } catch (error) {
      toastProblem(error);
    }
  }

  async function removeMail(id: string): Promise<void> {
    const inbox = activeInbox();
    if (!inbox) return;
    const at = inbox.items.findIndex((item) => item.id === id);
    try {
      await inbox.remove(id);
      toast(t().mail.removed);
      close();
      focusRow(Math.min(at, inbox.items.length - 1));
    } catch (error) {
      toastProblem(error);
    }
  }

  function focusRow(at: number): void {
    const id = activeInbox()?.items[at]?.id;
    flushSync();
    if (id) document.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus();
  }

  // With a mail open the neighbour is opened; otherwise the focus walks the list.
  function move(step: number): void {
    const items = activeInbox()?.items ?? [];
    const openId = messageIn(route.path);
    const currentId = openId ?? (document.activeElement as HTMLElement | null)?.dataset['message'];
    const at = items.findIndex(({ id }) => id === currentId);
    const next = items[at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))];
    if (!next) return;
    if (openId) go(`/app/mail/${next.id}`, { replace: true });
    else focusRow(items.indexOf(next));
  }

  function moveBox(step: number): void {
    const { list, activeId } = mailboxes;
    const next = list[(list.findIndex(({ id }) => id === activeId) + step + list.length) % list.length];
    if (next) mailboxes.show(next.id);
  }

  function back(): void {
    const openId = messageIn(route.path);
    if (!openId) return;
    close();
    focusRow(activeInbox()?.items.findIndex(({ id }) => id === openId) ?? -1);
  }

  const keys: Shortcuts = {
    c: () => void copy(mailboxes.active?.address, t().address.copied),
    o: () => void copy(activeInbox()?.items.find(({ otp }) => otp !== null)?.otp, t().code.copied),
    n: () => {
      dialog = 'create';
    },
    j: () => move(1),
    k: () => move(-1),
    e: () => void extend(),
    '#': () => {
      const openId = messageIn(route.path);
      void (openId ? removeMail(openId) : destroy());
    },
    ']': () => moveBox(1),
    '[': () => moveBox(-1),
    Escape: back,
    '?': () => {
      dialog = 'help';
    },
  };

  return {
    get dialog() {
      return dialog;
    },
    set dialog(value) {
      dialog = value;
    },
    keys,
    close,
    extend,
    destroy,
    removeMail,
  };
}
