// Runs as a process of its own: keeps N keep-alive connections busy with GET requests until the time is up, then reports.
// argv: port connections seconds requestsFile (one "path<TAB>token" a line)

import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = '', connections = '', seconds = '', requestsFile = ''] = process.argv.slice(2);
const requests = readFileSync(requestsFile, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [path = '/', token = ''] = line.split('\t');
    const auth = token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
    return `GET ${path} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n${auth}\r\n`;
  });
const until = performance.now() + Number(seconds) * 1_000;
const latencies: number[] = [];
let ok = 0;
let failed = 0;
let next = 0;

function converse(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    let buffered: Buffer = Buffer.alloc(0);
    let sent = 0;
    const ask = () => {
      sent = performance.now();
      socket.write(requests[next++ % requests.length] ?? '');
    };
    socket.on('connect', ask);
    socket.on('data', (chunk: Buffer) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
      const end = buffered.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = buffered.toString('latin1', 0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (buffered.length < end + 4 + length) return;
      buffered = Buffer.alloc(0);
      latencies.push(performance.now() - sent);
      if (/^HTTP\/1.1 2/.test(head)) ok++;
      else failed++;
      if (performance.now() >= until) socket.end();
      else ask();
    });
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, converse));
console.log(JSON.stringify({ ok, failed, seconds: (performance.now() - began) / 1_000, latencies }));
