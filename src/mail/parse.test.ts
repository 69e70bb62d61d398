// What a reader sees of a mail: addresses, bodies, attachments, and what is said where something was left out.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseMailNow as parse } from './parse.ts';

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
const mail = (text: string) => parse(Buffer.from(crlf(text)));
const withBytes = (head: string, body: Buffer) => parse(Buffer.concat([Buffer.from(`${crlf(head)}\r\n\r\n`), body]));

describe('headers', () => {
  it('a character split across two encoded words is put together', () => {
    expect(
      mail('Subject: =?utf-8?B?TcOj?= =?utf-8?B?IHjDoQ==?=\n =?utf-8?Q?c_nh=E1=BA?=\n =?utf-8?Q?=ADn?=\n\nx').subject,
    ).toBe('Mã xác nhận');
  });

  it('a UTF-7 character split across two words is put together', () => {
    const [a, b] = ['Gr+AP', 'wA3w-e'];
    expect(mail(`Subject: =?utf-7?Q?${a}?= =?utf-7?Q?${b}?=\n\nx`).subject).toBe('Grüße');
  });

  it('a folded header is one line', () => {
    expect(mail('Subject: one\n two\n\tthree\n\nx').subject).toBe('one two three');
  });

  it('addresses carry decoded names, groups are opened', () => {
    const parsed = mail(
      'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.com>\nTo: "Doe, J" <a@example.net>, b@example.net\nCc: Team: c@example.net, d@example.net;\nReply-To: r@example.com\n\nx',
    );
    expect(parsed).toMatchObject({
      from: { address: 'j@example.com', name: 'Jürgen' },
      to: [
        { address: 'a@example.net', name: 'Doe, J' },
        { address: 'b@example.net', name: null },
      ],
      cc: [{ address: 'c@example.net' }, { address: 'd@example.net' }],
      replyTo: [{ address: 'r@example.com', name: null }],
    });
  });

  it('a mail without a sender has an empty one', () =>
    expect(mail('Subject: x\n\nx').from).toEqual({ address: '', name: null }));

  it('the date is ISO, with its comment and zone understood', () => {
    expect(mail('Date: Sun, 15 Nov 2026 09:00:00 +0700 (ICT)\n\nx').date).toBe('2026-11-15T02:00:00.000Z');
  });

  it.each(['soon', '', 'Sun, 99 Foo 2026', '1 Jan 99999999'])('the date %j is none', (date) =>
    expect(mail(`Date: ${date}\n\nx`).date).toBeNull(),
  );

  it('header lines are listed in order, unfolded, as sent', () => {
    expect(mail('X-One: a\n b\nx-two: =?utf-8?Q?c?=\n\nx').headers).toEqual([
      { name: 'X-One', value: 'a b' },
      { name: 'x-two', value: '=?utf-8?Q?c?=' },
    ]);
  });

  it('a mail that is nothing but a body line is text', () => expect(mail('\nhello').text).toBe('hello'));
});

describe('bodies', () => {
  it('alternative: both forms are there, once', () => {
    const parsed = mail(
      'Content-Type: multipart/alternative; boundary=b\n\npreamble\n--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>html</p>\n--b--\nepilogue',
    );
    expect(parsed).toMatchObject({ text: 'plain', html: '<p>html</p>', attachments: [], degraded: [] });
  });

  it('HTML alone has no text of its own', () =>
    expect(mail('Content-Type: text/html\n\n<p>x</p>')).toMatchObject({ text: null, html: '<p>x</p>' }));
  it('text alone has no HTML', () => expect(mail('\nx')).toMatchObject({ text: 'x', html: null }));

  it('a footer beside an HTML body is part of both forms', () => {
    const parsed = mail(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>code 1</p>\n--b\n\nlist <footer>\n--b--\n',
    );
    expect(parsed.html).toBe('<p>code 1</p>\n<div>list &lt;footer&gt;</div>');
    expect(parsed.text).toContain('code 1');
    expect(parsed.text).toContain('list <footer>');
  });

  it('quoted-printable: soft breaks, escapes, stray signs and trailing blanks', () => {
    expect(mail('Content-Transfer-Encoding: quoted-printable\n\na=\nb=20c =3d d=e2=82=AC= \ne=zz=').text).toBe(
      'ab c = d€e=zz',
    );
  });

  it('truncated base64 gives what is there', () => {
    expect(mail('Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nSGVsbG8gd29yb').text).toBe('Hello wor');
  });

  it('base64 padded at every line is read to its end', () => {
    expect(mail('Content-Transfer-Encoding: base64\n\nYQ==\nYmM=\nZA==').text).toBe('abcd');
  });

  it('format=flowed paragraphs are joined, the signature line is not', () => {
    expect(mail('Content-Type: text/plain; format=flowed\n\none \ntwo\n three\n-- \nme').text).toBe(
      'one two\nthree\n-- \nme',
    );
  });

  it('format=flowed with delsp drops the space', () => {
    expect(mail('Content-Type: text/plain; format=flowed; delsp=yes\n\n認証 \nコード').text).toBe('認証コード');
  });

  it('a multipart whose boundary never comes is text', () => {
    expect(mail('Content-Type: multipart/mixed; boundary=never\n\nhello').text).toBe('hello');
  });

  it('a multipart that is never closed keeps its parts', () => {
    expect(mail('Content-Type: multipart/mixed; boundary=b\n\n--b\n\nhello').text).toBe('hello');
  });

  it('a part that ends within its header takes nothing from the next', () => {
    const parsed = mail(
      'Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: image/png; name=cut.png\n--b\n\nhello\n--b--\n',
    );
    expect(parsed).toMatchObject({ text: 'hello', attachments: [{ filename: 'cut.png', size: 0 }] });
  });

  it('a boundary that begins like its parent is told apart', () => {
    const parsed = mail(
      'Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/alternative; boundary=ab\n\n--ab\n\nin\n--ab--\n--a\nContent-Type: image/png\n\nP\n--a--',
    );
    expect(parsed).toMatchObject({ text: 'in', attachments: [{ contentType: 'image/png', size: 1 }] });
  });

  it('an invitation alone is put in words and attached', () => {
    const parsed = mail(
      'Content-Type: text/calendar; method=REQUEST\n\nBEGIN:VCALENDAR\nSUMMARY:Lunch\\, maybe\nDTSTART:20261115T120000Z\nLOCATION:Hanoi\nEND:VCALENDAR\n',
    );
    expect(parsed.text).toBe('Event: Lunch, maybe\nStart: 2026-11-15 12:00 UTC\nPlace: Hanoi');
    expect(parsed.attachments).toMatchObject([{ contentType: 'text/calendar' }]);
  });

  it('no NUL and no lone surrogate survives anywhere', () => {
    const parsed = withBytes(
      'Subject: a\0b =?utf-16le?B?ANg=?=\nFrom: x\0 <a\0@example.com>\nContent-Type: text/plain; charset=utf-16le',
      Buffer.from([0x00, 0xd8, 0x41, 0x00, 0x00, 0x00]),
    );
    const all = JSON.stringify(parsed);
    expect(all).not.toMatch(/\\u0000|\\ud8/);
    expect(parsed.text).toBe('\ufffdA');
  });

  it('an oversized body is cut and named', () => {
    const parsed = mail(`\n${'x'.repeat(1_500_000)}`);
    expect(parsed.text).toHaveLength(1_000_000);
    expect(parsed.degraded).toHaveLength(1);
  });
});

