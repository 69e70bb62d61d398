// The keys group: issue, list and revoke here; what a key may do is in mailbox-routes.ts.

import { Type } from 'typebox';
import { type App, Data, NoContent, operation, userOf } from '../../lib/route.ts';
import { type KeyReach, keyMailboxRoutes } from './mailbox-routes.ts';
import { ApiKey, IssuedKey, issuedExample, keyExample, NewKeyBody, PrefixParams } from './schemas.ts';
import type { KeyRecord, KeyService } from './service.ts';

export function keyRoutes(app: App, service: KeyService, reach: KeyReach): void {
  keyMailboxRoutes(app, reach);

  app.get(
    '/me/api-keys',
    operation({
      id: 'listApiKeys',
      group: 'keys',
      summary: 'Developer keys of the account',
      description: 'Newest first, without the keys themselves. `lastUsedAt` may be some seconds late.',
      credential: 'user',
      success: { 200: Data(Type.Array(ApiKey), [keyExample]) },
      problems: [401],
    }),
    async (request) => ({ data: (await service.list(userOf(request).userId)).map(keyBody) }),
  );

  app.post(
    '/me/api-keys',
    operation({
      id: 'createApiKey',
      group: 'keys',
      summary: 'Issue a developer key',
      description:
        'The answer is the only time that the key is shown; only its hash is kept. Over the entitlement `keys.max`: 403 `key.limit_reached`.',
      credential: 'user',
      body: NewKeyBody,
      success: { 201: Data(IssuedKey, issuedExample, 'Issued') },
      problems: [401, 403, 422],
    }),
    async (request, reply) => {
      const { name, scopes, allowedCidrs, expiresAt } = request.body;
      const issued = await service.issue(userOf(request).userId, {
        name,
        scopes,
        allowedCidrs: allowedCidrs ?? [],
        expiresAt: expiresAt ?? null,
      });
      return reply.code(201).send({ data: { ...keyBody(issued), key: issued.key } });
    },
  );

  app.delete(
    '/me/api-keys/:prefix',
    operation({
      id: 'revokeApiKey',
      group: 'keys',
      summary: 'Revoke a developer key',
      description: 'It ends at once. Mailboxes that it made stay with the account.',
      credential: 'user',
      params: PrefixParams,
      success: { 204: NoContent },
      problems: [401, 404],
    }),
    async (request, reply) => {
      await service.revoke(userOf(request).userId, request.params.prefix);
      return reply.code(204).send(null);
    },
  );
}

const keyBody = (key: KeyRecord) => ({
  prefix: key.prefix,
  name: key.name,
  scopes: [...key.scopes],
  allowedCidrs: [...key.allowedCidrs],
  expiresAt: key.expiresAt?.toISOString() ?? null,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  tier: key.tier,
});
