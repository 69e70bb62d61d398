// Bodies of developer keys.

import { type Static, Type } from 'typebox';
import { SCOPES } from '../../lib/principal.ts';
import { Nullable, Timestamp, Words } from '../../lib/route.ts';

const Scope = Words(SCOPES);

export const NewKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Array(Scope, { minItems: 1, maxItems: 16 }),
    allowedCidrs: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 100,
        description: 'Addresses or CIDR ranges, IPv4 or IPv6, that may use the key; none means any',
      }),
    ),
    expiresAt: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601 with a zone, in the future' })),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'CI', scopes: ['mailboxes:write', 'otp:read'], allowedCidrs: ['203.0.113.0/24'] }],
  },
);

const record = {
  prefix: Type.String({ description: 'Names the key in `DELETE /me/api-keys/{prefix}`' }),
  name: Type.String(),
  scopes: Type.Array(Scope),
  allowedCidrs: Type.Array(Type.String()),
  expiresAt: Nullable(Timestamp),
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp),
  tier: Type.String({ description: 'Follows the plan of the account' }),
};

export const ApiKey = Type.Object(record);
export const IssuedKey = Type.Object({ ...record, key: Type.String({ description: 'The key; shown only here' }) });

export const keyExample: Static<typeof ApiKey> = {
  prefix: 'mfk_8Kd2pQ7x',
  name: 'CI',
  scopes: ['mailboxes:write', 'otp:read'],
  allowedCidrs: ['203.0.113.0/24'],
  expiresAt: null,
  createdAt: '2026-03-01T09:00:00.000Z',
  lastUsedAt: null,
  tier: 'free',
};

export const issuedExample: Static<typeof IssuedKey> = {
  ...keyExample,
  key: 'mfk_8Kd2pQ7x_5yJ0rT9QeXa2VnB7kLcW1sZdF4hG8pMuR3tYoKiEqCx',
};

export const PrefixParams = Type.Object({ prefix: Type.String() });
