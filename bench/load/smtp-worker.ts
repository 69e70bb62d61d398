// Runs as a process of its own: keeps N connections busy with one mail until the time is up, then reports.
// argv: port connections seconds reuse(0|1) recipientsFile mailFile

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = '', connections = '', seconds = '', reuse = '', recipientsFile = '', mailFile = ''] =
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
    let step = 0;
    let dot = 0;
    const say = (line: string) => socket.write(line);
    const mail = () => {
      step = 2;
      say('MAIL FROM:<bench@sender.example>\r\n');
    };
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      if (!/(^|\n)\d{3} [^\n]*\n$/.test(buffered)) return;
      const code = buffered.slice(
        buffered.lastIndexOf('\n', buffered.length - 2) + 1,
        buffered.lastIndexOf('\n', buffered.length - 2) + 4,
      );
      buffered = '';
      if (step === 7) return;
      step++;
      if (step === 1) say('EHLO bench.example\r\n');
      else if (step === 2) mail();
      else if (step === 3) say(`RCPT TO:<${recipients[next++ % recipients.length]}>\r\n`);
      else if (step === 4) say('DATA\r\n');
      else if (step === 5) {
        dot = performance.now();
        socket.write(body);
      } else {
        latencies.push(performance.now() - dot);
        if (code === '250') accepted++;
        else refused++;
        if (performance.now() >= until || reuse === '0') {
          step = 7;
          socket.end('QUIT\r\n');
        } else mail();
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
