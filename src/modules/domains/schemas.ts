// Bodies of private domains.

import { type Static, Type } from 'typebox';
import { Nullable, Timestamp, Words } from '../../lib/route.ts';

export const NewDomainBody = Type.Object(
  {
    domain: Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'A domain that you control, in ASCII or as IDN; it is kept as ASCII',
    }),
  },
  { additionalProperties: false, examples: [{ domain: 'mail.example.com' }] },
);

export const CatchAllBody = Type.Object(
  { enabled: Type.Boolean() },
  { additionalProperties: false, examples: [{ enabled: true }] },
);

const DnsRecord = Type.Object({
  type: Words(['TXT', 'MX']),
  name: Type.String({ description: 'Where the record goes' }),
  value: Type.String({ description: 'What it has to say' }),
  priority: Type.Optional(Type.Integer({ description: 'Of the MX record; any other number is as good' })),
  found: Type.Array(Type.String(), { description: 'What the last check found there; an MX as `priority host`' }),
  ok: Type.Boolean({ description: 'Whether the last check found it right' }),
});

export const Domain = Type.Object({
  id: Type.String(),
  domain: Type.String(),
  status: Words(['unverified', 'verified', 'suspended']),
  catchAll: Type.Boolean(),
  records: Type.Array(DnsRecord, { description: 'The DNS records to set' }),
  createdAt: Timestamp,
  verifiedAt: Nullable(Timestamp),
  lastCheckedAt: Nullable(Timestamp),
});

const TOKEN = '0Qd7XkP2mVb9LrT4sNc8JyW3hGf6ZaE1';

export const newDomainExample: Static<typeof Domain> = {
  id: 'dom_01kc3s9x4tfz2v0p6m8n1q5w7e',
  domain: 'mail.example.com',
  status: 'unverified',
  catchAll: false,
  records: [
    { type: 'TXT', name: '_mayfly.mail.example.com', value: `mayfly-verify=${TOKEN}`, found: [], ok: false },
    { type: 'MX', name: 'mail.example.com', value: 'mx.mayfly.test', priority: 10, found: [], ok: false },
  ],
  createdAt: '2026-03-01T09:00:00.000Z',
  verifiedAt: null,
  lastCheckedAt: null,
};

export const domainExample: Static<typeof Domain> = {
  ...newDomainExample,
  status: 'verified',
  records: [
    {
      type: 'TXT',
      name: '_mayfly.mail.example.com',
      value: `mayfly-verify=${TOKEN}`,
      found: [`mayfly-verify=${TOKEN}`],
      ok: true,
    },
    {
      type: 'MX',
      name: 'mail.example.com',
      value: 'mx.mayfly.test',
      priority: 10,
      found: ['10 mx.mayfly.test'],
      ok: true,
    },
  ],
  verifiedAt: '2026-03-01T09:12:00.000Z',
  lastCheckedAt: '2026-03-01T09:12:00.000Z',
};
