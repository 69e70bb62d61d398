// The session group.

import type { Clock } from '../../lib/clock.ts';
import { type App, Data, guestOf, NoContent, operation } from '../../lib/route.ts';
import { mailboxInfo } from '../mailboxes/schemas.ts';
import type { MailboxService } from '../mailboxes/service.ts';
import { NEW_SESSION_EXAMPLE, NewSessionBody, SESSION_EXAMPLE, SessionBody } from './schemas.ts';
import type { SessionService } from './service.ts';

const GROUP = 'session';

export function sessionRoutes(app: App, service: SessionService, mailboxes: MailboxService, clock: Clock): void {
  app.post(
    '/session',
    operation({
      id: 'openSession',
      group: GROUP,
      summary: 'Open a guest session',
      description:
        'Answers a guest key. Mailboxes created with it are listed by `GET /session`. The session ends 30 minutes after its last use. It gives no extra quota.',
      credential: 'public',
      rate: 'own',
      problems: [401],
      success: { 201: Data(NewSessionBody, NEW_SESSION_EXAMPLE, 'The session and its key') },
    }),
    async (request, reply) => {
      await request.limit('session.ip', request.network);
      const { key, expiresAt } = await service.open();
      reply.code(201);
      return { data: { key, expiresAt: expiresAt.toISOString(), mailboxes: [] } };
    },
  );

  app.get(
    '/session',
    operation({
      id: 'getSession',
      group: GROUP,
      summary: 'List the session’s mailboxes',
      description: 'Newest first, expired ones omitted, each with a fresh token that ends with the mailbox.',
      credential: 'guest',
      problems: [401],
      success: { 200: Data(SessionBody, SESSION_EXAMPLE) },
    }),
    async (request) => {
      const { sessionId, expiresAt } = guestOf(request);
      const living = await service.mailboxesOf(sessionId);
      const now = clock.now();
      return {
        data: {
          expiresAt: expiresAt.toISOString(),
          mailboxes: living.map((mailbox) => mailboxInfo(mailbox, mailboxes.tokenFor(mailbox), now)),
        },
      };
    },
  );

  app.delete(
    '/session',
    operation({
      id: 'endSession',
      group: GROUP,
      summary: 'End the session',
      description: 'Drops the key and the list of mailboxes. The mailboxes keep their own life.',
      credential: 'guest',
      problems: [401],
      success: { 204: NoContent },
    }),
    async (request, reply) => {
      await service.end(guestOf(request).sessionId);
      return reply.code(204).send(null);
    },
  );
}
