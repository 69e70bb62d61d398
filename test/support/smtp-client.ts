// A plain SMTP client for tests: sends mails, or raw bytes exactly as given, and shows every reply.

import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface SmtpClient {
  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void;
  /** The next complete reply (all lines of a multi-line one), such as `250 2.1.0 …`. */
  reply(): Promise<string>;
  /** Sends one line with CRLF and returns its reply. */
  command(line: string): Promise<string>;
  startTls(): Promise<void>;
  readonly socket: Socket;
  /** Resolves when the server has closed the connection. */
  closed(): Promise<void>;
  quit(): Promise<void>;
}

export async function connectSmtp(
  port: number,
  options: { greet?: boolean; localAddress?: string } = {},
): Promise<SmtpClient> {
  let socket: Socket = connect({
    port,
    host: '127.0.0.1',
    ...(options.localAddress ? { localAddress: options.localAddress } : {}),
  });
  const lines: string[] = [];
  let partial = '';
  let ended = false;
  let wake: () => void = () => {};
  const end = Promise.withResolvers<void>();

  const listen = (stream: Socket) => {
    stream.setEncoding('latin1');
    stream.on('data', (chunk: string) => {
      const parts = (partial + chunk).split('\r\n');
      partial = parts.pop() ?? '';
      lines.push(...parts);
      wake();
    });
    stream.on('error', () => {});
    stream.on('close', () => {
      ended = true;
      end.resolve();
      wake();
    });
  };
  listen(socket);

  async function reply(): Promise<string> {
    for (;;) {
      const last = lines.findIndex((line) => /^\d{3}( |$)/.test(line));
      if (last !== -1) return lines.splice(0, last + 1).join('\n');
      if (ended) return '';
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const client: SmtpClient = {
    get socket() {
      return socket;
    },
    write: (bytes) => void socket.write(bytes),
    reply,
    command(line) {
      socket.write(`${line}\r\n`);
      return reply();
    },
    async startTls() {
      socket.removeAllListeners('data');
      const secure = connectTls({ socket, rejectUnauthorized: false });
      await new Promise<void>((resolve, reject) => {
        secure.once('secureConnect', resolve);
        secure.once('error', reject);
      });
      socket = secure;
      listen(secure);
    },
    closed: () => end.promise,
    async quit() {
      if (!ended) socket.end('QUIT\r\n');
      await end.promise;
    },
  };
  if (options.greet !== false) {
    await reply();
    await client.command('EHLO client.example');
  }
  return client;
}

/** One mail over one connection; returns the reply to the final dot, or to the command that was refused. */
export async function sendMail(
  port: number,
  mail: { from?: string; to: string | readonly string[]; raw: string | Uint8Array },
): Promise<string> {
  const client = await connectSmtp(port);
  try {
    return await sendOn(client, mail);
  } finally {
    await client.quit();
  }
}

export async function sendOn(
  client: SmtpClient,
  mail: { from?: string; to: string | readonly string[]; raw: string | Uint8Array },
): Promise<string> {
  const from = await client.command(`MAIL FROM:<${mail.from ?? 'sender@example.org'}>`);
  if (!from.startsWith('250')) return from;
  let accepted = 0;
  let refused = '';
  for (const to of [mail.to].flat()) {
    const answer = await client.command(`RCPT TO:<${to}>`);
    if (answer.startsWith('250')) accepted++;
    else refused = answer;
  }
  if (accepted === 0) return refused;
  const data = await client.command('DATA');
  if (!data.startsWith('354')) return data;
  const text = typeof mail.raw === 'string' ? mail.raw : Buffer.from(mail.raw).toString('latin1');
  client.write(
    Buffer.from(`${text.replace(/(^|\n)\./g, '$1..')}${text.endsWith('\r\n') ? '' : '\r\n'}.\r\n`, 'latin1'),
  );
  return client.reply();
}

/** A small mail. */
export function mailText(
  options: { subject?: string; body?: string; from?: string; to?: string; headers?: string } = {},
): string {
  return [
    `From: ${options.from ?? 'Sender <sender@example.org>'}`,
    `To: ${options.to ?? 'someone@mayfly.test'}`,
    `Subject: ${options.subject ?? 'Hello'}`,
    `Message-ID: <${Math.random().toString(36).slice(2)}@example.org>`,
    'Date: Sun, 15 Nov 2026 12:00:00 +0000',
    ...(options.headers ? [options.headers] : []),
    '',
    options.body ?? 'Hello there.',
    '',
  ].join('\r\n');
}
