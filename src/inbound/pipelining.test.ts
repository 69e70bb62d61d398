// Replies to commands that came together leave together; nobody else waits.

import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { replyTogether } from './pipelining.ts';

/** How many writes leave for two replies that are given to what was said: at once, and by the end of the turn. */
async function writesFor(said: string, dataMode = false): Promise<{ atOnce: number; later: number }> {
  let writes = 0;
  const count = (done: () => void) => {
    writes++;
    done();
  };
  const socket = new Writable({
    write: (_chunk, _encoding, done) => count(done),
    writev: (_chunks, done) => count(done),
  });
  const parser = replyTogether(
    { _socket: socket },
    {
      _dataMode: dataMode,
      _write(_chunk: Buffer, _encoding: BufferEncoding, next: () => void) {
        socket.write('250 one\r\n');
        socket.write('250 two\r\n');
        next();
      },
    },
  );
  parser._write(Buffer.from(said), 'utf8', () => {});
  const atOnce = writes;
  await new Promise((resolve) => setImmediate(resolve));
  return { atOnce, later: writes };
}

test('replies to commands that came together leave as one at the end of the turn', async () => {
  expect(await writesFor('MAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\n')).toEqual({ atOnce: 0, later: 1 });
});

test('a command by itself is answered at once', async () => {
  expect((await writesFor('NOOP\r\n')).atOnce).toBeGreaterThan(0);
});

test('lines of a mail hold nothing up', async () => {
  expect((await writesFor('one line\r\nand another\r\n', true)).atOnce).toBeGreaterThan(0);
});
