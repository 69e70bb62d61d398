// Bodies of the session group.

import { Type } from 'typebox';
import { Timestamp } from '../../lib/route.ts';
import { MAILBOX_INFO_EXAMPLE, MailboxInfo } from '../mailboxes/schemas.ts';

export const SessionBody = Type.Object({ expiresAt: Timestamp, mailboxes: Type.Array(MailboxInfo) });

export const NewSessionBody = Type.Object({
  key: Type.String({ description: 'Shown only here' }),
  ...SessionBody.properties,
});

export const SESSION_EXAMPLE = { expiresAt: '2026-11-15T12:30:00.000Z', mailboxes: [MAILBOX_INFO_EXAMPLE] };
export const NEW_SESSION_EXAMPLE = {
  key: 'mfg_6YkU0p2sXn3vB8wQ1tR5zL9cJ4hF7dGaKmEoNqSx',
  expiresAt: '2026-11-15T12:30:00.000Z',
  mailboxes: [],
};
