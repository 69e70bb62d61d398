// Identifiers are TypeIDs: a prefix, an underscore and a UUIDv7 in Crockford's base 32.
// They sort by time of creation and say what they name.

import { randomUUIDv7 } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export const ID_PREFIXES = {
  mailbox: 'mbx',
  message: 'msg',
  attachment: 'att',
  user: 'usr',
  domain: 'dom',
  filter: 'flt',
  webhook: 'whk',
  topup: 'top',
  transaction: 'txn',
  session: 'ses',
  subscription: 'sub',
  event: 'evt',
  delivery: 'dlv',
  notice: 'ntc',
  raw: 'raw',
  sharedContent: 'shc',
  bankTransaction: 'btx',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

declare const brand: unique symbol;
export type Id<K extends IdKind> = string & { readonly [brand]: K };

export type MailboxId = Id<'mailbox'>;
export type MessageId = Id<'message'>;
export type AttachmentId = Id<'attachment'>;
export type UserId = Id<'user'>;
export type DomainId = Id<'domain'>;
export type FilterId = Id<'filter'>;
export type WebhookId = Id<'webhook'>;
export type TopupId = Id<'topup'>;
export type SessionId = Id<'session'>;

/** A new identifier; later ones sort after earlier ones to the millisecond. */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return `${ID_PREFIXES[kind]}_${suffixOf(randomUUIDv7())}` as Id<K>;
}

/** Reads a caller's text as an identifier of one kind; null when it cannot be one. */
export function readId<K extends IdKind>(kind: K, text: string): Id<K> | null {
  const prefix = ID_PREFIXES[kind];
  if (text.length !== prefix.length + 27 || !text.startsWith(`${prefix}_`)) return null;
  for (let i = prefix.length + 1; i < text.length; i++) {
    if (!ALPHABET.includes(text.charAt(i))) return null;
  }
  return text as Id<K>;
}

/** Every ten bits as their two characters. */
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => ALPHABET.charAt(bits >> 5) + ALPHABET.charAt(bits & 31));
const HYPHEN = 45;

// Two zero bits and the 128 of the UUID make 26 characters. Written for speed: two or more of these are made for every mail.
export function suffixOf(uuid: string): string {
  let out = '';
  let held = 0;
  let bits = 2;
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i);
    if (code === HYPHEN) continue;
    held = (held << 4) | (code > 57 ? code - 87 : code - 48);
    bits += 4;
    if (bits < 10) continue;
    bits -= 10;
    out += PAIRS[held >> bits] ?? '';
    held &= (1 << bits) - 1;
  }
  return out;
}
