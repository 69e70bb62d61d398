// What is refused in the same way everywhere, generated from the description: other tenants' and made-up identifiers,
// unknown members, unreadable bodies, wrong methods, and pages out of bounds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/app.ts';
import { operationOf, operations, queryOf } from './description.ts';
import { filled, MEBIBYTE, schemeOf } from './rules.ts';
import { createWorld, kindOfId, type Tenant, unknownId, type World } from './world.ts';

let world: World;
let stranger: Tenant;
const undocumented: string[] = [];

beforeAll(async () => {
  world = await createWorld();
  stranger = await world.createTenant();
}, 60_000);
afterAll(() => world.close());

interface Refusal {
  readonly code: string;
  readonly errors?: { readonly path: string }[];
}
interface Sent {
  readonly path: string;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** A call that an operation's declaration has to know the status of. */
async function send(name: string, { path, token, headers, body }: Sent): Promise<Answer<Refusal>> {
  const operation = operationOf(name);
  const answer = await world.app.call<Refusal>(operation.method, path, {
    headers: { ...(token === undefined ? world.authorization(schemeOf(operation)) : {}), ...headers },
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
  if (!operation.statuses.includes(answer.status)) undocumented.push(`${name} ${answer.status} at ${path}`);
  return answer;
}

/** For each operation on a thing with an identifier: the path with it, a body, and whose credential is sent. */
const BY_ID: Record<string, (tenant: Tenant) => [id: string, path: (id: string) => string, body?: unknown]> = {
  'GET /me/wallet/topups/{orderId}': ({ topup }) => [topup, (id) => `/me/wallet/topups/${id}`],
  'DELETE /me/domains/{id}': ({ domain }) => [domain.id, (id) => `/me/domains/${id}`],
  'PATCH /me/domains/{id}/catch-all': ({ domain }) => [
    domain.id,
    (id) => `/me/domains/${id}/catch-all`,
    { enabled: false },
  ],
  'POST /me/domains/{id}/verify': ({ domain }) => [domain.id, (id) => `/me/domains/${id}/verify`],
  'PATCH /me/filters/{id}': ({ filter }) => [filter, (id) => `/me/filters/${id}`, { name: 'Mine now' }],
  'DELETE /me/filters/{id}': ({ filter }) => [filter, (id) => `/me/filters/${id}`],
  'PATCH /me/webhooks/{id}': ({ webhook }) => [webhook, (id) => `/me/webhooks/${id}`, { status: 'paused' }],
  'DELETE /me/webhooks/{id}': ({ webhook }) => [webhook, (id) => `/me/webhooks/${id}`],
  'GET /me/webhooks/{id}/deliveries': ({ webhook }) => [webhook, (id) => `/me/webhooks/${id}/deliveries`],
  'DELETE /me/api-keys/{prefix}': ({ prefix }) => [prefix, (id) => `/me/api-keys/${id}`],
  'GET /keys/mailboxes/{id}/messages': ({ mailbox }) => [mailbox.id, (id) => `/keys/mailboxes/${id}/messages`],
  'GET /keys/mailboxes/{id}/otp/latest': ({ mailbox }) => [mailbox.id, (id) => `/keys/mailboxes/${id}/otp/latest`],
  'GET /messages/{id}': ({ message }) => [message, (id) => `/messages/${id}`],
  'DELETE /messages/{id}': ({ message }) => [message, (id) => `/messages/${id}`],
  'GET /messages/{id}/raw': ({ message }) => [message, (id) => `/messages/${id}/raw`],
  'GET /messages/{id}/attachments/{attId}': ({ message, attachment }) => [
    message,
    (id) => `/messages/${id}/attachments/${attachment}`,
  ],
};

const MALFORMED: readonly (readonly [what: string, id: string])[] = [
  ['short', 'x'],
  ['of another kind', 'usr_01kc3s9x4tfz2v0p6m8n1q5w7e'],
  ['in capitals', 'MSG_01KC3S9X4TFZ2V0P6M8N1Q5W7E'],
  ['like a UUID', '01931a3e-7c1d-7a7f-9d0e-1f2a3b4c5d6e'],
  ['with SQL in it', "'%20or%201=1--"],
  ['with a path in it', '%2e%2e%2fme'],
  ['in emoji', '%F0%9F%AA%B0'],
  ['of 65 characters', 'x'.repeat(65)],
  ['of 257 characters', 'x'.repeat(257)],
  ['of 8,000 characters', 'x'.repeat(8_000)],
];
const withoutTrace = ({ status, text }: Answer) => [status, text.replace(/"traceId":"[0-9a-f]{32}"/, '')];

describe.each(Object.entries(BY_ID))('%s', (name, belonging) => {
  const unknownLike = (id: string) => (id.startsWith('mfk_') ? 'mfk_00000000' : unknownId(kindOfId(id)));
  const refused = async (id: string) => {
    const [, path, body] = belonging(stranger);
    return send(name, { path: path(id), body });
  };

  test("answers another tenant's identifier byte for byte like one that nobody has", async () => {
    const [theirs] = belonging(stranger);
    const unknown = await refused(unknownLike(theirs));
    expect([unknown.status, unknown.body.code]).toEqual([404, expect.stringMatching(/\.not_found$/)]);
    expect(withoutTrace(await refused(theirs))).toEqual(withoutTrace(unknown));
  });

  test.each(MALFORMED)('answers an identifier %s like one that nobody has', async (_what, id) => {
    const [theirs] = belonging(stranger);
    expect(withoutTrace(await refused(id))).toEqual(withoutTrace(await refused(unknownLike(theirs))));
  });
});

test("what was tried on another tenant's things has changed none of them", async () => {
  for (const [name, belonging] of Object.entries(BY_ID)) {
    const { method } = operationOf(name);
    if (method !== 'GET') continue;
    const [id, path] = belonging(stranger);
    const token = name.includes('/keys/') ? stranger.key : name.includes('/me/') ? stranger.token : null;
    const answer = await send(name, { path: path(id), token: token ?? stranger.mailbox.token });
    expect(answer.status, name).toBe(200);
  }
  const lists = ['/me/domains', '/me/filters', '/me/webhooks', '/me/api-keys'];
  for (const path of lists) {
    const { body } = await world.app.call<{ data: unknown[] }>('GET', path, { token: stranger.token });
    expect(body.data, path).toHaveLength(1);
  }
});

test('every operation on a thing with an identifier is covered here', () => {
  const withId = operations.filter(({ path, name }) => path.includes('{') && name !== 'GET /content/pages/{key}');
  expect(Object.keys(BY_ID).sort()).toEqual(withId.map(({ name }) => name).sort());
});

test.each(MALFORMED)('a page under a key %s is not found', async (_what, key) => {
  const answer = await send('GET /content/pages/{key}', { path: `/content/pages/${key}` });
  expect([answer.status, answer.body.code]).toEqual([404, 'page.not_found']);
});

test.each(MALFORMED)('an attachment under an identifier %s is not found', async (_what, id) => {
  const path = `/messages/${world.visitor.message}/attachments/${id}`;
  const answer = await send('GET /messages/{id}/attachments/{attId}', { path });
  expect([answer.status, answer.body.code]).toEqual([404, 'attachment.not_found']);
});

const withBody = operations.filter(({ requestBody }) => requestBody !== undefined);
const exampleOf = (name: string): object => {
  const media = operationOf(name).requestBody?.content['application/json'];
  return (media?.example ?? (media?.schema['examples'] as object[] | undefined)?.[0] ?? {}) as object;
};
const isIntegration = (name: string) => name.includes('/integrations/');

describe.each(withBody.map(({ name }) => name))('%s', (name) => {
  const path = filled(operationOf(name));

  test(isIntegration(name) ? 'ignores unknown members' : 'refuses unknown members, and names them', async () => {
    const answer = await send(name, { path, body: { ...exampleOf(name), surprise: true } });
    if (isIntegration(name)) return expect(answer.status).toBe(200);
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    expect(answer.body.errors?.map((error) => error.path)).toContain('body.surprise');
  });

  // An alert is taken whatever it looks like: its sender could only send it again.
  if (name === 'POST /integrations/alerts') return;

  test.each([
    ['cut off', '{"half":'],
    ['with a name twice', '{"a":1,"a":2}'],
    ['with a prototype', '{"__proto__":{}}'],
    ['nested too deep', '['.repeat(40) + ']'.repeat(40)],
  ])('answers 400 to JSON that is %s', async (_what, body) => {
    const answer = await send(name, { path, body });
    expect([answer.status, answer.body.code]).toEqual([400, 'request.malformed']);
  });

  test('answers 400 to another content type', async () => {
    const answer = await send(name, { path, body: 'a=1', headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.body.code]).toEqual([400, 'request.malformed']);
  });

  test('answers 422 to JSON that is no object', async () => {
    for (const body of ['[]', '"text"', '7', 'true']) {
      const answer = await send(name, { path, body });
      expect([answer.status, answer.body.code], body).toEqual([422, 'request.validation']);
    }
  });

  test('reads a body of 1 MiB, and not one of a byte more', async () => {
    const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;
    expect((await send(name, { path, body: padded(MEBIBYTE) })).status).not.toBe(413);
    expect((await send(name, { path, body: padded(MEBIBYTE + 1) })).status).toBe(413);
  });
});

describe.each(operations.filter((operation) => schemeOf(operation) === 'public').map(({ name }) => name))(
  '%s',
  (name) => {
    const refused = async (token: string) => {
      const { status, body } = await send(name, { path: filled(operationOf(name)), token });
      return [status, body.code];
    };
    // Where only some kinds mean something, the others are the wrong ones rather than invalid.
    const unauthorised = [401, expect.stringMatching(/^auth\.(invalid_token|wrong_credential)$/)];

    test('answers 401 to a token of an expired mailbox', async () => {
      expect(await refused(await world.expired())).toEqual(unauthorised);
    });

    test('answers 401 to a developer key from an address that may not use it', async () => {
      const key = { name: 'Elsewhere', scopes: ['otp:read'], allowedCidrs: ['198.51.100.0/24'] };
      const issued = await world.create<{ key: string; prefix: string }>(world.tenant.token, '/me/api-keys', key);
      expect(await refused(issued.key)).toEqual(unauthorised);
      await world.app.call('DELETE', `/me/api-keys/${issued.prefix}`, { token: world.tenant.token });
    });
  },
);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(operations.map(({ path }) => path))].map((path) => {
  // `/me/filters/test` is a filter's path too, of one with that odd identifier.
  const fits = (template: string) => new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/{]+')}$`).test(path);
  const known = operations.filter((operation) => operation.path === path || fits(operation.path));
  return { path, known: new Set(known.map(({ method }) => method)) };
});
test.each(paths)('$path answers other methods with 405 and the ones that it has', async ({ path, known }) => {
  const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : [])].sort().join(', ');
  for (const method of METHODS.filter((candidate) => !known.has(candidate))) {
    const answer = await world.app.call<Refusal>(method, path.replaceAll(/\{[^}]+\}/g, 'unknown'));
    expect([answer.status, answer.body.code, answer.headers['allow']], method).toEqual([
      405,
      'request.method_not_allowed',
      allowed,
    ]);
  }
});

