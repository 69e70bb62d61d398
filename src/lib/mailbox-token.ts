// Mailbox tokens are signed and carry the mailbox id and their end, so that a list can mint a fresh one at will.

import { type MailboxId, readId } from './ids.ts';
import { createLru } from './lru.ts';
import { CREDENTIALS } from './principal.ts';
import type { Secrets } from './secrets.ts';

const PURPOSE = 'mailbox-token';
const ID_PREFIX = 'mbx_';
const KNOWN_TOKENS = 10_000;

interface Content {
  readonly mailboxId: MailboxId;
  readonly expiresAt: Date;
}

export interface MailboxTokens {
  mint(mailboxId: MailboxId, expiresAt: Date): string;
  /** Null when it was not signed here. The end is for the caller to judge. */
  read(token: string): Content | null;
}

export function createMailboxTokens(secrets: Secrets): MailboxTokens {
  // Pollers send the same token again and again, and a signature that was right stays right.
  const known = createLru<string, Content>({ max: KNOWN_TOKENS });

  return {
    mint(mailboxId, expiresAt) {
      const body = `${mailboxId.slice(ID_PREFIX.length)}${expiresAt.getTime().toString(36)}`;
      return `${CREDENTIALS.mailbox.prefix}${body}_${secrets.sign(PURPOSE, body)}`;
    },
    read(token) {
      const before = known.get(token);
      if (before) return before;
      const match = /^mfm_([0-9a-z]{26})([0-9a-z]{6,12})_([A-Za-z0-9_-]{22})$/.exec(token);
      const [, id = '', end = '', signature = ''] = match ?? [];
      if (!match || !secrets.verify(PURPOSE, id + end, signature)) return null;
      const mailboxId = readId('mailbox', ID_PREFIX + id);
      if (!mailboxId) return null;
      const content = { mailboxId, expiresAt: new Date(Number.parseInt(end, 36)) };
      known.set(token, content);
      return content;
    },
  };
}
