// Webhook endpoints of accounts. Events reach them through the outbox (outbox.ts) and leave through the sender (sender.ts).

import type { OutboundHttp } from '../../infra/outbound-http.ts';
import type { Clock } from '../../lib/clock.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { AppError, invalidField } from '../../lib/errors.ts';
import type { EventName } from '../../lib/events.ts';
import { type DomainId, newId, readId, type UserId, type WebhookId } from '../../lib/ids.ts';
import type { Secrets } from '../../lib/secrets.ts';
import type { WebhookOutbox } from './outbox.ts';
import { newSigningSecret } from './signature.ts';
import type { AttemptRow, WebhookChange, WebhookRow, WebhookStore } from './store.ts';

export { createOutbox, DELIVER_TASK } from './outbox.ts';
export { createSender } from './sender.ts';

export type Webhook = WebhookRow;
export type Delivery = AttemptRow;

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly domainId?: string | null | undefined;
}

export interface WebhookService {
  list(ownerId: UserId): Promise<Webhook[]>;
  /** The only answer that has the secret. */
  create(ownerId: UserId, webhook: NewWebhook): Promise<Webhook & { secret: string }>;
  change(ownerId: UserId, id: string, change: WebhookChange): Promise<Webhook>;
  remove(ownerId: UserId, id: string): Promise<void>;
  /** The last 100 attempts, newest first. */
  deliveries(ownerId: UserId, id: string): Promise<Delivery[]>;
  /** Removes deliveries that no endpoint waits for any more. */
  prune(): Promise<void>;
}

export function createWebhookService(parts: {
  store: WebhookStore;
  outbox: WebhookOutbox;
  outbound: Pick<OutboundHttp, 'checkUrl'>;
  secrets: Pick<Secrets, 'encrypt'>;
  entitlements: EntitlementSource;
  clock: Clock;
  domains: { owned(ownerId: UserId, id: string): Promise<DomainId | null> };
}): WebhookService {
  const { store, outbox, entitlements, clock } = parts;

  async function requirePublic(url: string): Promise<void> {
    const check = await parts.outbound.checkUrl(url);
    if (check.ok) return;
    throw new AppError('webhook.url_not_public', check.reason, {
      errors: [{ path: 'body.url', message: check.reason }],
    });
  }

  return {
    list: (ownerId) => store.list(ownerId),

    async create(ownerId, wanted) {
      await requirePublic(wanted.url);
      const domainId = wanted.domainId == null ? null : await parts.domains.owned(ownerId, wanted.domainId);
      if (wanted.domainId != null && domainId === null) throw unknownDomain();
      const plan = await entitlements.planOf(ownerId);
      const secret = newSigningSecret();
      const row: WebhookRow = {
        id: newId('webhook'),
        url: wanted.url,
        events: [...wanted.events],
        domainId,
        status: 'active',
        pausedReason: null,
        createdAt: clock.now(),
      };
      const max = plan.entitlements['webhooks.max'];
      const outcome = await store.insert(ownerId, { ...row, secret: parts.secrets.encrypt(secret) }, max);
      if (outcome === 'limit') throw new AppError('webhook.limit_reached', `The plan ${plan.code} allows ${max}.`);
      // The domain, or the whole account, went away between the check and the write.
      if (outcome === 'reference-gone') throw unknownDomain();
      outbox.forget(ownerId);
      return { ...row, secret };
    },

    async change(ownerId, id, change) {
      const webhookId = await own(ownerId, id);
      if (change.url !== undefined) await requirePublic(change.url);
      const row = await store.change(ownerId, webhookId, change);
      if (!row) throw new AppError('webhook.not_found');
      outbox.forget(ownerId);
      return row;
    },

    async remove(ownerId, id) {
      const webhookId = readId('webhook', id);
      if (!webhookId || !(await store.remove(ownerId, webhookId))) throw new AppError('webhook.not_found');
      outbox.forget(ownerId);
    },

    deliveries: async (ownerId, id) => store.attempts(await own(ownerId, id)),

    prune: () => store.prunePending(clock.now()),
  };

  async function own(ownerId: UserId, id: string): Promise<WebhookId> {
    const webhookId = readId('webhook', id);
    if (!webhookId || !(await store.exists(ownerId, webhookId))) throw new AppError('webhook.not_found');
    return webhookId;
  }
}

function unknownDomain(): AppError {
  return invalidField('body.domainId', 'is not a domain of this account');
}
