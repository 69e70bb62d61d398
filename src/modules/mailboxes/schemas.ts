// Bodies of the mailboxes group; the session and keys groups show mailboxes in the same shape.

import { Type } from 'typebox';
import { Timestamp } from '../../lib/route.ts';
import type { Mailbox } from './service.ts';

const TOKEN = 'mfm_01jd3kq5v8e5gt0x0w7r2m4n6pmhkx0q3c_3vQ9mPzK1sT7uWxYbRcD2e';

export const MailboxBody = Type.Object({
  id: Type.String(),
  address: Type.String(),
  token: Type.String({ description: 'Scoped to this one mailbox' }),
  expiresAt: Timestamp,
});

export const MailboxInfo = Type.Object({
  ...MailboxBody.properties,
  createdAt: Timestamp,
  domain: Type.String(),
  ttlSeconds: Type.Integer({ description: 'Seconds left' }),
});

export const MAILBOX_EXAMPLE = {
  id: 'mbx_01jd3kq5v8e5gt0x0w7r2m4n6p',
  address: 'tarilo92-kuvepo47@mayfly.test',
  token: TOKEN,
  expiresAt: '2026-11-15T13:00:00.000Z',
};

export const MAILBOX_INFO_EXAMPLE = {
  ...MAILBOX_EXAMPLE,
  createdAt: '2026-11-15T12:00:00.000Z',
  domain: 'mayfly.test',
  ttlSeconds: 3_600,
};

const Ttl = Type.Optional(
  Type.Integer({
    minimum: 60,
    maximum: 31_536_000_000,
    description: 'Life in seconds; the upper bound depends on the plan',
  }),
);

export const NewMailboxBody = Type.Union([
  Type.Object(
    {
      domain: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      localPart: Type.Optional(Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' })),
      ttl: Ttl,
    },
    { additionalProperties: false, examples: [{ localPart: 'signup-test', ttl: 600 }] },
  ),
  Type.Null(),
]);

export const ExtendBody = Type.Union([
  Type.Object({ ttl: Ttl }, { additionalProperties: false, examples: [{ ttl: 3_600 }] }),
  Type.Null(),
]);

export const PublicDomain = Type.Object({ domain: Type.String() });

export function mailboxBody(mailbox: Mailbox, token: string) {
  return { id: mailbox.id, address: mailbox.address, token, expiresAt: mailbox.expiresAt.toISOString() };
}

export function mailboxInfo(mailbox: Mailbox, token: string, now: Date) {
  return {
    ...mailboxBody(mailbox, token),
    createdAt: mailbox.createdAt.toISOString(),
    domain: mailbox.domain,
    ttlSeconds: Math.max(0, Math.floor((mailbox.expiresAt.getTime() - now.getTime()) / 1_000)),
  };
}
