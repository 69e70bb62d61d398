// Reads the bytes after DATA in place of smtp-server's own reader, which takes a turn of the event loop and a buffer for every
// line that begins with a dot: a 20 MB mail of such lines cost it 45 s and a gigabyte. Only CRLF.CRLF ends the mail.

/** What the reader needs of smtp-server's SMTPStream. */
export interface DataModeStream {
  _atDataStart: boolean;
  _lastBytes: Buffer | false;
  _dataStream: { writable: boolean; destroyed: boolean; write(bytes: Buffer): boolean } & NodeJS.EventEmitter;
  _countDataBytes(length: number): void;
  _endDataMode(chunk: Buffer | false, remainder: Buffer, done: () => void): void;
}

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;
const LF_DOT = Buffer.from([LF, DOT]);
const NOTHING = Buffer.alloc(0);
const SHORT = 64;
/** The longest beginning of the end that can lie at the end of a chunk. */
const KEEP = 4;

export function feedDataStream(this: DataModeStream, bytes: Buffer, done: () => void): void {
  const chunk = this._lastBytes ? Buffer.concat([this._lastBytes, bytes]) : bytes;
  this._lastBytes = false;
  let from = 0;
  if (this._atDataStart) {
    if (chunk.length < 3) {
      this._lastBytes = chunk;
      done();
      return;
    }
    if (chunk[0] === DOT && chunk[1] === CR && chunk[2] === LF) {
      this._endDataMode(false, chunk.subarray(3), done);
      return;
    }
    this._atDataStart = false;
    if (chunk[0] === DOT && chunk[1] === DOT) from = 1;
  }
  const { content, kept, rest } = withoutDots(chunk, from);
  this._countDataBytes(content.length);
  if (rest !== null) {
    this._endDataMode(content, rest, done);
    return;
  }
  this._lastBytes = kept;
  passOn(this._dataStream, content, done);
}

function passOn(stream: DataModeStream['_dataStream'], content: Buffer, done: () => void): void {
  if (content.length === 0 || !stream.writable || stream.write(content) || stream.destroyed) {
    done();
    return;
  }
  const resume = () => {
    stream.off('drain', resume);
    stream.off('close', resume);
    done();
  };
  stream.on('drain', resume);
  stream.on('close', resume);
}

/** The content with stuffed dots taken out; `rest` is what follows the end, `kept` what cannot be judged without more. */
function withoutDots(chunk: Buffer, from: number): { content: Buffer; kept: Buffer; rest: Buffer | null } {
  let target: Buffer | null = null;
  let length = 0;
  let start = from;
  const take = (end: number): Buffer => {
    if (target === null) return chunk.subarray(start, end);
    // A call for each of many short lines would cost more than the bytes do.
    if (end - start > SHORT) length += chunk.copy(target, length, start, end);
    else for (let i = start; i < end; i++) target[length++] = chunk[i] as number;
    return target.subarray(0, length);
  };
  for (let dot = nextDotted(chunk, from); dot < chunk.length - 2; dot = nextDotted(chunk, dot)) {
    if (chunk[dot + 1] === CR && chunk[dot + 2] === LF && dot - 2 >= from && chunk[dot - 2] === CR) {
      return { content: take(dot), kept: NOTHING, rest: chunk.subarray(dot + 3) };
    }
    if (chunk[dot + 1] === DOT) {
      target ??= Buffer.allocUnsafe(chunk.length);
      take(dot);
      start = dot + 1;
    }
  }
  const end = Math.max(start, chunk.length - KEEP);
  return { content: take(end), kept: chunk.subarray(end), rest: null };
}

/** The dot of the next line that begins with one; far away when there is none. */
function nextDotted(chunk: Buffer, from: number): number {
  // Looked for by hand at first: a mail of nothing but such lines would make a native call for each.
  const near = Math.min(from + SHORT, chunk.length - 1);
  for (let at = from; at < near; at++) if (chunk[at] === LF && chunk[at + 1] === DOT) return at + 1;
  const newline = near < chunk.length - 1 ? chunk.indexOf(LF_DOT, near) : -1;
  return newline === -1 ? Number.MAX_SAFE_INTEGER : newline + 1;
}
