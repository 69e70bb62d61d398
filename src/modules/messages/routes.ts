// The messages group.

import { Type } from 'typebox';
import { type App, Data, IdParams, mailboxOf, NoContent, operation, Paged } from '../../lib/route.ts';
import { contentDisposition } from './download.ts';
import { ITEM_EXAMPLE, ListQuery, MESSAGE_EXAMPLE, Message, MessageItem, messageBody, messageItem } from './schemas.ts';
import type { MessageService } from './service.ts';

const GROUP = 'messages';
const Bytes = Type.String({ format: 'binary', description: 'The bytes' });

export function messageRoutes(app: App, service: MessageService): void {
  app.get(
    '/mailboxes/me/messages',
    operation({
      id: 'listMessages',
      group: GROUP,
      summary: 'List messages, or wait for one',
      description:
        'Newest first. With `wait` the request is held while the answer would be empty, until mail arrives or the time passes. A caller that has seen message X waits with `after=X&wait=25`.',
      credential: 'mailbox',
      querystring: ListQuery,
      problems: [401, 410, 422],
      success: { 200: Paged(MessageItem, ITEM_EXAMPLE) },
    }),
    async (request) => {
      const { limit = 20, cursor, after, wait } = request.query;
      const waiting = wait ? { seconds: wait, network: request.network, gone: request.gone() } : null;
      const page = await service.list(mailboxOf(request), { limit, cursor, after, waiting });
      return { data: page.items.map(messageItem), nextCursor: page.nextCursor };
    },
  );

  app.get(
    '/messages/:id',
    operation({
      id: 'getMessage',
      group: GROUP,
      summary: 'Read a message',
      description:
        'The full message with sanitized HTML: remote content is blocked and counted, nothing runs, and it is safe to put into a page as it is.',
      credential: 'mailbox',
      params: IdParams,
      problems: [401, 404, 410],
      success: { 200: Data(Message, MESSAGE_EXAMPLE) },
    }),
    async (request) => ({ data: messageBody(await service.show(mailboxOf(request).mailboxId, request.params.id)) }),
  );

  app.delete(
    '/messages/:id',
    operation({
      id: 'deleteMessage',
      group: GROUP,
      summary: 'Delete a message',
      description: 'The message and its attachments are gone at once.',
      credential: 'mailbox',
      params: IdParams,
      problems: [401, 404, 410],
      success: { 204: NoContent },
    }),
    async (request, reply) => {
      await service.remove(mailboxOf(request).mailboxId, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/messages/:id/raw',
    operation({
      id: 'getRawMessage',
      group: GROUP,
      summary: 'Download the original',
      description:
        'The bytes as delivered, with our `Received:` and `Authentication-Results:` on top. Kept 15 minutes for free mailboxes and an hour for paid ones, then 410 `message.raw_expired`.',
      credential: 'mailbox',
      params: IdParams,
      produces: ['message/rfc822'],
      problems: [401, 404, 410],
      success: { 200: Bytes },
    }),
    async (request, reply) => {
      const bytes = await service.raw(mailboxOf(request).mailboxId, request.params.id);
      return reply
        .header('Content-Type', 'message/rfc822')
        .header('Content-Disposition', contentDisposition(`${request.params.id}.eml`))
        .header('Content-Security-Policy', 'sandbox')
        .send(bytes as never);
    },
  );

  app.get(
    '/messages/:id/attachments/:attId',
    operation({
      id: 'getAttachment',
      group: GROUP,
      summary: 'Download an attachment',
      description:
        'Always `application/octet-stream` as a download, whatever the sender declared. Attachments above the size limit are not kept and answer 404.',
      credential: 'mailbox',
      params: Type.Object({ id: Type.String(), attId: Type.String() }),
      produces: ['application/octet-stream'],
      problems: [401, 404, 410],
      success: { 200: Bytes },
    }),
    async (request, reply) => {
      const { id, attId } = request.params;
      const { info, content } = await service.attachment(mailboxOf(request).mailboxId, id, attId);
      return reply
        .header('Content-Type', 'application/octet-stream')
        .header('Content-Disposition', contentDisposition(info.filename ?? 'attachment'))
        .header('Content-Security-Policy', 'sandbox')
        .send(content as never);
    },
  );
}
