// Messages to a chat: both kinds of URL, escaping, and a chat that is down.

import { expect, test } from 'vitest';
import { chatTarget } from './chat.ts';

test('a Slack-compatible URL gets text whose markup is escaped', () => {
  const target = chatTarget('https://hooks.example.com/services/T/B/x?y=1');
  expect(target.url).toBe('https://hooks.example.com/services/T/B/x?y=1');
  expect(target.body('<!channel> a & b')).toEqual({ text: '&lt;!channel&gt; a &amp; b', unfurl_links: false });
});

test('a Telegram URL gets the chat id in the body and the text as it is', () => {
  const target = chatTarget('https://api.telegram.org/bot1:abc/sendMessage?chat_id=-100');
  expect(target.url).toBe('https://api.telegram.org/bot1:abc/sendMessage');
  expect(target.body('a < b')).toMatchObject({ chat_id: '-100', text: 'a < b' });
});
