// The bodies of the public API as the contract gives them. Only what the app reads.

export interface Mailbox {
  readonly id: string;
  readonly address: string;
  readonly token: string;
  readonly expiresAt: string;
  readonly createdAt?: string;
}

export interface Correspondent {
  readonly address: string;
  readonly name: string | null;
}

export interface MessageItem {
  readonly id: string;
  readonly from: Correspondent;
  readonly to: readonly Correspondent[];
  readonly subject: string;
  readonly snippet: string;
  readonly receivedAt: string;
  readonly size: number;
  readonly hasAttachments: boolean;
  readonly otp: string | null;
  readonly link: string | null;
  readonly rawExpiresAt: string;
}

export interface Attachment {
  readonly id: string;
  readonly filename: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly disposition: string;
  readonly contentId: string | null;
  readonly retained: boolean;
}

export interface Message extends MessageItem {
  readonly cc: readonly Correspondent[];
  readonly replyTo: readonly Correspondent[];
  readonly date: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly Attachment[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly auth: { readonly spf: string; readonly dkim: string; readonly dmarc: string };
  readonly blockedRemote: number;
}

export interface Page<T> {
  readonly data: readonly T[];
  readonly nextCursor: string | null;
}

export interface Session {
  readonly key?: string;
  readonly expiresAt: string;
  readonly mailboxes: readonly Mailbox[];
}

export interface Token {
  readonly token: string;
  readonly expiresAt: string;
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly locale: string;
  readonly createdAt: string;
  readonly twoFactor: { readonly enabled: boolean };
  readonly plan: { readonly code: string; readonly name: string };
}

export interface TwoFactorSetup {
  readonly secret: string;
  readonly uri: string;
}

export interface ApiKey {
  readonly prefix: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly allowedCidrs: readonly string[];
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly tier: string;
  readonly key?: string;
}

export interface DnsRecord {
  readonly type: string;
  readonly name: string;
  readonly value: string;
  readonly priority?: number;
  readonly found: readonly string[];
  readonly ok: boolean;
}

export interface Domain {
  readonly id: string;
  readonly domain: string;
  readonly status: 'unverified' | 'verified' | 'suspended';
  readonly catchAll: boolean;
  readonly records: readonly DnsRecord[];
  readonly createdAt: string;
  readonly verifiedAt: string | null;
  readonly lastCheckedAt: string | null;
}

export interface Filter {
  readonly id: string;
  readonly name: string;
  readonly scopeType: 'all' | 'domain';
  readonly domainId: string | null;
  readonly fromPattern: string | null;
  readonly subjectPattern: string | null;
  readonly extractRegex: string;
  readonly priority: number;
  readonly status: 'active' | 'disabled';
}

export interface FilterTest {
  readonly matched: boolean;
  readonly code: string | null;
  readonly reason: string;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly domainId: string | null;
  readonly status: 'active' | 'paused';
  readonly pausedReason: string | null;
  readonly createdAt: string;
  readonly secret?: string;
}

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly attempt: number;
  readonly status: 'succeeded' | 'failed';
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly at: string;
  readonly nextAttemptAt: string | null;
}

export type Interval = 'monthly' | 'yearly';
export type Entitlements = Readonly<Record<string, number | boolean>>;

export interface Offer {
  readonly code: string;
  readonly name: string;
  readonly prices: { readonly monthly: number; readonly yearly: number };
  readonly entitlements: Entitlements;
}

export interface Plans {
  readonly plans: readonly Offer[];
  readonly addons: readonly Offer[];
}

export interface Subscription {
  readonly plan: { readonly code: string; readonly name: string };
  readonly interval: Interval | null;
  readonly status: 'active' | 'cancelled' | 'expired' | 'none';
  readonly autoRenew: boolean;
  readonly currentPeriodEnd: string | null;
  readonly addons: readonly {
    readonly id: string;
    readonly code: string;
    readonly interval: Interval;
    readonly currentPeriodEnd: string;
    readonly autoRenew: boolean;
  }[];
  readonly entitlements: Entitlements;
}

export interface LedgerEntry {
  readonly id: string;
  readonly type: 'topup' | 'subscription' | 'addon' | 'renewal' | 'adjustment';
  readonly amount: number;
  readonly balanceAfter: number;
  readonly reference: string | null;
  readonly createdAt: string;
}

export interface TopUp {
  readonly id: string;
  readonly provider: string;
  readonly amount: number;
  readonly currency: string;
  readonly points: number;
  readonly status: 'pending' | 'credited' | 'expired';
  readonly memo: string;
  readonly bank: { readonly bin: string; readonly accountNumber: string; readonly accountName: string };
  readonly qr: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly creditedAt: string | null;
}

export interface Provider {
  readonly code: string;
  readonly name: string;
  readonly status: 'active' | 'disabled' | 'coming_soon';
  readonly currencies: readonly string[];
}

export interface Notice {
  readonly id: string;
  readonly kind: 'banner' | 'dialog';
  readonly title: string;
  readonly html: string;
}

export interface PageLink {
  readonly key: string;
  readonly title: string;
}

export interface PageDetail extends PageLink {
  readonly html: string;
  readonly locale: string;
  readonly updatedAt: string;
}

export interface Footer {
  readonly html: string;
  readonly locale: string;
}
