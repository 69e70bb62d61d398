// The mails that the bench sends: a plain one, a multipart one with HTML, one with an attachment.

import { dkimSign } from 'mailauth';

const HEADERS = [
  'From: Bench Shop <no-reply@shop.example>',
  'To: someone@mayfly.test',
  'Subject: Your verification code',
  'Message-ID: <bench@shop.example>',
  'Date: Sun, 15 Nov 2026 12:00:00 +0000',
  'MIME-Version: 1.0',
];
const CODE = 'Your verification code is 482913. It is valid for 10 minutes. Do not share it with anyone.';
const PROSE =
  'Thank you for signing up with our shop. We are glad to have you with us, and we would like to make sure that it is really you.';

const fill = (line: string, bytes: number) =>
  Array.from({ length: Math.ceil(bytes / (line.length + 2)) }, () => line).join('\r\n');

export function plainMail(bytes: number): string {
  return [...HEADERS, 'Content-Type: text/plain; charset=utf-8', '', CODE, '', fill(PROSE, bytes - 500), ''].join(
    '\r\n',
  );
}

export function htmlMail(bytes: number): string {
  const row = `<tr><td style="padding:12px;font-family:Arial;color:#333333">${PROSE.slice(0, 90)}</td></tr>`;
  const html = `<html><body><table width="600" cellpadding="0">\r\n<tr><td><h1>${CODE}</h1></td></tr>\r\n${fill(row, bytes - 3_500)}\r\n</table></body></html>`;
  return [
    ...HEADERS,
    'Content-Type: multipart/alternative; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    CODE,
    fill(PROSE, 2_500),
    '--b1',
    'Content-Type: text/html; charset=utf-8',
    '',
    html,
    '--b1--',
    '',
  ].join('\r\n');
}

export function attachmentMail(bytes: number): string {
  const base64 = Buffer.alloc(Math.floor(bytes * 0.73), 'mayfly bench ').toString('base64');
  return [
    ...HEADERS,
    'Content-Type: multipart/mixed; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=utf-8',
    '',
    CODE,
    '--b1',
    'Content-Type: application/pdf; name="invoice.pdf"',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename="invoice.pdf"',
    '',
    base64.replace(/.{76}/g, '$&\r\n'),
    '--b1--',
    '',
  ].join('\r\n');
}

/** The same mail with the sender's signature on top. */
export async function signedMail(mail: string, privateKey: string): Promise<string> {
  const key = { signingDomain: 'shop.example', selector: 's1', privateKey };
  // mailauth's types want the key here, its code there.
  const { signatures } = await dkimSign(mail, { ...key, signatureData: [key] });
  if (!signatures) throw new Error('the mail was not signed');
  return signatures + mail;
}
