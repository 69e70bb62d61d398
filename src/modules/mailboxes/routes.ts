// The mailboxes group.

import { Type } from 'typebox';
import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { type App, Data, mailboxOf, NoContent, operation, Paged, PageQuery, userOf } from '../../lib/route.ts';
import {
  ExtendBody,
  MAILBOX_EXAMPLE,
  MAILBOX_INFO_EXAMPLE,
  MailboxBody,
  MailboxInfo,
  mailboxBody,
  mailboxInfo,
  NewMailboxBody,
  PublicDomain,
} from './schemas.ts';
import type { Mailbox, MailboxService } from './service.ts';

const GROUP = 'mailboxes';

export function mailboxRoutes(app: App, service: MailboxService, entitlements: EntitlementSource, clock: Clock): void {
  const info = (mailbox: Mailbox) => mailboxInfo(mailbox, service.tokenFor(mailbox), clock.now());

  app.get(
    '/domains',
    operation({
      id: 'listPublicDomains',
      group: GROUP,
      summary: 'List public domains',
      description: 'The domains on which anyone can open a mailbox. The first is used when none is named.',
      credential: 'public',
      success: { 200: Data(Type.Array(PublicDomain), [{ domain: 'mayfly.test' }]) },
    }),
    async () => ({ data: (await service.activePublicDomains()).map((domain) => ({ domain })) }),
  );

  app.post(
    '/mailboxes',
    operation({
      id: 'createMailbox',
      group: GROUP,
      summary: 'Open a mailbox',
      description:
        'Opens a mailbox and answers its token. No account is needed. With a guest key the mailbox joins that session; with a user token it belongs to the account and has the limits of its plan. Without an account it lives one hour by default and a day at most.',
      credential: 'public',
      accepts: ['user', 'guest'],
      rate: 'own',
      body: NewMailboxBody,
      problems: [401, 403, 409, 422],
      success: { 201: Data(MailboxBody, MAILBOX_EXAMPLE, 'The mailbox and its token') },
    }),
    async (request, reply) => {
      const { principal } = request;
      const opener =
        principal.kind === 'user'
          ? ({ kind: 'account', userId: principal.userId } as const)
          : ({ kind: 'anonymous', sessionId: principal.kind === 'guest' ? principal.sessionId : null } as const);
      if (opener.kind === 'account') {
        const { code } = await entitlements.planOf(opener.userId);
        await request.limit(code === 'free' ? 'mailbox.create.free' : 'mailbox.create.paid', opener.userId);
      } else {
        await request.limit('mailbox.create.ip', request.network);
      }
      const mailbox = await service.open(request.body ?? {}, opener);
      reply.code(201);
      return { data: mailboxBody(mailbox, service.tokenFor(mailbox)) };
    },
  );

  app.get(
    '/mailboxes/me',
    operation({
      id: 'getMailbox',
      group: GROUP,
      summary: 'Read the mailbox of the token',
      description: 'Address, life left and a fresh token.',
      credential: 'mailbox',
      problems: [401, 410],
      success: { 200: Data(MailboxInfo, MAILBOX_INFO_EXAMPLE) },
    }),
    async (request) => ({ data: info(await service.get(mailboxOf(request).mailboxId)) }),
  );

  app.delete(
    '/mailboxes/me',
    operation({
      id: 'destroyMailbox',
      group: GROUP,
      summary: 'Destroy the mailbox now',
      description: 'The mailbox, its messages and its tokens end at once. The address is free again.',
      credential: 'mailbox',
      problems: [401, 410],
      success: { 204: NoContent },
    }),
    async (request, reply) => {
      await service.destroy(mailboxOf(request).mailboxId);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/mailboxes/me/extend',
    operation({
      id: 'extendMailbox',
      group: GROUP,
      summary: 'Extend the mailbox',
      description:
        'Sets the end to `ttl` seconds from now (the default life without a body), never earlier than it was, and re-issues the token. The old token works until its own end.',
      credential: 'mailbox',
      body: ExtendBody,
      problems: [401, 403, 410, 422],
      success: { 200: Data(MailboxInfo, MAILBOX_INFO_EXAMPLE) },
    }),
    async (request) => {
      const { mailboxId, ownerId } = mailboxOf(request);
      return { data: info(await service.extend(mailboxId, ownerId, request.body?.ttl)) };
    },
  );

  app.get(
    '/me/mailboxes',
    operation({
      id: 'listMyMailboxes',
      group: GROUP,
      summary: 'List the account’s mailboxes',
      description:
        'Newest first, each with a bearer token. It is the only way to find a mailbox that a catch-all domain opened by itself.',
      credential: 'user',
      querystring: Type.Object(PageQuery),
      problems: [401, 422],
      success: { 200: Paged(MailboxInfo, MAILBOX_INFO_EXAMPLE) },
    }),
    async (request) => {
      const { limit = 20, cursor } = request.query;
      const page = await service.listOwned(userOf(request).userId, { limit, cursor });
      return { data: page.items.map(info), nextCursor: page.nextCursor };
    },
  );
}
