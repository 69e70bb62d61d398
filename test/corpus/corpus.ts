// Reads the labelled mails under otp/ and runs them through the very step that real mail takes.
import { readdirSync, readFileSync } from 'node:fs';
import { findCode } from '../../src/inbound/find-code.ts';
import type { OtpFinding } from '../../src/otp/extract.ts';

export interface LabelledMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text?: string;
  html?: string;
  expect: { code: string | null; link?: string | null };
}

export interface Outcome {
  mail: LabelledMail;
  theme: string;
  finding: OtpFinding;
  codeRight: boolean;
  falseAlarm: boolean;
  linkRight: boolean;
}

const FOLDER = new URL('./otp/', import.meta.url);

export function readCorpus(): { theme: string; mails: LabelledMail[] }[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ theme: name.replace('.json', ''), mails: JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as LabelledMail[] }));
}

export function judge(theme: string, mail: LabelledMail): Outcome {
  const sender = /^(.*?)\s*<([^>]+)>$/.exec(mail.from);
  const { otp: finding } = findCode({
    subject: mail.subject,
    text: mail.text ?? null,
    html: mail.html ?? null,
    from: { address: sender?.[2] ?? mail.from, name: sender?.[1] ?? null },
    recipients: [mail.to],
  });
  const { code, link } = mail.expect;
  return {
    mail,
    theme,
    finding,
    codeRight: finding.code === code,
    falseAlarm: code === null && finding.code !== null,
    linkRight: link === undefined || finding.link === link,
  };
}

export function judgeAll(): Outcome[] {
  return readCorpus().flatMap(({ theme, mails }) => mails.map((mail) => judge(theme, mail)));
}
