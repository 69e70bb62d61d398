// One text message to the operator's chat: a Slack-compatible webhook (`{ text }`), or Telegram's Bot API when the URL
// looks like https://api.telegram.org/bot<token>/sendMessage?chat_id=<id>.

import type { Log } from './log.ts';

export interface Chat {
  /** True when the chat took it. Never throws, and ends within the time bound. */
  send(text: string): Promise<boolean>;
}

const TIMEOUT_MS = 3_000;
/** Telegram takes 4,096 characters after parsing; Slack cuts later. */
const MAX_TEXT = 3_500;

export function createChat(options: { url: string; log: Log; timeoutMs?: number }): Chat {
  const target = chatTarget(options.url);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  return {
    async send(text) {
      const bounded = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1).toWellFormed()}…` : text;
      try {
        const response = await fetch(target.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Mayfly-Alerts/1' },
          body: JSON.stringify(target.body(bounded)),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        });
        // Nothing in the answer is of use, and an endless one must not be read.
        await response.body?.cancel();
        if (!response.ok) options.log.warn({ status: response.status }, 'the alert chat refused a message');
        return response.ok;
      } catch (error) {
        // Only the kind of failure: the URL is a secret and fetch puts it into some messages.
        const { name, cause } = error as Error & { cause?: { code?: string } };
        options.log.warn({ reason: cause?.code ?? name }, 'the alert chat could not be reached');
        return false;
      }
    },
  };
}

interface ChatTarget {
  readonly url: string;
  body(text: string): Record<string, unknown>;
}

export function chatTarget(given: string): ChatTarget {
  const url = new URL(given);
  const chatId = url.searchParams.get('chat_id');
  if (/^\/bot[^/]+\/sendMessage$/.test(url.pathname) && chatId !== null) {
    url.search = '';
    return {
      url: url.href,
      // Without parse_mode the text is shown as it is: nothing in it can become markup.
      body: (text) => ({ chat_id: chatId, text, link_preview_options: { is_disabled: true } }),
    };
  }
  return { url: url.href, body: (text) => ({ text: escapeSlack(text), unfurl_links: false }) };
}

/** The three characters that begin Slack's own markup (links, mentions of everybody). */
function escapeSlack(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
