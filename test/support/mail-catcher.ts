// A real SMTP server on loopback that keeps what it is sent, for the mail that Mayfly itself sends.

import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  readonly envelopeFrom: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailCatcher {
  /** For OUTBOUND_SMTP_URL. */
  readonly url: string;
  readonly mails: readonly CaughtMail[];
  /** The next so many mails are refused for the moment. */
  refuse(count: number): void;
  /** Waits for the mail with this number, counted from one. */
  arrived(count: number, timeoutMs?: number): Promise<CaughtMail>;
  close(): Promise<void>;
}

export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const arrivals = new EventTarget();
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      void keep(stream, session.envelope).then(() => done(), done);
    },
  });

  async function keep(
    stream: NodeJS.ReadableStream,
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] },
  ): Promise<void> {
    const bytes = await buffer(stream);
    if (refusals > 0) {
      refusals--;
      throw Object.assign(new Error('not now'), { responseCode: 451 });
    }
    const parsed = await PostalMime.parse(bytes);
    mails.push({
      envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
      to: envelope.rcptTo.map(({ address }) => address),
      from: parsed.from?.address ?? '',
      subject: parsed.subject ?? '',
      text: parsed.text ?? '',
      html: parsed.html ?? '',
    });
    arrivals.dispatchEvent(new Event('mail'));
  }

  server.on('error', () => {});
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse(count) {
      refusals = count;
    },
    async arrived(count, timeoutMs = 15_000) {
      const signal = AbortSignal.timeout(timeoutMs);
      while (mails.length < count) await once(arrivals, 'mail', { signal });
      return mails[count - 1] as CaughtMail;
    },
    close: () => new Promise((done) => server.close(done)),
  };
}