const limited = operations.filter((operation) => queryOf(operation).has('limit')).map(({ name }) => name);
/** Lists under an identifier need one that exists. */
const listPath = (name: string) => operationOf(name).path.replace('{id}', world.tenant.mailbox.id);

describe.each(limited)('%s', (name) => {
  test.each(['1', '100'])('takes limit=%s', async (limit) => {
    expect((await send(name, { path: `${listPath(name)}?limit=${limit}` })).status).toBe(200);
  });

  test.each(['0', '101', '-1', '1.5', 'ten', '', '1e1', '0x10', '%2010', '9'.repeat(30), '5&limit=6'])(
    'answers 422 to limit=%s',
    async (limit) => {
      const answer = await send(name, { path: `${listPath(name)}?limit=${limit}` });
      expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
    },
  );
});

describe.each(limited.filter((name) => queryOf(operationOf(name)).has('cursor')))('%s', (name) => {
  const cursorOf = (other: string) =>
    world.app.assembly.cursors.encode(`${other}:${world.tenant.mailbox.id}`, unknownId('message'));

  test.each(['made-up', '', '.', 'a.b', 'a.b.c', '%20'])('answers 422 to cursor=%s', async (cursor) => {
    const answer = await send(name, { path: `${listPath(name)}?cursor=${cursor}` });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid_cursor']);
  });

  test('answers 422 to a signed cursor of another list', async () => {
    const answer = await send(name, { path: `${listPath(name)}?cursor=${cursorOf('another-list')}` });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.invalid_cursor']);
  });

  test('answers 422 to a cursor that is too long', async () => {
    const answer = await send(name, { path: `${listPath(name)}?cursor=${'x'.repeat(513)}` });
    expect([answer.status, answer.body.code]).toEqual([422, 'request.validation']);
  });
});

test('no call here got a status that its operation does not document', () => {
  expect(undocumented).toEqual([]);
});
