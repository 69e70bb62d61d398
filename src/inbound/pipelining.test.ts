// Replies to commands that came together leave together; nobody else waits.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { replyTogether } from './pipelining.ts';

const open: { destroy(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

/** The server's end of a connection, and what of two replies has left it when both were just written. */
async function sentAtOnce(said: string, dataMode = false): Promise<{ atOnce: number; later: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  open.push(client, socket, { destroy: () => server.close() });
  replyTogether({ _socket: socket, _parser: { _dataMode: dataMode } });
  client.write(said);
  await once(socket, 'data');
  socket.write('250 one\r\n');
  socket.write('250 two\r\n');
  const waiting = socket.writableLength;
  await new Promise((resolve) => setImmediate(resolve));
  return { atOnce: 18 - waiting, later: 18 - socket.writableLength };
}

test('replies to commands that came together wait for the end of the turn', async () => {
  expect(await sentAtOnce('MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\n')).toEqual({ atOnce: 0, later: 18 });
});

test('the reply to a single command leaves at once', async () => {
  expect(await sentAtOnce('NOOP\r\n')).toMatchObject({ atOnce: 18 });
});

test('lines of a mail hold nothing up', async () => {
  expect(await sentAtOnce('one line\r\nand another\r\n', true)).toMatchObject({ atOnce: 18 });
});
