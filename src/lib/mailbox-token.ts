// Mailbox tokens are signed and carry the mailbox id and their end, so that a list can mint a fresh one at will.

import { type MailboxId, readId } from './ids.ts';
import { CREDENTIALS } from './principal.ts';
import type { Secrets } from './secrets.ts';

const PURPOSE = 'mailbox-token';
const ID_PREFIX = 'mbx_';

export interface MailboxTokens {
  mint(mailboxId: MailboxId, expiresAt: Date): string;
  /** Null when it was not signed here. The end is for the caller to judge. */
  read(token: string): { mailboxId: MailboxId; expiresAt: Date } | null;
}

export function createMailboxTokens(secrets: Secrets): MailboxTokens {
  return {
    mint(mailboxId, expiresAt) {
      const body = `${mailboxId.slice(ID_PREFIX.length)}${expiresAt.getTime().toString(36)}`;
      return `${CREDENTIALS.mailbox.prefix}${body}_${secrets.sign(PURPOSE, body)}`;
    },
    read(token) {
      const match = /^mfm_([0-9a-z]{26})([0-9a-z]{6,12})_([A-Za-z0-9_-]{22})$/.exec(token);
      const [, id = '', end = '', signature = ''] = match ?? [];
      if (!match || !secrets.verify(PURPOSE, id + end, signature)) return null;
      const mailboxId = readId('mailbox', ID_PREFIX + id);
      return mailboxId && { mailboxId, expiresAt: new Date(Number.parseInt(end, 36)) };
    },
  };
}
