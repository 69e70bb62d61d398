// Bodies of the otp group; the keys group answers in the same shape.

import { Type } from 'typebox';
import { Nullable, Timestamp, Words } from '../../lib/route.ts';
import { Wait } from '../messages/schemas.ts';
import type { LatestOtp } from './service.ts';

const Address = Type.Object({ address: Type.String(), name: Nullable(Type.String()) });

export const Otp = Type.Object({
  code: Type.String({ description: 'What a person types' }),
  messageId: Type.String(),
  from: Address,
  subject: Type.String(),
  receivedAt: Timestamp,
  source: Words(['filter', 'builtin']),
  filterId: Nullable(Type.String()),
  confidence: Type.Number({ description: 'From 0 to 1' }),
  link: Nullable(Type.String()),
  candidates: Type.Array(
    Type.Object({ code: Type.String(), score: Type.Number(), reasons: Type.Array(Type.String()) }),
  ),
  sender: Type.Object({
    domain: Type.String(),
    verified: Type.Boolean({ description: 'Aligned DKIM or SPF passed for this domain' }),
  }),
});

export const OtpQuery = Type.Object({
  wait: Wait,
  after: Type.Optional(
    Type.String({ maxLength: 64, description: 'Only codes newer than this message id or ISO 8601 time' }),
  ),
});

export const OTP_EXAMPLE = {
  code: '482913',
  messageId: 'msg_01jd3kr0a1f7w9t8s6m5n4p3q2',
  from: { address: 'no-reply@shop.example', name: 'Shop' },
  subject: 'Your code is 482913',
  receivedAt: '2026-11-15T12:00:03.214Z',
  source: 'builtin' as const,
  filterId: null,
  confidence: 0.98,
  link: null,
  candidates: [{ code: '482913', score: 12, reasons: ['announced by "code"'] }],
  sender: { domain: 'shop.example', verified: true },
};

export const otpBody = (found: LatestOtp) => ({
  code: found.otp.code,
  messageId: found.id,
  from: found.summary.from,
  subject: found.summary.subject,
  receivedAt: found.receivedAt.toISOString(),
  source: found.otp.source,
  filterId: found.otp.filterId,
  confidence: found.otp.confidence,
  link: found.link,
  candidates: found.otp.candidates.map(({ code, score, reasons }) => ({ code, score, reasons: [...reasons] })),
  sender: found.otp.sender,
});
