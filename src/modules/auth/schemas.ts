// Bodies of sign-in, password reset and registration.

import { type Static, Type } from 'typebox';
import { Timestamp, Words } from '../../lib/route.ts';

const Email = Type.String({ maxLength: 255, description: 'Case and surrounding spaces do not matter' });
const NewPassword = Type.String({ minLength: 8, maxLength: 200 });
const LinkToken = Type.String({ minLength: 32, maxLength: 128, description: 'From the link in the mail' });
const closed = { additionalProperties: false } as const;

export const SignInBody = Type.Object(
  {
    email: Email,
    password: Type.String({ maxLength: 200 }),
    code: Type.Optional(
      Type.String({
        maxLength: 16,
        description: 'Current two-factor code or a recovery code; needed when two-factor is on',
      }),
    ),
  },
  { ...closed, examples: [{ email: 'mai@example.com', password: 'correct horse battery staple', code: '492039' }] },
);

export const ForgotBody = Type.Object({ email: Email }, { ...closed, examples: [{ email: 'mai@example.com' }] });

export const ResetBody = Type.Object(
  { token: LinkToken, password: NewPassword },
  {
    ...closed,
    examples: [{ token: 'q3ZK0v9dJ1mE7uTn5rBwXyLc2aPgHsFo8iQkVzMtDeY', password: 'a new and better one' }],
  },
);

export const SignupBody = Type.Object(
  { email: Email, password: NewPassword, locale: Type.Optional(Type.String({ maxLength: 10 })) },
  { ...closed, examples: [{ email: 'mai@example.com', password: 'correct horse battery staple', locale: 'vi' }] },
);

export const ConfirmBody = Type.Object(
  { token: LinkToken },
  { ...closed, examples: [{ token: 'q3ZK0v9dJ1mE7uTn5rBwXyLc2aPgHsFo8iQkVzMtDeY' }] },
);

export const Token = Type.Object({
  token: Type.String({ description: 'User token `mfu_…`; shown only here' }),
  tokenType: Words(['Bearer']),
  expiresAt: Timestamp,
});

export const tokenExample: Static<typeof Token> = {
  token: 'mfu_5yJ0rT9QeXa2VnB7kLcW1sZdF4hG8pMuR3tYoKiEqCx',
  tokenType: 'Bearer',
  expiresAt: '2026-03-08T09:00:00.000Z',
};

export const SignupAccepted = Type.Object({ status: Words(['mailed']) });
