// The reader of DATA: byte for byte what a sender meant, however the bytes were cut into chunks.

import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../test/support/fuzz.ts';
import { type DataModeStream, feedDataStream } from './data-mode.ts';

interface Read {
  content: string;
  rest: string | null;
}

/** Feeds chunks as the SMTP stream would; `rest` is what came after the end. */
function read(chunks: readonly string[]): Read {
  const parts: Buffer[] = [];
  let rest = null as string | null;
  const dataStream = Object.assign(new EventEmitter(), {
    writable: true,
    destroyed: false,
    write: (bytes: Buffer) => {
      parts.push(Buffer.from(bytes));
      return true;
    },
  });
  const stream: DataModeStream = {
    _atDataStart: true,
    _lastBytes: false,
    _dataStream: dataStream as DataModeStream['_dataStream'],
    _countDataBytes: () => {},
    _endDataMode: (chunk, remainder) => {
      if (chunk) parts.push(Buffer.from(chunk));
      rest = remainder.toString('latin1');
    },
  };
  for (const chunk of chunks) {
    if (rest !== null) rest += chunk;
    else feedDataStream.call(stream, Buffer.from(chunk, 'latin1'), () => {});
  }
  return { content: Buffer.concat(parts).toString('latin1'), rest };
}

/** The rule in its plainest form. */
function expected(wire: string): Read {
  if (wire.startsWith('.\r\n')) return { content: '', rest: wire.slice(3) };
  const end = wire.indexOf('\r\n.\r\n');
  const body = wire.slice(0, end + 2);
  return { content: body.replace(/(^|\n)\.\./g, '$1.'), rest: wire.slice(end + 5) };
}

const piece = fc.constantFrom('\r', '\n', '.', '\r\n', '\r\n.', '..', 'a', '\r\n..', '\n.', '\0', 'é');
const wire = fc.array(piece, { maxLength: 30 }).map((parts) => `${parts.join('')}\r\n.\r\nQUIT\r\n`);

test('any text in any cut is read as the rule says', () => {
  fc.assert(
    fc.property(wire, fc.array(fc.nat(60), { maxLength: 8 }), (text, cuts) => {
      const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
      const chunks = places.slice(1).map((end, i) => text.slice(places[i], end));
      expect(read(chunks.filter((chunk) => chunk !== ''))).toEqual(expected(text));
    }),
    runs(3_000),
  );
});

test('one byte at a time gives the same as all at once', () => {
  fc.assert(
    fc.property(wire, (text) => {
      expect(read([...text])).toEqual(read([text]));
    }),
    runs(1_000),
  );
});
