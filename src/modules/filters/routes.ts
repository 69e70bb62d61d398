// An account's extraction filters.

import { Type } from 'typebox';
import { type App, Data, IdParams, NoContent, operation, userOf } from '../../lib/route.ts';
import {
  Filter,
  FilterChangeBody,
  FilterTest,
  FilterTestBody,
  filterExample,
  filterTestExample,
  NewFilterBody,
} from './schemas.ts';
import type { FilterService, Filter as FilterView } from './service.ts';

export function filterRoutes(app: App, service: FilterService): void {
  app.get(
    '/me/filters',
    operation({
      id: 'listFilters',
      group: 'filters',
      summary: 'Extraction filters of the account',
      description: 'In the order in which they are tried: by priority, then the older first.',
      credential: 'user',
      success: { 200: Data(Type.Array(Filter), [filterExample]) },
      problems: [401],
    }),
    async (request) => ({ data: (await service.list(userOf(request).userId)).map(filterBody) }),
  );

  app.post(
    '/me/filters',
    operation({
      id: 'createFilter',
      group: 'filters',
      summary: 'Create a filter',
      description:
        "Filters run on mail to the account's mailboxes before the built-in extractor; the first match wins, from the next mail on. All filters of one mail together get 200 ms of CPU time, which a thousand ordinary ones stay within; what comes later does not run. A pattern that RE2 refuses: 422 `filter.invalid_regex`. Over the entitlement `filters.max`: 422 `filter.limit_reached`.",
      credential: 'user',
      body: NewFilterBody,
      success: { 201: Data(Filter, filterExample, 'Created') },
      problems: [401, 422],
    }),
    async (request, reply) => {
      const created = await service.create(userOf(request).userId, request.body);
      return reply.code(201).send({ data: filterBody(created) });
    },
  );

  app.post(
    '/me/filters/test',
    operation({
      id: 'testFilter',
      group: 'filters',
      summary: 'Try a filter on a sample',
      description: 'Runs the very code that real mail goes through. Nothing is saved.',
      credential: 'user',
      body: FilterTestBody,
      success: { 200: Data(FilterTest, filterTestExample) },
      problems: [401, 422],
    }),
    async (request) => {
      const { filter, sample } = request.body;
      const patterns = {
        extractRegex: filter.extractRegex,
        fromPattern: filter.fromPattern ?? null,
        subjectPattern: filter.subjectPattern ?? null,
      };
      return {
        data: service.test(patterns, {
          from: sample.from ?? '',
          subject: sample.subject ?? '',
          text: sample.text ?? '',
        }),
      };
    },
  );

  app.patch(
    '/me/filters/:id',
    operation({
      id: 'changeFilter',
      group: 'filters',
      summary: 'Change a filter',
      description: 'What is left out stays as it is. In effect for the next mail.',
      credential: 'user',
      params: IdParams,
      body: FilterChangeBody,
      success: { 200: Data(Filter, { ...filterExample, status: 'disabled' }) },
      problems: [401, 404, 422],
    }),
    async (request) => ({
      data: filterBody(await service.change(userOf(request).userId, request.params.id, request.body)),
    }),
  );

  app.delete(
    '/me/filters/:id',
    operation({
      id: 'deleteFilter',
      group: 'filters',
      summary: 'Delete a filter',
      description: 'In effect for the next mail.',
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
}

const filterBody = (filter: FilterView) => ({
  id: filter.id,
  name: filter.name,
  scopeType: filter.scopeType,
  domainId: filter.domainId,
  fromPattern: filter.fromPattern,
  subjectPattern: filter.subjectPattern,
  extractRegex: filter.extractRegex,
  priority: filter.priority,
  status: filter.status,
  createdAt: filter.createdAt.toISOString(),
  updatedAt: filter.updatedAt.toISOString(),
});
