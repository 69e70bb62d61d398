// A payload stays bounded and readable, whatever the mail had in it.

import { expect, test } from 'vitest';
import type { AccountEvent, EventPayloads } from '../../lib/events.ts';
import { payloadOf } from './event-payload.ts';

function mail(part: Partial<EventPayloads['message.received']>): AccountEvent {
  return {
    name: 'message.received',
    ownerId: 'usr_1',
    domainId: null,
    at: new Date('2026-03-01T09:00:00.000Z'),
    data: {
      mailboxId: 'mbx_1',
      address: 'a@mayfly.test',
      messageId: 'msg_1',
      from: { address: 'b@example.com', name: 'B' },
      subject: 'Hello',
      receivedAt: '2026-03-01T09:00:00.000Z',
      size: 1_234,
      hasAttachments: false,
      otp: '123456',
      link: 'https://example.com/verify?x=1',
      ...part,
    },
  };
}

test('has type, timestamp and data', () => {
  const event = mail({});
  expect(JSON.parse(payloadOf(event))).toEqual({
    type: 'message.received',
    timestamp: '2026-03-01T09:00:00.000Z',
    data: event.data,
  });
});

test('a long subject is cut, and not through a character', () => {
  const { subject } = JSON.parse(payloadOf(mail({ subject: '😀'.repeat(10_000) }))).data;
  expect(subject.endsWith('😀…')).toBe(true);
  expect(subject.length).toBeLessThan(1_000);
});

test('a link is whole or null', () => {
  const link = `https://example.com/${'x'.repeat(3_000)}`;
  expect(JSON.parse(payloadOf(mail({ link }))).data.link).toBe(link);
  expect(JSON.parse(payloadOf(mail({ link: `${link}${'x'.repeat(3_000)}` }))).data.link).toBeNull();
});

test.each(['x', '\u0001', '"', '漢', '\ud800', '😀'])(
  'stays below 20 kB when every text is endless %j',
  (character) => {
    const text = character.repeat(100_000);
    const payload = payloadOf(
      mail({
        subject: text,
        link: character.repeat(4_096),
        otp: text,
        from: { address: text, name: text },
        address: text,
      }),
    );
    expect(Buffer.byteLength(payload)).toBeLessThanOrEqual(20_000);
    expect(JSON.parse(payload).data.messageId).toBe('msg_1');
  },
);
