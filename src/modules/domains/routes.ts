// An account's private domains: claim, prove, catch-all, give up.

import { Type } from 'typebox';
import { type App, Data, IdParams, NoContent, operation, userOf } from '../../lib/route.ts';
import { CatchAllBody, Domain, domainExample, NewDomainBody, newDomainExample } from './schemas.ts';
import type { DomainService, Domain as DomainView } from './service.ts';

export function domainRoutes(app: App, service: DomainService): void {
  app.get(
    '/me/domains',
    operation({
      id: 'listDomains',
      group: 'domains',
      summary: 'Private domains of the account',
      description: 'Newest first, each with the DNS records to set and what the last check found of them.',
      credential: 'user',
      success: { 200: Data(Type.Array(Domain), [domainExample]) },
      problems: [401],
    }),
    async (request) => ({ data: (await service.list(userOf(request).userId)).map(domainBody) }),
  );

  app.post(
    '/me/domains',
    operation({
      id: 'addDomain',
      group: 'domains',
      summary: 'Claim a private domain',
      description:
        'Answers the TXT and MX records to set. A claim blocks nobody: whoever verifies first holds the domain. Verified by another account, or already in this one: 409 `domain.taken`. Public suffixes, domains of this service and malformed names: 422. Over the entitlement `domains.max`: 403 `domain.limit_reached`.',
      credential: 'user',
      body: NewDomainBody,
      success: { 201: Data(Domain, newDomainExample, 'Claimed') },
      problems: [401, 403, 409, 422],
    }),
    async (request, reply) => {
      const added = await service.add(userOf(request).userId, request.body.domain);
      return reply.code(201).send({ data: domainBody(added) });
    },
  );

  app.delete(
    '/me/domains/:id',
    operation({
      id: 'deleteDomain',
      group: 'domains',
      summary: 'Give up a private domain',
      description:
        'From this moment its mailboxes take no more mail (550). What they hold stays readable until they expire. Filters and webhooks that are bound to the domain go with it.',
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

  app.patch(
    '/me/domains/:id/catch-all',
    operation({
      id: 'setCatchAll',
      group: 'domains',
      summary: 'Switch catch-all on or off',
      description:
        'While it is on, the first mail to any address of the domain opens a mailbox, found in `GET /me/mailboxes`. Needs a verified domain (else 422 `domain.not_verified`) and the entitlement `domains.catchAll` (else 403 `entitlement.required`); a plan that loses the entitlement opens no more. Switching off is always possible.',
      credential: 'user',
      params: IdParams,
      body: CatchAllBody,
      success: { 200: Data(Domain, { ...domainExample, catchAll: true }) },
      problems: [401, 403, 404, 422],
    }),
    async (request) => {
      const changed = await service.setCatchAll(userOf(request).userId, request.params.id, request.body.enabled);
      return { data: domainBody(changed) };
    },
  );

  app.post(
    '/me/domains/:id/verify',
    operation({
      id: 'verifyDomain',
      group: 'domains',
      summary: 'Check the DNS records now',
      description:
        'With the TXT proof and the MX both in place the domain becomes verified; one that was verified before needs its MX only. Otherwise 422 `domain.dns_not_ready`, where `errors` has what was found beside what was wanted. Verified domains are checked again about twice an hour: an MX that is provenly gone suspends the domain (mail gets 550) until it is back; DNS that does not answer changes nothing.',
      credential: 'user',
      params: IdParams,
      success: { 200: Data(Domain, domainExample) },
      problems: [401, 404, 422],
    }),
    async (request) => ({ data: domainBody(await service.verify(userOf(request).userId, request.params.id)) }),
  );
}

const domainBody = (domain: DomainView) => ({
  id: domain.id,
  domain: domain.domain,
  status: domain.status,
  catchAll: domain.catchAll,
  records: domain.records.map((record) => ({ ...record, found: [...record.found] })),
  createdAt: domain.createdAt.toISOString(),
  verifiedAt: domain.verifiedAt?.toISOString() ?? null,
  lastCheckedAt: domain.lastCheckedAt?.toISOString() ?? null,
});
