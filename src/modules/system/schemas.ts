// Bodies of the probes. They are exempt from the data envelope because whoever probes dictates them.

import { Type } from 'typebox';
import { Words } from '../../lib/route.ts';

export const Healthy = Type.Object(
  { status: Words(['ok']) },
  { description: 'The process answers', examples: [{ status: 'ok' }] },
);

const Check = Type.Object({ ok: Type.Boolean(), detail: Type.Optional(Type.String()) });

export const Readiness = Type.Object(
  { status: Words(['ok', 'unavailable']), checks: Type.Record(Type.String(), Check) },
  {
    description: 'Every dependency with its state',
    examples: [{ status: 'ok', checks: { database: { ok: true }, migrations: { ok: true }, smtp: { ok: true } } }],
  },
);
