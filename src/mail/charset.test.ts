// Charsets that mails name, misname and leave out.

import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { parseMailNow as parse } from './parse.ts';

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');
const mail = (text: string) => parse(Buffer.from(crlf(text)));
const withBytes = (head: string, body: Buffer) => parse(Buffer.concat([Buffer.from(`${crlf(head)}\r\n\r\n`), body]));

describe('charsets', () => {
  const samples: [label: string, encoder: string, text: string][] = [
    ['utf-8', 'utf-8', 'Mã xác nhận của bạn là 482913 ✓'],
    ['UTF8', 'utf-8', 'Grüße'],
    ['shift_jis', 'shift_jis', '認証コードは482913です'],
    ['Windows-31J', 'cp932', '認証コード①'],
    ['euc-jp', 'euc-jp', '認証コード'],
    ['gb18030', 'gb18030', '验证码是482913'],
    ['GB2312', 'gb2312', '验证码'],
    ['big5', 'big5', '驗證碼'],
    ['euc-kr', 'euc-kr', '인증번호'],
    ['ks_c_5601-1987', 'cp949', '인증번호'],
    ['koi8-r', 'koi8-r', 'Код подтверждения'],
    ['windows-1250', 'windows-1250', 'Žluťoučký kůň'],
    ['windows-1251', 'windows-1251', 'Ваш код'],
    ['cp1252', 'windows-1252', '“smart” – €5'],
    ['iso-8859-1', 'windows-1252', 'café – €5'],
    ['windows-1253', 'windows-1253', 'Κωδικός'],
    ['windows-1254', 'windows-1254', 'Doğrulama şifresi'],
    ['windows-1255', 'windows-1255', 'קוד אימות'],
    ['iso-8859-8-i', 'iso-8859-8', 'קוד'],
    ['windows-1256', 'windows-1256', 'رمز التحقق'],
    ['windows-1257', 'windows-1257', 'šaltibarščiai'],
    ['windows-1258', 'windows-1258', 'Xin chào'],
    ['tis-620', 'tis-620', 'รหัสยืนยัน'],
    ['utf-7', 'utf-7', 'Grüße – código'],
    ['utf-16le', 'utf-16le', 'Grüße'],
    ['cp437', 'cp437', 'Grüße'],
    ['x-sjis', 'shift_jis', 'コード'],
  ];

  it.each(samples)('a body in %s is read', (label, encoder, text) => {
    const parsed = withBytes(
      `Content-Type: text/plain; charset="${label}"\nContent-Transfer-Encoding: base64`,
      Buffer.from(iconv.encode(text, encoder).toString('base64')),
    );
    expect(parsed.text).toBe(text);
  });

  it.each(samples)('a subject in %s is read', (label, encoder, text) => {
    expect(mail(`Subject: =?${label}?B?${iconv.encode(text, encoder).toString('base64')}?=\n\nx`).subject).toBe(text);
  });

  it('a body in ISO-2022-JP is read', () => {
    expect(
      withBytes('Content-Type: text/plain; charset=ISO-2022-JP', Buffer.from('\x1b$B$"$$\x1b(B 482913')).text,
    ).toBe('あい 482913');
  });

  it('an unknown charset is read as UTF-8 when it is that', () => {
    expect(withBytes('Content-Type: text/plain; charset=x-made-up', Buffer.from('Grüße')).text).toBe('Grüße');
  });

  it('bytes that are no UTF-8 and name no charset are read as windows-1252', () => {
    expect(withBytes('Content-Type: text/plain', Buffer.from([0x47, 0xfc, 0x80])).text).toBe('Gü€');
  });

  it('a raw 8-bit subject is read in the charset of the body', () => {
    const subject = Buffer.concat([Buffer.from('Subject: '), iconv.encode('Ваш код', 'koi8-r')]);
    expect(
      parse(Buffer.concat([subject, Buffer.from('\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\nx')])).subject,
    ).toBe('Ваш код');
  });

  it('a character cut in half at the end does not hide the rest', () => {
    expect(withBytes('Content-Type: text/plain; charset=utf-8', Buffer.from('Mã').subarray(0, 2)).text).toBe('M\ufffd');
  });
});