describe('attachments', () => {
  const attached = (head: string, body = 'x') =>
    mail(`Content-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b\n${head}\n\n${body}\n--b--\n`).attachments[0];

  it('bytes, size and checksum are exact', () => {
    const bytes = Buffer.from([0, 1, 2, 253, 254, 255]);
    const part = attached(
      'Content-Type: application/pdf\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=a.pdf',
      bytes.toString('base64'),
    );
    expect(part).toMatchObject({
      filename: 'a.pdf',
      contentType: 'application/pdf',
      disposition: 'attachment',
      size: 6,
    });
    expect(Buffer.from(part?.content ?? []).equals(bytes)).toBe(true);
    expect(part?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it.each([
    ['filename="Hóa đơn.pdf"', 'Hóa đơn.pdf'],
    ["filename*=UTF-8''H%C3%B3a%20%C4%91%C6%A1n.pdf", 'Hóa đơn.pdf'],
    ["filename*0*=UTF-8''H%C3; filename*1*=%B3a; filename*2=.pdf", 'Hóa.pdf'],
    ['filename="=?utf-8?B?SMOzYS5wZGY=?="', 'Hóa.pdf'],
    ["filename*=iso-8859-1'de'Gr%FC%DFe.txt", 'Grüße.txt'],
    ["filename*=utf-7''Gr%2BAPwA3w-e.txt", 'Grüße.txt'],
    ['filename=Invoice(1).pdf', 'Invoice(1).pdf'],
    ['filename="a\\"b.pdf"', 'a_b.pdf'],
    ['filename="../../etc/passwd"', 'passwd'],
    ['filename="C:\\\\Users\\\\me\\\\a.txt"', 'a.txt'],
    ['filename="a\tb\x01.txt"', 'ab.txt'],
    ['filename="txt.\u202Eexe.pdf"', 'txt.exe.pdf'],
    ['filename="..."', null],
    ['filename="/"', null],
    ['filename=""', null],
    ['filename="a<b>:c|d?.txt"', 'a_b__c_d_.txt'],
  ])('the name %s is %s', (parameter, name) => {
    expect(
      attached(`Content-Type: application/octet-stream\nContent-Disposition: attachment; ${parameter}`)?.filename,
    ).toBe(name);
  });

  it('a name of 10 kB is cut and keeps its ending', () => {
    const name = attached(`Content-Type: image/png; name="${'n'.repeat(10_000)}.png"`)?.filename ?? '';
    expect(name).toHaveLength(200);
    expect(name.endsWith('.png')).toBe(true);
  });

  it('a nested message stays one attachment', () => {
    expect(attached('Content-Type: message/rfc822', 'Subject: inner\n\ninner text')).toMatchObject({
      contentType: 'message/rfc822',
      size: 28,
    });
  });

  it('TNEF is a plain attachment', () => {
    expect(attached('Content-Type: application/ms-tnef; name=winmail.dat')).toMatchObject({
      filename: 'winmail.dat',
      contentType: 'application/ms-tnef',
    });
  });

  it('an image of a related part is inline and known by its id', () => {
    const parsed = mail(
      'Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<img src="cid:logo@x">\n--b\nContent-Type: image/png\nContent-ID: <logo@x>\n\nP\n--b--',
    );
    expect(parsed.attachments).toMatchObject([{ disposition: 'inline', contentId: 'logo@x' }]);
  });

  it('a text file is attached, not shown', () => {
    expect(attached('Content-Type: text/plain; name=notes.txt\nContent-Disposition: attachment')?.filename).toBe(
      'notes.txt',
    );
  });

  it('a named text after the body is attached though it says inline', () => {
    expect(attached('Content-Type: text/plain; name=log.txt\nContent-Disposition: inline')).toMatchObject({
      filename: 'log.txt',
      disposition: 'inline',
    });
  });

  it('a malformed type is octet-stream', () => {
    expect(attached('Content-Type: app/x"<script>; name=a.bin\nContent-Disposition: attachment')?.contentType).toBe(
      'application/octet-stream',
    );
  });
});
