// Every operation × every status that it documents, each with one real call: status, headers and body are held against
// the description, and at the end nothing that is documented is left without a call, nor the other way round.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/app.ts';
import { faultsOf, type Operation, operationOf, operations, queryOf } from './description.ts';
import { recipes } from './recipes.ts';
import { filled, ruleFor } from './rules.ts';
import { SPEC } from './spec-table.ts';
import { createWorld, type World } from './world.ts';

/** Bodies that the sender or the prober dictates. */
const WITHOUT_ENVELOPE = ['POST /integrations/bank/webhook', 'GET /healthz', 'GET /readyz'];
/** What a body may have, as far as it is looked at beside its schema. */
interface Body {
  readonly type: string;
  readonly code: string;
  readonly data: unknown;
}

let world: World;
let explained: Set<string>;
const hit = new Set<string>();

beforeAll(async () => {
  world = await createWorld();
  const { content } = world.app.assembly.services;
  const source = { text: '<p>Hello</p>', format: 'html' } as const;
  await content.putNotice({ locale: 'en', title: 'Maintenance', source, startsAt: new Date(0) });
  await content.putPage({ key: 'terms', locale: 'en', title: 'Terms', source });
  await content.putFooter({ locale: 'en', source });
  const page = await world.app.call('GET', '//root/docs/errors');
  explained = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''));
}, 60_000);
afterAll(() => world.close());

const cases = operations.flatMap((operation) => {
  const inSpec = SPEC.find(({ name }) => name === operation.name)?.statuses ?? [];
  const statuses = [...new Set([...inSpec, ...operation.statuses])].sort();
  return statuses.map((status) => ({ name: operation.name, status }));
});

describe.each(cases)('$name', ({ name, status }) => {
  test(`answers ${status} as documented`, async () => {
    const operation = operationOf(name);
    const recipe = recipes[name]?.[status] ?? ruleFor(operation, status);
    if (!recipe) throw new Error(`no recipe makes ${name} answer ${status}`);
    const { of, code, path = filled(operation), ...options } = await recipe(world);
    const answer = await (of === 'limited' ? world.limited : world.app).call<Body>(operation.method, path, options);
    expect([answer.status, answer.body?.code]).toEqual([
      status,
      status < 400 || status === 503 ? undefined : (code ?? 'a recipe for a failure names its code'),
    ]);
    checkHeaders(answer);
    if (status >= 400 && status !== 503) checkProblem(answer);
    checkBody(operation, answer);
    hit.add(`${name} ${status}`);
  });
});

function checkHeaders({ headers, status }: Answer): void {
  expect(headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  if (status !== 429) return;
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset']) {
    expect(headers[name], name).toMatch(/^\d+$/);
  }
}

function checkProblem({ body, headers, status }: Answer<Body>): void {
  expect(String(headers['content-type'])).toMatch(/^application\/problem\+json(;|$)/);
  expect(body).toMatchObject({ status, title: expect.stringMatching(/\S/), traceId: headers['x-trace-id'] });
  const [page, fragment = ''] = body.type.split('#');
  expect(page).toBe('http://mayfly.example/docs/errors');
  expect(fragment).toBe(body.code);
  expect(explained, 'the page explains the code').toContain(fragment);
}

function checkBody(operation: Operation, { status, headers, body, text }: Answer<Body>): void {
  const content = operation.responses[status]?.content ?? {};
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  if (status === 204 || status === 304) {
    expect([text, headers['content-type']]).toEqual(['', undefined]);
    return;
  }
  expect(Object.keys(content)).toContain(type);
  const media = content[type];
  if (!media) throw new Error(`${type} is not documented`);
  expect(faultsOf(media, type.includes('json') ? body : text)).toEqual([]);
  if (status >= 400 || type !== 'application/json' || WITHOUT_ENVELOPE.includes(operation.name)) return;
  const isPaged = queryOf(operation).has('cursor');
  expect(Object.keys(body)).toEqual(isPaged ? ['data', 'nextCursor'] : ['data']);
  // An empty list would say nothing about the shape of its items.
  if (Array.isArray(body.data)) expect(body.data).not.toEqual([]);
}

test('every status of the specification was answered, and every status of the description too', () => {
  const documented = cases.map(({ name, status }) => `${name} ${status}`);
  const specified = SPEC.flatMap(({ name, statuses }) => statuses.map((status) => `${name} ${status}`));
  expect(specified.filter((pair) => !hit.has(pair))).toEqual([]);
  expect(documented.filter((pair) => !hit.has(pair))).toEqual([]);
});

test('no recipe is left over for a status that its operation does not document', () => {
  const documented = new Set(cases.map(({ name, status }) => `${name} ${status}`));
  const made = Object.entries(recipes).flatMap(([name, byStatus]) =>
    Object.keys(byStatus).map((status) => `${name} ${status}`),
  );
  expect(made.filter((pair) => !documented.has(pair))).toEqual([]);
});
