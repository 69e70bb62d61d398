// Mails made to hurt their reader, as the promises name them. Shared by the reader's tests and those over SMTP.
export interface HostileMail {
  name: string;
  /** Whether a reader has to leave something out to stay quick. */
  degraded: boolean;
  make: () => Buffer;
}

const TOP = 'From: a@example.com\r\nTo: b@example.net\r\nSubject: hostile\r\nMIME-Version: 1.0\r\n';

function deepNesting(levels: number): Buffer {
  const parts: string[] = [TOP];
  for (let i = 0; i < levels; i++) parts.push(`Content-Type: multipart/mixed; boundary="b${i}"\r\n\r\n--b${i}\r\n`);
  parts.push('Content-Type: text/plain\r\n\r\ndeep inside\r\n');
  for (let i = levels - 1; i >= 0; i--) parts.push(`--b${i}--\r\n`);
  return Buffer.from(parts.join(''));
}

function nestedMessages(count: number): Buffer {
  return Buffer.from(`${TOP}${'Content-Type: message/rfc822\r\n\r\n'.repeat(count)}Subject: last\r\n\r\nlast\r\n`);
}

function nestedMessagesInParts(count: number): Buffer {
  const part = '--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\nx\r\n';
  return Buffer.from(`${TOP}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`);
}

const repeated = (top: string, piece: string, count: number, end = '') =>
  Buffer.from(TOP + top + piece.repeat(count) + end);

const SIZE = 5_000_000;

export const hostileMails: readonly HostileMail[] = [
  { name: '10,000 levels deep', degraded: true, make: () => deepNesting(10_000) },
  { name: '100,000 nested messages', degraded: true, make: () => nestedMessages(100_000) },
  { name: '100,000 messages side by side', degraded: true, make: () => nestedMessagesInParts(100_000) },
  {
    name: 'a million parts',
    degraded: true,
    make: () => repeated('Content-Type: multipart/mixed; boundary=b\r\n\r\n', '--b\r\n\r\n', 1_000_000, '--b--\r\n'),
  },
  {
    name: 'a million parts that never begin',
    degraded: true,
    make: () => repeated('Content-Type: multipart/mixed; boundary=bb\r\n\r\n--bb\r\n\r\nhi\r\n', '--ba\r\n', 1_000_000),
  },
  {
    name: 'a hundred thousand attachments',
    degraded: true,
    make: () =>
      repeated(
        'Content-Type: multipart/mixed; boundary=b\r\n\r\n',
        '--b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n',
        100_000,
        '--b--\r\n',
      ),
  },
  {
    name: '50,000 addresses in one header',
    degraded: true,
    make: () =>
      Buffer.from(`From: a@example.com\r\nTo: ${'x@example.net, '.repeat(50_000)}y@example.net\r\n\r\nhi\r\n`),
  },
  {
    name: '50,000 folded addresses',
    degraded: true,
    make: () =>
      Buffer.from(
        `From: a@example.com\r\nTo: z@example.net${',\r\n "N, N" <x@example.net>'.repeat(50_000)}\r\n\r\nhi\r\n`,
      ),
  },
  {
    name: '50,000 To headers',
    degraded: true,
    make: () => Buffer.from(`From: a@example.com\r\n${'To: N <x@example.net>\r\n'.repeat(50_000)}\r\nhi\r\n`),
  },
  {
    name: 'open groups in a small header',
    degraded: true,
    make: () => Buffer.from(`To: ${'a:'.repeat(15_000)}\r\nFrom: a@example.com\r\n\r\nhi\r\n`),
  },
  {
    name: 'open groups in a header',
    degraded: true,
    make: () => Buffer.from(`To: ${'a:'.repeat(100_000)}\r\nFrom: ${'<'.repeat(100_000)}\r\n\r\nhi\r\n`),
  },
  {
    name: 'quotes in a header',
    degraded: true,
    make: () => Buffer.from(`To: ${'"(<'.repeat(100_000)}\r\nCc: ${'\\"'.repeat(99_999)}\r\n\r\nhi\r\n`),
  },
  {
    name: 'a header of five million bytes',
    degraded: true,
    make: () => Buffer.from(`${TOP}X-Bomb: ${'a'.repeat(SIZE)}\r\n\r\nhi\r\n`),
  },
  { name: 'a million header lines', degraded: true, make: () => repeated('', 'X: y\r\n', 1_000_000, '\r\nhi\r\n') },
  { name: 'a million folds', degraded: true, make: () => repeated('X-Fold: a\r\n', ' b\r\n', 1_000_000, '\r\nhi\r\n') },
  {
    name: 'encoded words without end',
    degraded: true,
    make: () =>
      Buffer.from(
        `From: =?utf-8?B?${'=?utf-8?B?'.repeat(30_000)}\r\nSubject: ${'=?utf-8?Q?=E1=BB?= =?utf-8?Q?=87?= '.repeat(20_000)}\r\n\r\nhi\r\n`,
      ),
  },
  {
    name: 'parameters without end',
    degraded: false,
    make: () =>
      Buffer.from(`${TOP}Content-Type: text/plain; ${'a*0*=x; '.repeat(10_000)}${'('.repeat(50_000)}\r\n\r\nhi\r\n`),
  },
  {
    name: 'a format=flowed bomb',
    degraded: true,
    make: () => repeated('Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n', 'a \r\n', SIZE / 4),
  },
  {
    name: 'a flowed bomb of blanks',
    degraded: true,
    make: () => repeated('Content-Type: text/plain; format=flowed\r\n\r\n', ' \r\n', SIZE / 3),
  },
  {
    name: 'a quoted-printable bomb',
    degraded: false,
    make: () =>
      repeated(
        'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
        '=\r\n=3D=C3',
        SIZE / 9,
      ),
  },
  {
    name: 'base64 padded at every byte',
    degraded: false,
    make: () => repeated('Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n', 'YQ==\r\n', SIZE / 6),
  },
  {
    name: 'html nested without end',
    degraded: true,
    make: () => repeated('Content-Type: text/html\r\n\r\n', '<div>', SIZE / 5),
  },
  { name: 'html of open angles', degraded: true, make: () => repeated('Content-Type: text/html\r\n\r\n', '<', SIZE) },
  {
    name: 'html of entities',
    degraded: true,
    make: () => repeated('Content-Type: text/html\r\n\r\n', '&#x1F600;&', SIZE / 10),
  },
  {
    name: 'html of nested tables',
    degraded: true,
    make: () => repeated('Content-Type: text/html\r\n\r\n', '<table><tr><td>1', SIZE / 16),
  },
  {
    name: 'text of digits',
    degraded: true,
    make: () => repeated('Content-Type: text/plain\r\n\r\n', 'code 123456 ', SIZE / 12),
  },
  {
    name: 'one line of five million bytes',
    degraded: true,
    make: () => repeated('Content-Type: text/plain\r\n\r\n', 'x', SIZE),
  },
  {
    name: 'text of zero-width characters',
    degraded: true,
    make: () => repeated('Content-Type: text/plain; charset=utf-8\r\n\r\n', '\u200b', SIZE / 3),
  },
  {
    name: 'html of links',
    degraded: true,
    make: () =>
      repeated('Content-Type: text/html\r\n\r\n', '<a href="https://a.example/verify?t=1">verify</a>', SIZE / 50),
  },
];
