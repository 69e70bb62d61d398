// What a developer key may do: open mailboxes for its account, and read messages and codes of those.

import type { EntitlementSource } from '../../lib/entitlements.ts';
import { type App, Data, IdParams, keyOf, operation, Paged } from '../../lib/route.ts';
import { MAILBOX_EXAMPLE, MailboxBody, mailboxBody, NewMailboxBody } from '../mailboxes/schemas.ts';
import type { Mailbox, MailboxService } from '../mailboxes/service.ts';
import { ITEM_EXAMPLE, ListQuery, MessageItem, messageItem } from '../messages/schemas.ts';
import type { MessageService } from '../messages/service.ts';
import { OTP_EXAMPLE, Otp, OtpQuery, otpBody } from '../otp/schemas.ts';
import type { OtpService } from '../otp/service.ts';
import { requireScope } from './service.ts';

export interface KeyReach {
  readonly mailboxes: MailboxService;
  readonly messages: MessageService;
  readonly otp: OtpService;
  readonly entitlements: EntitlementSource;
}

const readerOf = (mailbox: Mailbox) => ({
  mailboxId: mailbox.id,
  expiresAt: mailbox.expiresAt,
  whenGone: 'mailbox.not_found' as const,
});

export function keyMailboxRoutes(app: App, { mailboxes, messages, otp, entitlements }: KeyReach): void {
  app.post(
    '/keys/mailboxes',
    operation({
      id: 'createMailboxWithKey',
      group: 'keys',
      summary: 'Open a mailbox with a developer key',
      description:
        'Scope `mailboxes:write`. The mailbox belongs to the account of the key and has the limits of its plan: it lives a day by default, `mailboxes.maxTtl` at most.',
      credential: 'key',
      rate: 'own',
      body: NewMailboxBody,
      success: { 201: Data(MailboxBody, MAILBOX_EXAMPLE, 'The mailbox and its token') },
      problems: [401, 403, 409, 422, 429],
    }),
    async (request, reply) => {
      const key = keyOf(request);
      const { code: tier } = await entitlements.planOf(key.userId);
      await request.limit(tier === 'free' ? 'mailbox.create.free' : 'mailbox.create.paid', key.prefix);
      requireScope(key, 'mailboxes:write');
      const mailbox = await mailboxes.open(request.body ?? {}, { kind: 'account', userId: key.userId });
      return reply.code(201).send({ data: mailboxBody(mailbox, mailboxes.tokenFor(mailbox)) });
    },
  );

  app.get(
    '/keys/mailboxes/:id/messages',
    operation({
      id: 'listMessagesWithKey',
      group: 'keys',
      summary: 'List messages, or wait for one, with a developer key',
      description:
        'Scope `messages:read`. Newest first, held with `wait` while it would be empty, as in `GET /mailboxes/me/messages`. A mailbox that the account of the key does not own answers 404.',
      credential: 'key',
      params: IdParams,
      querystring: ListQuery,
      success: { 200: Paged(MessageItem, ITEM_EXAMPLE) },
      problems: [401, 403, 404, 410, 422],
    }),
    async (request) => {
      const key = keyOf(request);
      requireScope(key, 'messages:read');
      const mailbox = await mailboxes.ownedBy(key.userId, request.params.id);
      const { limit = 20, cursor, after, wait } = request.query;
      const waiting = wait ? { seconds: wait, network: request.network, gone: request.gone() } : null;
      const page = await messages.list(readerOf(mailbox), { limit, cursor, after, waiting });
      return { data: page.items.map(messageItem), nextCursor: page.nextCursor };
    },
  );

  app.get(
    '/keys/mailboxes/:id/otp/latest',
    operation({
      id: 'getLatestOtpWithKey',
      group: 'keys',
      summary: 'Get the newest code, or wait for one, with a developer key',
      description:
        'Scope `otp:read`. As `GET /mailboxes/me/otp/latest`: hold it with `wait`, and use `after` on a retry. No code is 404 `otp.not_found`; a mailbox that the account of the key does not own is 404 `mailbox.not_found`.',
      credential: 'key',
      params: IdParams,
      querystring: OtpQuery,
      success: { 200: Data(Otp, OTP_EXAMPLE) },
      problems: [401, 403, 404, 410, 422],
    }),
    async (request) => {
      const key = keyOf(request);
      requireScope(key, 'otp:read');
      const mailbox = await mailboxes.ownedBy(key.userId, request.params.id);
      const { wait, after } = request.query;
      const waiting = wait ? { seconds: wait, network: request.network, gone: request.gone() } : null;
      return { data: otpBody(await otp.latest(readerOf(mailbox), { after, waiting })) };
    },
  );
}
