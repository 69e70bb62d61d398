// The mails of sign-up and password reset, in English and Vietnamese. Pure texts; infra/mailer sends them.

import type { OutgoingMail } from '../../infra/mailer.ts';
import { escapeHtml } from '../../lib/escape.ts';

type Language = 'en' | 'vi';

interface Words {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly action: string;
  readonly after: readonly string[];
}

const TEXTS = {
  reset: {
    en: {
      subject: 'Set a new Mayfly password',
      lines: ['Someone, hopefully you, asked for a new password for this address.'],
      action: 'Set a new password',
      after: ['The link works once, for 30 minutes. If it was not you, ignore this mail: nothing changes.'],
    },
    vi: {
      subject: 'Đặt lại mật khẩu Mayfly',
      lines: ['Có người, hy vọng là bạn, đã yêu cầu mật khẩu mới cho địa chỉ này.'],
      action: 'Đặt mật khẩu mới',
      after: [
        'Liên kết chỉ dùng được một lần, trong 30 phút. Nếu không phải bạn, hãy bỏ qua thư này: không có gì thay đổi.',
      ],
    },
  },
  signup: {
    en: {
      subject: 'Confirm your Mayfly account',
      lines: ['One step is left: confirm that this address is yours.'],
      action: 'Confirm the address',
      after: ['The link works once, for 24 hours. If you did not sign up, do not follow it: no account is made.'],
    },
    vi: {
      subject: 'Xác nhận tài khoản Mayfly của bạn',
      lines: ['Chỉ còn một bước: xác nhận địa chỉ này là của bạn.'],
      action: 'Xác nhận địa chỉ',
      after: [
        'Liên kết chỉ dùng được một lần, trong 24 giờ. Nếu bạn không đăng ký, đừng mở: sẽ không có tài khoản nào được tạo.',
      ],
    },
  },
  exists: {
    en: {
      subject: 'You already have a Mayfly account',
      lines: ['Someone, hopefully you, tried to sign up with this address. It has an account already.'],
      action: 'Sign in',
      after: ['If you forgot the password, ask for a new one there. If it was not you, ignore this mail.'],
    },
    vi: {
      subject: 'Bạn đã có tài khoản Mayfly',
      lines: ['Có người, hy vọng là bạn, đã đăng ký bằng địa chỉ này. Địa chỉ này đã có tài khoản.'],
      action: 'Đăng nhập',
      after: ['Nếu quên mật khẩu, hãy yêu cầu mật khẩu mới tại đó. Nếu không phải bạn, hãy bỏ qua thư này.'],
    },
  },
} as const satisfies Record<string, Record<Language, Words>>;

const PURPOSES = {
  reset: 'password reset link',
  signup: 'sign-up link',
  exists: 'sign-up for an address that has an account',
} as const;

export type MailKind = keyof typeof TEXTS;

export function writeMail(kind: MailKind, options: { to: string; locale: string; link: string }): OutgoingMail {
  const language: Language = options.locale.split('-', 1)[0] === 'vi' ? 'vi' : 'en';
  const words: Words = TEXTS[kind][language];
  const text = [...words.lines, `${words.action}:\n${options.link}`, ...words.after, 'Mayfly'].join('\n\n');
  const href = escapeHtml(options.link);
  const paragraphs = [
    ...words.lines.map(escapeHtml),
    `<a href="${href}">${escapeHtml(words.action)}</a><br><small>${href}</small>`,
    ...words.after.map(escapeHtml),
  ];
  const body = paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
  return {
    to: options.to,
    subject: words.subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="${language}"><meta charset="utf-8"><title>${escapeHtml(words.subject)}</title>\n<body>\n${body}\n</body></html>\n`,
    purpose: PURPOSES[kind],
    link: options.link,
  };
}
