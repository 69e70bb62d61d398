// Content-Transfer-Encoding → bytes, and format=flowed → paragraphs. Linear, tolerant of truncated and broken input. Used by parse.
const EQUALS = 0x3d;
const LF = 0x0a;
const CR = 0x0d;

/** Value of an ASCII hex digit, -1 for anything else. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  if (byte >= 0x41 && byte <= 0x46) return byte - 0x37;
  if (byte >= 0x61 && byte <= 0x66) return byte - 0x57;
  return -1;
}

// Byte by byte: real mail escapes every few characters, and a native search and copy for each run is six times slower.
function decodeQuotedPrintable(body: Buffer): Buffer {
  if (!body.includes(EQUALS)) return body;
  const out = Buffer.allocUnsafe(body.length);
  const end = body.length;
  let length = 0;
  for (let i = 0; i < end; i++) {
    const byte = body[i] as number;
    if (byte !== EQUALS) {
      out[length++] = byte;
      continue;
    }
    const high = hexDigit(body[i + 1]);
    const low = high < 0 ? -1 : hexDigit(body[i + 2]);
    if (low >= 0) {
      out[length++] = (high << 4) | low;
      i += 2;
      continue;
    }
    // A soft line break, perhaps with blanks that a relay put before the line end; else the sign stands for itself.
    let next = i + 1;
    while (body[next] === 0x20 || body[next] === 0x09) next++;
    if (body[next] === CR) next++;
    if (body[next] === LF || next >= end) i = next;
    else out[length++] = EQUALS;
  }
  return out.subarray(0, length);
}

function decodeBase64(body: Buffer): Buffer {
  const text = body.toString('latin1');
  const padding = text.indexOf('=');
  // Node stops at the first padding; some mailers pad every line.
  if (padding < 0 || !/[A-Za-z0-9+/]/.test(text.slice(padding))) return Buffer.from(text, 'base64');
  const out = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (const unit of text.split(/=+/)) length += out.write(unit, length, 'base64');
  return out.subarray(0, length);
}

/** The bytes a part stands for. At most about `limit` decoded bytes are wanted, so no more than needed is decoded. */
export function decodeTransfer(body: Buffer, encoding: string, limit = Number.POSITIVE_INFINITY): Buffer {
  // Quoted-printable triples at most; base64 with line ends stays below half as much again.
  const source = body.length > limit * 3 ? body.subarray(0, limit * 3) : body;
  let decoded = source;
  if (encoding === 'base64') decoded = decodeBase64(source);
  else if (encoding === 'quoted-printable') decoded = decodeQuotedPrintable(source);
  return decoded.length > limit ? decoded.subarray(0, limit) : decoded;
}

/** Joins the soft-broken lines of format=flowed (RFC 3676); quoted lines and the signature line stay as they are. */
export function unflow(text: string, delSp: boolean): string {
  const out: string[] = [];
  let open = false;
  for (const stuffed of text.split(/\r?\n/)) {
    const quoted = stuffed.startsWith('>');
    const line = stuffed.startsWith(' ') ? stuffed.slice(1) : stuffed;
    const soft = !quoted && line.endsWith(' ') && line !== '-- ';
    if (out.length > 0 && !(open && !quoted && line !== '-- ')) out.push('\n');
    out.push(soft && delSp ? line.slice(0, -1) : line);
    open = soft;
  }
  return out.join('');
}
