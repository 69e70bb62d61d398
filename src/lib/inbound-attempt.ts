// One attempt to deliver one mail to one recipient, as the log of attempts keeps and shows it.

export interface InboundAttempt {
  readonly at: Date;
  /** Address of the sending server. */
  readonly peer: string;
  readonly helo: string | null;
  /** Protocol and cipher, null on a plain connection. */
  readonly tls: string | null;
  /** The envelope's; '' is the null sender, null when MAIL FROM was not reached or not readable. */
  readonly sender: string | null;
  readonly recipient: string | null;
  readonly outcome: 'accepted' | 'deferred' | 'refused';
  /** The line the sending server was given, with its codes. */
  readonly reply: string;
  readonly messageId: string | null;
}
