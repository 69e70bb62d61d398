// Bodies of webhooks.

import { type Static, Type } from 'typebox';
import { EVENT_NAMES } from '../../lib/events.ts';
import { Nullable, Timestamp, Words } from '../../lib/route.ts';

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'https on port 443 or 8443, at public addresses only; checked when saved and at every connection',
});
const Events = Type.Array(Words(EVENT_NAMES), { minItems: 1, maxItems: EVENT_NAMES.length, uniqueItems: true });
const Status = Words(['active', 'paused']);

export const NewWebhookBody = Type.Object(
  {
    url: Url,
    events: Events,
    domainId: Type.Optional(
      Nullable(Type.String({ maxLength: 64, description: 'Only what belongs to this private domain' })),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ url: 'https://hooks.example.com/mayfly', events: ['otp.received'] }],
  },
);

export const WebhookChangeBody = Type.Object(
  { url: Type.Optional(Url), events: Type.Optional(Events), status: Type.Optional(Status) },
  { additionalProperties: false, examples: [{ status: 'active' }] },
);

const record = {
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Words(EVENT_NAMES)),
  domainId: Nullable(Type.String()),
  status: Status,
  pausedReason: Nullable(
    Type.String({
      description: '`gone` after an answer 410, `failing` after five days of failures, null when you paused it',
    }),
  ),
  createdAt: Timestamp,
};

export const Webhook = Type.Object(record);
export const CreatedWebhook = Type.Object({
  ...record,
  secret: Type.String({ description: 'Signs the deliveries (Standard Webhooks); shown only here' }),
});

export const Delivery = Type.Object({
  id: Type.String(),
  eventId: Type.String({ description: 'The `webhook-id` header; the same for every attempt' }),
  event: Words(EVENT_NAMES),
  attempt: Type.Integer({ description: '1 is the first' }),
  status: Words(['succeeded', 'failed']),
  statusCode: Nullable(Type.Integer()),
  error: Nullable(Type.String()),
  durationMs: Type.Integer(),
  at: Timestamp,
  nextAttemptAt: Nullable(Timestamp),
});

export const webhookExample: Static<typeof Webhook> = {
  id: 'whk_01kc3s9x4tfz2v0p6m8n1q5w7e',
  url: 'https://hooks.example.com/mayfly',
  events: ['otp.received'],
  domainId: null,
  status: 'active',
  pausedReason: null,
  createdAt: '2026-03-01T09:00:00.000Z',
};

export const createdExample: Static<typeof CreatedWebhook> = {
  ...webhookExample,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDxk5dTkqLZ6Y=',
};

export const deliveryExample: Static<typeof Delivery> = {
  id: 'dlv_01kc3sb1v2e3r4t5y6h7j8k9m0',
  eventId: 'evt_01kc3sb0q1w2e3r4t5y6h7j8k9',
  event: 'otp.received',
  attempt: 1,
  status: 'failed',
  statusCode: 503,
  error: 'answered 503; success is 2xx',
  durationMs: 84,
  at: '2026-03-01T09:30:00.000Z',
  nextAttemptAt: '2026-03-01T09:30:05.210Z',
};
