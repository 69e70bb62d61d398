// One mail at a time over an open SMTP connection, with the moment of its 250.

import { connect, type Socket } from 'node:net';

export interface Courier {
  /** Resolves with performance.now() of the 250. */
  send(to: string, mail: string): Promise<number>;
  close(): void;
}

export async function openCourier(port: number): Promise<Courier> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let answered: (code: string) => void = () => {};
  let buffered = '';
  socket.on('data', (chunk) => {
    buffered += chunk.toString('latin1');
    const match = /(^|\n)(\d{3}) [^\n]*\n$/.exec(buffered);
    if (!match) return;
    buffered = '';
    answered(match[2] ?? '');
  });
  socket.on('error', () => answered('000'));
  const reply = () =>
    new Promise<string>((resolve) => {
      answered = resolve;
    });
  const say = (line: string) => {
    const next = reply();
    socket.write(line);
    return next;
  };
  await reply();
  await say('EHLO bench.example\r\n');
  return {
    async send(to, mail) {
      await say('MAIL FROM:<bench@sender.example>\r\n');
      await say(`RCPT TO:<${to}>\r\n`);
      await say('DATA\r\n');
      const code = await say(`${mail}\r\n.\r\n`);
      if (code !== '250') throw new Error(`mail was answered ${code}`);
      return performance.now();
    },
    close: () => void socket.end('QUIT\r\n'),
  };
}
