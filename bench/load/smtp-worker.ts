// Runs as a process of its own: keeps N connections busy with one mail until the time is up, then reports.
// argv: port connections seconds reuse(0|1) pipelining(0|1) recipientsFile mailFile

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = '', connections = '', seconds = '', reuse = '', pipelining = '', recipientsFile = '', mailFile = ''] =
  process.argv.slice(2);
const recipients = readFileSync(recipientsFile, 'utf8').trim().split('\n');
const body = Buffer.concat([readFileSync(mailFile), Buffer.from('\r\n.\r\n')]);
const until = performance.now() + Number(seconds) * 1_000;
const latencies: number[] = [];
let accepted = 0;
let refused = 0;
let next = 0;

function converse(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    let buffered = '';
    let awaited = 1;
    let dot = 0;
    const say = (...lines: string[]) => socket.write(`${lines.join('\r\n')}\r\n`);
    const recipient = () => `RCPT TO:<${recipients[next++ % recipients.length]}>`;
    const sender = 'MAIL FROM:<bench@sender.example>';
    const step =
      (...lines: (() => string)[]) =>
      () => {
        say(...lines.map((line) => line()));
        return lines.length;
      };
    const content = () => {
      dot = performance.now();
      socket.write(body);
      return 1;
    };
    const mail: (() => number)[] =
      pipelining === '1'
        ? [
            step(
              () => sender,
              recipient,
              () => 'DATA',
            ),
            content,
          ]
        : [step(() => sender), step(recipient), step(() => 'DATA'), content];
    /** What is said when the replies to the last of it are in, and how many those are. */
    let script = [step(() => 'EHLO bench.example'), ...mail];
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      if (!buffered.endsWith('\n')) return;
      const replies = buffered.split('\n').filter((line) => /^\d{3} /.test(line));
      if (replies.length < awaited) return;
      buffered = '';
      const go = script.shift();
      if (go) {
        awaited = go();
        return;
      }
      if (dot === 0) return;
      latencies.push(performance.now() - dot);
      dot = 0;
      if (replies[0]?.startsWith('250')) accepted++;
      else refused++;
      if (performance.now() >= until || reuse === '0') {
        socket.end('QUIT\r\n');
      } else {
        script = mail.slice(1);
        awaited = mail[0]?.() ?? 1;
      }
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}

const began = performance.now();
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    do await converse();
    while (performance.now() < until);
  }),
);
console.log(JSON.stringify({ accepted, refused, seconds: (performance.now() - began) / 1_000, latencies }));
