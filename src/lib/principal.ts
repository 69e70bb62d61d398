// Who is calling. http/authenticate.ts makes one of these; routes and services take it as a value.

import type { MailboxId, SessionId, UserId } from './ids.ts';

export const SCOPES = ['mailboxes:write', 'messages:read', 'otp:read'] as const;
export type Scope = (typeof SCOPES)[number];

export interface MailboxPrincipal {
  readonly kind: 'mailbox';
  readonly mailboxId: MailboxId;
  readonly expiresAt: Date;
  /** When a credential of an account made the mailbox. */
  readonly ownerId: UserId | null;
}

export interface GuestPrincipal {
  readonly kind: 'guest';
  readonly sessionId: SessionId;
  readonly expiresAt: Date;
}

export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: UserId;
}

export interface KeyPrincipal {
  readonly kind: 'key';
  readonly userId: UserId;
  readonly prefix: string;
  readonly scopes: readonly Scope[];
}

export type Principal =
  | { readonly kind: 'public' }
  | MailboxPrincipal
  | GuestPrincipal
  | UserPrincipal
  | KeyPrincipal
  | { readonly kind: 'alert' }
  | { readonly kind: 'bank' };

export type CredentialKind = Exclude<Principal['kind'], 'public'>;

/** How each kind of credential begins, and what a person calls it. */
export const CREDENTIALS = {
  mailbox: { prefix: 'mfm_', name: 'mailbox token (mfm_…)' },
  guest: { prefix: 'mfg_', name: 'guest key (mfg_…)' },
  user: { prefix: 'mfu_', name: 'user token (mfu_…)' },
  key: { prefix: 'mfk_', name: 'developer key (mfk_…)' },
} as const;
