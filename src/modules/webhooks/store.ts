// SQL of webhooks, in two files: the endpoints, and what is sent to them.

import type { Database } from '../../infra/db/database.ts';
import { createDeliveryStore } from './delivery-store.ts';
import { createEndpointStore } from './endpoint-store.ts';

export type * from './delivery-store.ts';
export type * from './endpoint-store.ts';

export type WebhookStore = ReturnType<typeof createWebhookStore>;

export function createWebhookStore(database: Database) {
  return { ...createEndpointStore(database), ...createDeliveryStore(database) };
}
