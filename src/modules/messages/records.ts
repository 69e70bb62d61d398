// What is stored of a message beside its columns. The mail line writes it, the messages and otp groups read it.

export interface MailAddress {
  readonly address: string;
  readonly name: string | null;
}

/** What the list shows beside the columns. */
export interface MessageSummary {
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly subject: string;
  readonly snippet: string;
}

export interface StoredAttachment {
  readonly id: string;
  readonly filename: string | null;
  readonly contentType: string;
  readonly size: number;
  readonly disposition: 'attachment' | 'inline';
  readonly contentId: string | null;
  readonly sha256: string;
  readonly retained: boolean;
}

export interface AuthResults {
  readonly spf: string;
  readonly dkim: string;
  readonly dmarc: string;
}

/** What the message page shows of the mail itself. `html` is as the sender wrote it; it is sanitized when it is shown. */
export interface MailContent {
  readonly cc: readonly MailAddress[];
  readonly replyTo: readonly MailAddress[];
  readonly messageId: string | null;
  readonly date: string | null;
  readonly text: string | null;
  readonly html: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** What the message page adds to the list. */
export interface MessageDetail extends MailContent {
  readonly attachments: readonly StoredAttachment[];
  readonly auth: AuthResults;
  readonly connectedAt: string;
  readonly storedAt: string;
}

export interface OtpRecord {
  readonly code: string;
  readonly source: 'filter' | 'builtin';
  readonly filterId: string | null;
  readonly confidence: number;
  readonly candidates: readonly {
    readonly code: string;
    readonly score: number;
    readonly reasons: readonly string[];
  }[];
  readonly sender: { readonly domain: string; readonly verified: boolean };
}
