// Bodies of the messages group.

import { Type } from 'typebox';
import { Moment, Nullable, PageQuery, Timestamp, Words } from '../../lib/route.ts';
import type { ShownMessage } from './service.ts';
import type { ListRow } from './store.ts';

const Address = Type.Object({ address: Type.String(), name: Nullable(Type.String()) });

export const MessageItem = Type.Object({
  id: Type.String(),
  from: Address,
  to: Type.Array(Address),
  subject: Type.String(),
  snippet: Type.String({ description: 'At most 200 characters' }),
  receivedAt: Moment,
  size: Type.Integer({ description: 'Bytes of the original' }),
  hasAttachments: Type.Boolean(),
  otp: Nullable(Type.String()),
  link: Nullable(Type.String({ description: 'Verification or sign-in link, as the sender wrote it' })),
  rawExpiresAt: Moment,
});

export const Attachment = Type.Object({
  id: Type.String(),
  filename: Nullable(Type.String()),
  contentType: Type.String({ description: 'As the sender declared it; downloads are always application/octet-stream' }),
  size: Type.Integer(),
  disposition: Words(['attachment', 'inline']),
  contentId: Nullable(Type.String()),
  sha256: Type.String(),
  retained: Type.Boolean({ description: 'False above the size limit: listed, not kept' }),
});

export const Message = Type.Object({
  ...MessageItem.properties,
  cc: Type.Array(Address),
  replyTo: Type.Array(Address),
  messageId: Nullable(Type.String()),
  date: Nullable(Type.String()),
  text: Nullable(Type.String()),
  html: Nullable(Type.String({ description: 'Sanitized; shows nothing remote and runs nothing' })),
  attachments: Type.Array(Attachment),
  headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  auth: Type.Object({ spf: Type.String(), dkim: Type.String(), dmarc: Type.String() }),
  blockedRemote: Type.Integer({ description: 'Remote resources that were blocked' }),
  timing: Type.Object({ connectedAt: Timestamp, receivedAt: Moment, storedAt: Timestamp }),
});

export const ITEM_EXAMPLE = {
  id: 'msg_01jd3kr0a1f7w9t8s6m5n4p3q2',
  from: { address: 'no-reply@shop.example', name: 'Shop' },
  to: [{ address: 'tarilo92-kuvepo47@mayfly.test', name: null }],
  subject: 'Your code is 482913',
  snippet: 'Enter 482913 to finish signing up. The code is valid for 10 minutes.',
  receivedAt: '2026-11-15T12:00:03.214Z',
  size: 3_120,
  hasAttachments: false,
  otp: '482913',
  link: null,
  rawExpiresAt: '2026-11-15T12:15:03.214Z',
};

export const MESSAGE_EXAMPLE = {
  ...ITEM_EXAMPLE,
  cc: [],
  replyTo: [],
  messageId: '<a1b2@shop.example>',
  date: '2026-11-15T12:00:02.000Z',
  text: 'Enter 482913 to finish signing up.',
  html: null,
  attachments: [],
  headers: [{ name: 'Subject', value: 'Your code is 482913' }],
  auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
  blockedRemote: 0,
  timing: {
    connectedAt: '2026-11-15T12:00:03.101Z',
    receivedAt: '2026-11-15T12:00:03.214Z',
    storedAt: '2026-11-15T12:00:03.219Z',
  },
};

export const Wait = Type.Optional(
  Type.Number({ minimum: 0, description: 'Seconds to hold the request; above 60 counts as 60' }),
);

export const ListQuery = Type.Object({
  ...PageQuery,
  after: Type.Optional(Type.String({ maxLength: 64, description: 'Only messages newer than this message id' })),
  wait: Wait,
});

export const messageItem = (row: ListRow) => ({
  id: row.id,
  from: row.summary.from,
  to: [...row.summary.to],
  subject: row.summary.subject,
  snippet: row.summary.snippet,
  receivedAt: row.receivedAt,
  size: row.size,
  hasAttachments: row.hasAttachments,
  otp: row.otp,
  link: row.link,
  rawExpiresAt: row.rawExpiresAt,
});

export const messageBody = ({ row, detail, html, blockedRemote }: ShownMessage) => ({
  ...messageItem(row),
  cc: [...detail.cc],
  replyTo: [...detail.replyTo],
  messageId: detail.messageId,
  date: detail.date,
  text: detail.text,
  html,
  attachments: [...detail.attachments],
  headers: [...detail.headers],
  auth: detail.auth,
  blockedRemote,
  timing: {
    connectedAt: detail.connectedAt,
    receivedAt: row.receivedAt,
    storedAt: detail.storedAt,
  },
});
