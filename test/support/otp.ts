// Runs one mail through the extractor, with everything but its text as usual.

import { extractOtp, type OtpInput } from '../../src/otp/extract.ts';

export function otpMail(text: string, rest: Partial<OtpInput> = {}): OtpInput {
  return {
    subject: '',
    text,
    htmlText: null,
    links: [],
    from: { address: 'noreply@acme.example', name: 'Acme' },
    recipients: ['jo@mayfly.test'],
    ...rest,
  };
}

export const codeOf = (text: string, rest: Partial<OtpInput> = {}): string | null =>
  extractOtp(otpMail(text, rest)).code;
