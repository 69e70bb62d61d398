// Why did my mail not arrive? The owner of a private domain sees the last attempts to deliver to it. Not among the 67.

import { Type } from 'typebox';
import { AppError } from '../lib/errors.ts';
import type { UserId } from '../lib/ids.ts';
import type { InboundAttempt } from '../lib/inbound-attempt.ts';
import { type App, Data, Nullable, operation, Timestamp, userOf, Words } from '../lib/route.ts';

/** What stands behind the route; the assembly connects it to the log and to the domains of accounts. */
export interface InboundReader {
  recent(query: { domain: string; limit: number }): Promise<InboundAttempt[]>;
  /** The name of a domain that this account holds verified (or held, while suspended); null for any other id. */
  domainNameOf(userId: UserId, domainId: string): Promise<string | null>;
}

const Attempts = Data(
  Type.Array(
    Type.Object({
      at: Timestamp,
      peer: Type.String(),
      helo: Nullable(Type.String()),
      tls: Nullable(Type.String()),
      sender: Nullable(Type.String()),
      recipient: Nullable(Type.String()),
      outcome: Words(['accepted', 'deferred', 'refused']),
      reply: Type.String(),
      messageId: Nullable(Type.String()),
    }),
  ),
  [
    {
      at: '2026-06-01T08:00:00.000Z',
      peer: '192.0.2.25',
      helo: 'mail.example.org',
      tls: 'TLSv1.3 TLS_AES_256_GCM_SHA384',
      sender: 'noreply@example.org',
      recipient: 'shop@customer.example',
      outcome: 'refused',
      reply: '550 5.1.1 No such mailbox',
      messageId: null,
    },
  ],
);

export function inboundRoute(app: App, reader: InboundReader): void {
  app.get(
    '/app/inbound',
    operation({
      id: 'listInboundAttempts',
      group: 'domains',
      summary: 'Last attempts to deliver to a domain of yours',
      description:
        'Accepted, deferred and refused, newest first, with the reply each got. Kept for at most seven days.',
      credential: 'user',
      querystring: Type.Object({
        domain: Type.String({ maxLength: 64, description: 'Id of the domain' }),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
      }),
      problems: [401, 404, 422],
      success: { 200: Attempts },
    }),
    async (request) => {
      const domain = await reader.domainNameOf(userOf(request).userId, request.query.domain);
      if (domain === null) throw new AppError('domain.not_found');
      const attempts = await reader.recent({ domain, limit: request.query.limit ?? 20 });
      return { data: attempts.map((attempt) => ({ ...attempt, at: attempt.at.toISOString() })) };
    },
  );
}
