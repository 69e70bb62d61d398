// The SMTP connections of a test file: opened as far as a test wants them, and none stays behind.

import { connectSmtp, type SmtpClient } from './smtp-client.ts';

export function smtpConnections() {
  const clients: SmtpClient[] = [];

  async function open(port: number, greet = true): Promise<SmtpClient> {
    const client = await connectSmtp(port, { greet });
    clients.push(client);
    return client;
  }

  /** A connection that has said MAIL. */
  async function afterMail(port: number): Promise<SmtpClient> {
    const client = await open(port);
    await client.command('MAIL FROM:<sender@example.org>');
    return client;
  }

  return {
    clients,
    open,
    afterMail,

    /** A connection that waits for the bytes of its mail. */
    async inData(port: number, ...to: string[]): Promise<SmtpClient> {
      const client = await afterMail(port);
      for (const address of to) await client.command(`RCPT TO:<${address}>`);
      await client.command('DATA');
      return client;
    },

    leaveAll(): void {
      for (const client of clients.splice(0)) client.socket.destroy();
    },
  };
}
