// Operational alerts on their way to the operator's chat. A flood of them must not become a flood of messages:
// repeats are dropped, a minute has so many messages, and what was held back is said in one line at its end.

import type { Chat } from '../../infra/chat.ts';
import type { Clock } from '../../lib/clock.ts';
import { alertMessage, UNREADABLE_ALERT } from './alert-message.ts';

export interface AlertService {
  /** True when the chat took a message for it. */
  forward(body: unknown): Promise<boolean>;
  /** For a body that is not even JSON. */
  forwardUnreadable(): Promise<boolean>;
  close(): void;
}

const PER_MINUTE = 20;
const MINUTE_MS = 60_000;

export function createAlertService(options: { chat: Chat | null; clock: Clock; perMinute?: number }): AlertService {
  const { chat, clock } = options;
  const perMinute = options.perMinute ?? PER_MINUTE;
  let minuteBegan = 0;
  let sent = 0;
  let heldBack = 0;
  let summary: NodeJS.Timeout | null = null;
  const recent = new Map<string, number>();

  async function forward(text: string): Promise<boolean> {
    if (!chat) return false;
    const now = clock.now().getTime();
    if (now - minuteBegan >= MINUTE_MS) {
      minuteBegan = now;
      sent = 0;
      for (const [known, at] of recent) if (now - at >= MINUTE_MS) recent.delete(known);
    }
    // Two Alertmanagers that watch over each other both send.
    const before = recent.get(text);
    if (before !== undefined && now - before < MINUTE_MS) return false;
    if (sent >= perMinute) {
      heldBack++;
      summary ??= setTimeout(sendSummary, minuteBegan + MINUTE_MS - now).unref();
      return false;
    }
    sent++;
    recent.set(text, now);
    const taken = await chat.send(text);
    // A repeat of what never arrived is welcome.
    if (!taken) recent.delete(text);
    return taken;
  }

  function sendSummary(): void {
    summary = null;
    const count = heldBack;
    heldBack = 0;
    if (count > 0)
      void chat?.send(`… ${count} more alert messages were held back within a minute; look at Alertmanager.`);
  }

  return {
    forward: (body) => forward(alertMessage(body)),
    forwardUnreadable: () => forward(UNREADABLE_ALERT),
    close() {
      if (summary) clearTimeout(summary);
    },
  };
}
