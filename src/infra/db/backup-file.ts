// The container of a backup: one zstd stream, in it the line `mayfly-backup 1`, then sections. A section is a JSON header
// and chunks, each with its length (32 bits, big-endian) in front; length 0 ends it. The last section is the manifest.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { DatabaseError } from './migrate.ts';

const MAGIC = Buffer.from('mayfly-backup 1\n');
const MAX_CHUNK = 16 * 1024 * 1024;

export interface TableEntry {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly createdAt: string;
  readonly postgres: string;
  /** What the schema was made by, in order. */
  readonly migrations: readonly { readonly version: number; readonly name: string }[];
  readonly tables: readonly TableEntry[];
  readonly sequences: readonly { readonly name: string; readonly value: number }[];
  /** Where the signing key is: in the tables, or only in the setting SECRET_KEY of the service. */
  readonly secretKey: 'inside' | 'setting';
}

export interface SectionHeader {
  readonly kind: 'table' | 'manifest';
  readonly name: string;
}

export interface BackupWriter {
  section(header: SectionHeader, chunks: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }>;
  /** Writes the manifest, makes the file durable, and only then gives it its name. */
  finish(manifest: Manifest): Promise<void>;
  abort(): Promise<void>;
}

export async function createBackupFile(path: string): Promise<BackupWriter> {
  const partial = `${path}.partial`;
  const file = createWriteStream(partial, { mode: 0o600, flags: 'wx' });
  await once(file, 'open');
  const compress = createZstdCompress();
  const written = pipeline(compress, file);
  written.catch(() => {});

  async function put(bytes: Buffer): Promise<void> {
    // A full disk ends the pipeline, and then no drain would ever come.
    if (!compress.write(bytes)) await Promise.race([once(compress, 'drain'), written]);
  }
  async function putChunk(bytes: Buffer): Promise<void> {
    const length = Buffer.allocUnsafe(4);
    length.writeUInt32BE(bytes.length);
    await put(Buffer.concat([length, bytes]));
  }
  async function section(header: SectionHeader, chunks: AsyncIterable<Buffer>) {
    const hash = createHash('sha256');
    let bytes = 0;
    await putChunk(Buffer.from(JSON.stringify(header)));
    for await (const chunk of chunks) {
      for (let from = 0; from < chunk.length; from += MAX_CHUNK) {
        const part = chunk.subarray(from, from + MAX_CHUNK);
        hash.update(part);
        bytes += part.length;
        await putChunk(part);
      }
    }
    await putChunk(Buffer.alloc(0));
    return { bytes, sha256: hash.digest('hex') };
  }

  await put(MAGIC);
  return {
    section,
    async finish(manifest) {
      const text = Buffer.from(JSON.stringify(manifest));
      await section({ kind: 'manifest', name: 'manifest' }, oneChunk(text));
      compress.end();
      await written;
      const handle = await open(partial, 'r');
      await handle.sync().finally(() => handle.close());
      await rename(partial, path);
    },
    async abort() {
      compress.destroy();
      await written.catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

export interface Section {
  readonly header: SectionHeader;
  /** To be read to its end before the next section is asked for. */
  readonly chunks: AsyncIterable<Buffer>;
}

const damaged = (path: string, why: string) =>
  new DatabaseError(`${path} is not a whole Mayfly backup (${why}). Nothing was changed.`);

export async function* readSections(path: string): AsyncGenerator<Section> {
  const source = createReadStream(path);
  const plain = createZstdDecompress();
  source.on('error', (error) => plain.destroy(error));
  const bytes = takeBytes(source.pipe(plain));
  await bytes.next();
  const take = async (length: number): Promise<Buffer> => {
    const { value, done } = await bytes.next(length).catch((error) => {
      throw readError(path, error);
    });
    if (done) throw damaged(path, 'it ends too early');
    return value;
  };
  const chunk = async (): Promise<Buffer> => {
    const length = (await take(4)).readUInt32BE();
    if (length > MAX_CHUNK) throw damaged(path, 'a length in it is impossible');
    return length === 0 ? Buffer.alloc(0) : take(length);
  };
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let part = await chunk(); part.length > 0; part = await chunk()) yield part;
  }
  try {
    if (!(await take(MAGIC.length)).equals(MAGIC)) throw damaged(path, 'its first line is another');
    for (;;) {
      const header = readHeader(path, await chunk());
      yield { header, chunks: chunks() };
      if (header.kind === 'manifest') return;
    }
  } finally {
    source.destroy();
    plain.destroy();
  }
}

function readHeader(path: string, bytes: Buffer): SectionHeader {
  try {
    return JSON.parse(bytes.toString()) as SectionHeader;
  } catch {
    throw damaged(path, 'a header is not readable');
  }
}

/** What zlib says about the content is told as damage; what the file system says, as it is. */
function readError(path: string, error: NodeJS.ErrnoException): Error {
  return error.code?.startsWith('Z')
    ? damaged(path, error.message)
    : new DatabaseError(`${path} cannot be read: ${error.code}.`);
}

/** Yields as many bytes as each call of `next` asks for; ends when there are fewer. */
async function* takeBytes(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, number> {
  let wanted = yield Buffer.alloc(0);
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length < wanted) continue;
    let joined = Buffer.concat(parts);
    while (joined.length >= wanted) {
      const next: number = yield joined.subarray(0, wanted);
      joined = joined.subarray(wanted);
      wanted = next;
    }
    parts = [joined];
    length = joined.length;
  }
}

/** Reads the whole file, compares every checksum, and answers what is in it. */
export async function verifyBackup(path: string, onTable: (name: string) => void = () => {}): Promise<Manifest> {
  const sums = new Map<string, string>();
  for await (const { header, chunks } of readSections(path)) {
    if (header.kind === 'manifest') {
      const manifest = JSON.parse((await collect(chunks)).toString()) as Manifest;
      const wrong = manifest.tables.find(({ name, sha256 }) => sums.get(name) !== sha256);
      if (wrong) throw damaged(path, `the checksum of ${wrong.name} is wrong`);
      return manifest;
    }
    onTable(header.name);
    const hash = createHash('sha256');
    for await (const chunk of chunks) hash.update(chunk);
    sums.set(header.name, hash.digest('hex'));
  }
  throw damaged(path, 'it has no manifest');
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}
