// Looks for the code where it is cheapest to find: most mails say the same in text and in HTML, and text that announces its code
// plainly needs no second opinion. Part of read.

import { htmlToText } from '../mail/html-to-text.ts';
import { extractLink, extractOtp, type OtpFinding, type OtpInput } from '../otp/extract.ts';

export interface SearchedMail {
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly from: { address: string; name: string | null };
  readonly recipients: string[];
}

const SURE = 0.85;

export function findCode(mail: SearchedMail): { otp: OtpFinding; htmlText: string | null } {
  const { subject, text, html, from, recipients } = mail;
  if (text !== null && html !== null) {
    const otp = extractOtp({ subject, text, htmlText: null, links: [], from, recipients });
    if (otp.confidence >= SURE) {
      if (otp.link !== null || !/href/i.test(html)) return { otp, htmlText: null };
      // Buttons have their words in the HTML alone.
      return { otp: { ...otp, link: extractLink(withHtml(mail, htmlToText(html))) }, htmlText: null };
    }
  }
  const read = html === null ? null : htmlToText(html);
  return { otp: extractOtp(withHtml(mail, read)), htmlText: read?.text ?? null };
}

function withHtml(
  { subject, text, from, recipients }: SearchedMail,
  read: ReturnType<typeof htmlToText> | null,
): OtpInput {
  return { subject, text, htmlText: read?.text ?? null, links: read?.links ?? [], from, recipients };
}
