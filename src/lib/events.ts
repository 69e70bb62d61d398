// The events that webhooks subscribe to, and what each carries. Ids, addresses, subject, code and links; never bodies.

export interface EventPayloads {
  'message.received': {
    mailboxId: string;
    address: string;
    messageId: string;
    from: { address: string; name: string | null };
    subject: string;
    receivedAt: string;
    size: number;
    hasAttachments: boolean;
    otp: string | null;
    link: string | null;
  };
  'otp.received': {
    mailboxId: string;
    address: string;
    messageId: string;
    code: string;
    source: 'filter' | 'builtin';
    filterId: string | null;
    confidence: number;
    link: string | null;
    from: { address: string; name: string | null };
    subject: string;
    receivedAt: string;
  };
  'mailbox.created': { mailboxId: string; address: string; createdAt: string; expiresAt: string };
  'mailbox.expired': { mailboxId: string; address: string; expiredAt: string };
  'domain.verified': { domainId: string; domain: string; verifiedAt: string };
  'domain.suspended': { domainId: string; domain: string; suspendedAt: string; reason: string };
}

export type EventName = keyof EventPayloads;

export const EVENT_NAMES = [
  'message.received',
  'otp.received',
  'mailbox.created',
  'mailbox.expired',
  'domain.verified',
  'domain.suspended',
] as const satisfies readonly EventName[];

/** Something that happened to an account's things, on its way to the account's webhooks. */
export type AccountEvent = {
  [N in EventName]: {
    readonly name: N;
    readonly ownerId: string;
    /** The private domain it belongs to, for endpoints that listen to one domain only. */
    readonly domainId: string | null;
    readonly at: Date;
    readonly data: EventPayloads[N];
  };
}[EventName];
