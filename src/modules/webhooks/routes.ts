// An account's webhook endpoints and their deliveries.

import { Type } from 'typebox';
import { type App, Data, IdParams, NoContent, operation, userOf } from '../../lib/route.ts';
import {
  CreatedWebhook,
  createdExample,
  Delivery,
  deliveryExample,
  NewWebhookBody,
  Webhook,
  WebhookChangeBody,
  webhookExample,
} from './schemas.ts';
import type { Delivery as DeliveryView, WebhookService, Webhook as WebhookView } from './service.ts';

export function webhookRoutes(app: App, service: WebhookService): void {
  app.get(
    '/me/webhooks',
    operation({
      id: 'listWebhooks',
      group: 'webhooks',
      summary: 'Webhook endpoints of the account',
      description: 'Newest first, without their secrets.',
      credential: 'user',
      success: { 200: Data(Type.Array(Webhook), [webhookExample]) },
      problems: [401],
    }),
    async (request) => ({ data: (await service.list(userOf(request).userId)).map(webhookBody) }),
  );

  app.post(
    '/me/webhooks',
    operation({
      id: 'createWebhook',
      group: 'webhooks',
      summary: 'Create a webhook endpoint',
      description:
        'Events are POSTed as `{type, timestamp, data}`, signed after Standard Webhooks with the secret that only this answer has. Success is a 2xx within 15 s; redirects are failures. Failures are tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 14 h, later where `Retry-After` asks for it. Deliveries come at least once and in no particular order: `webhook-id` stays the same over repeats. An address that is not public: 422 `webhook.url_not_public`. Over the entitlement `webhooks.max`: 403 `webhook.limit_reached`.',
      credential: 'user',
      body: NewWebhookBody,
      success: { 201: Data(CreatedWebhook, createdExample, 'Created') },
      problems: [401, 403, 422],
    }),
    async (request, reply) => {
      const created = await service.create(userOf(request).userId, request.body);
      return reply.code(201).send({ data: { ...webhookBody(created), secret: created.secret } });
    },
  );

  app.patch(
    '/me/webhooks/:id',
    operation({
      id: 'changeWebhook',
      group: 'webhooks',
      summary: 'Change, pause or resume an endpoint',
      description:
        'Pausing drops what waits to be sent, and events of that time are not sent later. Resuming clears the failure history: `pausedReason`, and the days of failures that count towards the next pause. An answer 410 pauses at once (`gone`), five days of nothing but failures do too (`failing`).',
      credential: 'user',
      params: IdParams,
      body: WebhookChangeBody,
      success: { 200: Data(Webhook, webhookExample) },
      problems: [401, 404, 422],
    }),
    async (request) => ({
      data: webhookBody(await service.change(userOf(request).userId, request.params.id, request.body)),
    }),
  );

  app.delete(
    '/me/webhooks/:id',
    operation({
      id: 'deleteWebhook',
      group: 'webhooks',
      summary: 'Delete an endpoint',
      description: 'With its history; what waits to be sent is dropped.',
      credential: 'user',
      params: IdParams,
      success: { 204: NoContent },
      problems: [401, 404],
    }),
    async (request, reply) => {
      await service.remove(userOf(request).userId, request.params.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/me/webhooks/:id/deliveries',
    operation({
      id: 'listDeliveries',
      group: 'webhooks',
      summary: 'Recent delivery attempts',
      description: 'The last 100 attempts, newest first.',
      credential: 'user',
      params: IdParams,
      success: { 200: Data(Type.Array(Delivery), [deliveryExample]) },
      problems: [401, 404],
    }),
    async (request) => ({
      data: (await service.deliveries(userOf(request).userId, request.params.id)).map(deliveryBody),
    }),
  );
}

const webhookBody = (webhook: WebhookView) => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  domainId: webhook.domainId,
  status: webhook.status,
  pausedReason: webhook.pausedReason,
  createdAt: webhook.createdAt.toISOString(),
});

const deliveryBody = (delivery: DeliveryView) => ({
  id: delivery.id,
  eventId: delivery.eventId,
  event: delivery.event,
  attempt: delivery.attempt,
  status: delivery.succeeded ? ('succeeded' as const) : ('failed' as const),
  statusCode: delivery.statusCode,
  error: delivery.error,
  durationMs: delivery.durationMs,
  at: delivery.at.toISOString(),
  nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
});
