// What senders put around their mails does not change what is in them: the labelled mails again, with a warning, an imprint, an order line or a sale added.
import { describe, expect, test } from 'vitest';
import { judge, type LabelledMail, readCorpus } from './corpus.ts';

interface Addition {
  above: string;
  below: string;
}

const ADDITIONS: [string, Addition][] = [
  ['a warning never to share codes', { above: '', below: 'For your security: we will never ask you for your password, PIN or verification code. Never share your one-time code with anyone.' }],
  ['the same in Vietnamese', { above: '', below: 'Lưu ý: Không cung cấp mã OTP, mật khẩu cho bất kỳ ai, kể cả nhân viên ngân hàng. Nhập mã OTP chỉ trên ứng dụng chính thức.' }],
  [
    'an imprint',
    { above: '', below: 'Acme Ltd, 48 High Street, Leeds LS1 4AP. Registered in England no. 06538811. VAT GB 974 2203 18. Call 0333 304 0191 or text HELP to 60077. Ref: 4481207. © 2025 Acme\nYou receive this mail because you signed up at acme.example. Unsubscribe' },
  ],
  ['an order line', { above: 'Order 771204 · Customer no. 5518290 · 14 Nov 2025', below: '' }],
  ['a sale', { above: '', below: 'P.S. Winter sale! 20% off everything with code WINTER20 at checkout until 30/11/2025.' }],
];

const mails = readCorpus().flatMap(({ mails }) => mails);

describe('the answer stays the same in at least 99 of 100 with', () => {
  test.each(ADDITIONS)('%s', (_name, addition) => {
    const changed = mails.map((mail) => judge('', added(mail, addition))).filter(({ codeRight }) => !codeRight);
    const report = changed.map(({ mail, finding }) => `${mail.id}: got ${finding.code}, wanted ${mail.expect.code}`).join('\n');
    expect(changed.length / mails.length, report).toBeLessThanOrEqual(0.01);
  });
});

function added(mail: LabelledMail, { above, below }: Addition): LabelledMail {
  const { text, html, ...rest } = mail;
  return {
    ...rest,
    ...(text === undefined ? {} : { text: [above, text, below].filter((part) => part !== '').join('\n\n') }),
    ...(html === undefined ? {} : { html: inside(html, paragraphs(above), paragraphs(below)) }),
  };
}

function paragraphs(text: string): string {
  return text === '' ? '' : text.split('\n').map((line) => `<p>${line}</p>`).join('');
}

function inside(html: string, above: string, below: string): string {
  const opening = /<body[^>]*>/i.exec(html);
  if (opening === null) return above + html + below;
  const start = opening.index + opening[0].length;
  const end = html.toLowerCase().lastIndexOf('</body>');
  return html.slice(0, start) + above + (end === -1 ? html.slice(start) + below : html.slice(start, end) + below + html.slice(end));
}
