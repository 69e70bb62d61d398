// Bodies of the account and its two-factor settings.

import { type Static, Type } from 'typebox';
import { Nullable, Timestamp } from '../../lib/route.ts';

export const Account = Type.Object({
  id: Type.String(),
  email: Type.String(),
  locale: Type.String({ description: 'BCP 47' }),
  createdAt: Timestamp,
  twoFactor: Type.Object({ enabled: Type.Boolean() }),
  plan: Type.Object({ code: Type.String(), name: Type.String() }),
});

export const accountExample: Static<typeof Account> = {
  id: 'usr_01jt3n8v2qe5wbk7m4x9c6d0zf',
  email: 'mai@example.com',
  locale: 'vi-VN',
  createdAt: '2026-03-01T09:00:00.000Z',
  twoFactor: { enabled: true },
  plan: { code: 'free', name: 'Free' },
};

export const AccountPatch = Type.Object(
  { locale: Type.Optional(Type.String({ maxLength: 10, description: 'A BCP 47 language tag' })) },
  { additionalProperties: false, examples: [{ locale: 'vi-VN' }] },
);

export const CodeBody = Type.Object(
  { code: Type.String({ maxLength: 16 }) },
  { additionalProperties: false, examples: [{ code: '492039' }] },
);

export const TwoFactorStatus = Type.Object({
  enabled: Type.Boolean(),
  enabledAt: Nullable(Timestamp),
  pendingUntil: Nullable(
    Type.String({ format: 'date-time', description: 'Until when a begun enrolment can be confirmed' }),
  ),
  recoveryCodesLeft: Type.Integer(),
});

export const twoFactorExample: Static<typeof TwoFactorStatus> = {
  enabled: true,
  enabledAt: '2026-03-01T09:00:00.000Z',
  pendingUntil: null,
  recoveryCodesLeft: 10,
};

export const TwoFactorSetup = Type.Object({
  secret: Type.String({ description: 'Base 32, to be typed in where scanning is not possible' }),
  uri: Type.String({ description: '`otpauth://` URI' }),
  qr: Type.String({ description: 'The URI as a QR code, an SVG document' }),
  expiresAt: Timestamp,
});

export const setupExample: Static<typeof TwoFactorSetup> = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Mayfly:mai%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Mayfly',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">…</svg>',
  expiresAt: '2026-03-01T09:10:00.000Z',
};

export const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), {
    description: 'Ten codes, each good once in place of `code`; shown only here',
  }),
});

export const recoveryExample: Static<typeof RecoveryCodes> = {
  recoveryCodes: [
    'k7mq-2x9d-hw4t',
    'p3vz-8ncr-5jbe',
    'w6ty-4fka-9sgm',
    'd2hx-7pqv-3zne',
    'r9cb-5wmt-8ykj',
    'g4sn-2dvf-6xqa',
    'z8ke-9hpc-4mtw',
    'b5jy-3rgx-7vnd',
    'm2fq-6akz-8pch',
    't7wv-4eyb-2sjr',
  ],
};
