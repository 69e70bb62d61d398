// Gathers the bytes of one mail, within what all mails together may hold in memory. Part of server.

import type { Verdict } from './reply.ts';

/** The bytes after DATA, as smtp-server gives them. */
type MailStream = NodeJS.ReadableStream & { readonly sizeExceeded: boolean };

/** Bytes of mail in memory, over all connections. */
export interface HeldBytes {
  readonly isFull: boolean;
  /** False when there is no room for so many more. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createHeldBytes(max: number): HeldBytes {
  let held = 0;
  return {
    get isFull() {
      return held > max;
    },
    take(bytes) {
      if (held + bytes > max) return false;
      held += bytes;
      return true;
    },
    give(bytes) {
      held -= bytes;
    },
  };
}

export interface Collected {
  readonly raw: Buffer;
  /** Why the mail cannot be taken; `raw` is empty then. */
  readonly refused: Verdict | null;
  /** To be called when the mail is dealt with. */
  readonly release: () => void;
}

/** Calls back when the mail is in; never when its connection breaks before. */
export function collectMail(stream: MailStream, held: HeldBytes, done: (mail: Collected) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let refused: Verdict | null = null;
  const release = () => {
    held.give(size);
    size = 0;
  };
  stream.on('data', (chunk: Buffer) => {
    if (stream.sizeExceeded) refused ??= 'too-large';
    // Mails that began while there was room can still be too much together.
    else if (!refused && !held.take(chunk.length)) refused = 'too-busy';
    if (!refused) {
      size += chunk.length;
      chunks.push(chunk);
    } else if (size > 0) {
      // What is refused anyway is read to its end and forgotten.
      chunks.length = 0;
      release();
    }
  });
  stream.on('error', release);
  stream.on('close', release);
  stream.on('end', () => {
    const raw = Buffer.concat(chunks);
    chunks.length = 0;
    done({ raw, refused: stream.sizeExceeded ? 'too-large' : refused, release });
  });
}
