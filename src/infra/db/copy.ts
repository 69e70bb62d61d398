// COPY as streams, for backup and restore. The one importer of pg-copy-streams.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** Runs `copy … to stdout`; hands on its bytes and answers how many rows they were. */
export async function copyOut(
  client: pg.ClientBase,
  sql: string,
  take: (bytes: AsyncIterable<Buffer>) => Promise<void>,
): Promise<number> {
  const stream = client.query(to(sql));
  await take(stream);
  return stream.rowCount;
}

/** Runs `copy … from stdin` over the bytes; answers how many rows were taken. */
export async function copyIn(client: pg.ClientBase, sql: string, bytes: AsyncIterable<Buffer>): Promise<number> {
  const stream = client.query(from(sql));
  await pipeline(Readable.from(bytes, { objectMode: false }), stream);
  return stream.rowCount;
}
