// Mail that Mayfly itself sends (sign-up, password reset), over OUTBOUND_SMTP_URL. The one importer of nodemailer.
// Without that setting the text is logged instead, so that an operator can pass a link on by hand.

import { createTransport } from 'nodemailer';
import type { Log } from './log.ts';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the mail is about, for the log when mail is off. */
  readonly purpose: string;
  /** The link that the reader has to follow, if there is one. */
  readonly link: string | null;
}

export interface Mailer {
  readonly enabled: boolean;
  /** Rejects when the mail was not taken over; try again later. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 20_000;

export function createMailer(options: { url: string | null; from: string | null; log: Log }): Mailer {
  const { url, from, log } = options;
  if (url === null || from === null) {
    return {
      enabled: false,
      async send({ to, purpose, link }) {
        log.info({ to, link }, `mail is off (OUTBOUND_SMTP_URL): ${purpose}`);
      },
      close() {},
    };
  }
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    enabled: true,
    async send({ to, subject, text, html }) {
      // The address as an object: a name or list of addresses hidden in it is never parsed out.
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
