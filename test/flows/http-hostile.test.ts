// Hostile HTTP: bodies, headers and bytes that try to be read in two ways. Each is a 4xx, none is a 5xx. Random input is in
// http-fuzz.test.ts.

import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import type { Problem } from '../support/mailbox.ts';

let app: TestApp;
let origin: URL;
beforeAll(async () => {
  app = await createTestApp();
  origin = new URL(await app.listen());
});
afterAll(() => app.close());

const create = (body: string | Buffer, headers: Record<string, string> = {}) =>
  app.call<Problem>('POST', '/mailboxes', { body: body.toString(), headers });

describe('bodies', () => {
  test.each([
    ['__proto__', '{"__proto__":{"ttl":60}}'],
    ['__proto__ escaped', '{"\\u005f_proto__":{"ttl":60}}'],
    ['constructor', '{"constructor":{"prototype":{"ttl":60}}}'],
    ['a key twice', '{"ttl":60,"ttl":3600}'],
    ['a key twice, once escaped', '{"ttl":60,"tt\\u006c":3600}'],
    ['a lone surrogate', '{"localPart":"\\ud800"}'],
    ['NUL in a string', '{"localPart":"a\\u0000b"}'],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['half a million open brackets', '['.repeat(500_000)],
    ['no JSON', 'ttl=60'],
    ['half a JSON', '{"ttl":'],
    ['two JSONs', '{}{}'],
    ['NaN', '{"ttl":NaN}'],
    ['a comment', '{"ttl":60/**/}'],
    ['only blanks', '   '],
  ])('%s is 400 request.malformed', async (_, body) => {
    const answer = await create(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'request.malformed']);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body.traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each(['1e400', '-1e400', '99999999999999999999999999', '1e-400', '-0'])(
    'the number %s is 422',
    async (number) => {
      expect((await create(`{"ttl":${number}}`)).status).toBe(422);
    },
  );

  test('bytes that are not UTF-8 are 400', async () => {
    const answer = await app.assembly.http?.inject({
      method: 'POST',
      url: '/api/v1/mailboxes',
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    });
    expect(answer?.statusCode).toBe(400);
  });

  test('over 1 MiB is 413 request.too_large, just below it is not', async () => {
    const large = await create(`{"localPart":"${'a'.repeat(1024 * 1024)}"}`);
    expect([large.status, large.body.code]).toEqual([413, 'request.too_large']);
    const fits = await create(`{"localPart":"${'a'.repeat(1024 * 1024 - 20)}"}`);
    expect(fits.status).toBe(422);
  });

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('content type %s is 4xx', async (type) => {
    const { status, body } = await create('{"ttl":60}', { 'content-type': type });
    expect([status, body.code]).toEqual([400, 'request.malformed']);
  });

  test('nothing got onto Object.prototype', () => {
    expect(Object.keys(Object.getPrototypeOf({}))).toEqual([]);
    expect(({} as { ttl?: number }).ttl).toBeUndefined();
  });
});

describe('bytes on the socket', () => {
  /** Everything that comes back until the server closes or `ms` have passed. */
  function talk(bytes: string, ms = 1_500): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(origin.port), origin.hostname, () => socket.write(bytes, 'latin1'));
      let text = '';
      const end = () => {
        clearTimeout(timer);
        socket.destroy();
        resolve(text);
      };
      const timer = setTimeout(end, ms);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', end);
      socket.on('error', end);
    });
  }
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

  test.each([
    [
      'Content-Length and Transfer-Encoding',
      'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['two Content-Lengths', 'Content-Length: 0\r\nContent-Length: 44\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    [
      'an odd Transfer-Encoding',
      'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
    ['a blank before the colon', 'Content-Length : 44\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a signed length', 'Content-Length: +5\r\n\r\nhello'],
    ['a folded header', 'X-A: b\r\n Content-Length: 44\r\n\r\n'],
    ['bare line feeds', 'X-A: b\nContent-Length: 3\n\nabc'],
    ['a NUL in a header', 'X-A: a\0b\r\n\r\n'],
  ])('%s is refused and nothing is smuggled', async (_, rest) => {
    const answers = statuses(await talk(`POST /api/v1/session HTTP/1.1\r\nHost: x\r\n${rest}`));
    expect(answers).toEqual(['400']);
  });

  test.each([
    ['no HTTP at all', 'EHLO me.example\r\n\r\n'],
    ['HTTP/9', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header of 100 kB', `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['an address of 100 kB', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s is answered with problem+json', async (_, bytes) => {
    const text = await talk(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(text).toContain('application/problem+json');
    expect(text).toMatch(/"traceId":"[0-9a-f]{32}"/);
  });

  test('a slow client is cut off, and /healthz stays quick meanwhile', async () => {
    const server = app.assembly.http?.server;
    if (!server) throw new Error('no server');
    const usual = server.requestTimeout;
    server.requestTimeout = 1_000;
    server.headersTimeout = 1_000;
    try {
      const slow = Array.from({ length: 20 }, () =>
        talk(
          'POST /api/v1/mailboxes HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
          8_000,
        ),
      );
      const began = performance.now();
      expect((await app.call('GET', '/healthz')).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(1_000);
      for (const text of await Promise.all(slow)) expect(text).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      server.requestTimeout = usual;
    }
  });
});

describe('strangers’ headers', () => {
  test.each(['x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'host'])('%s changes no link', async (name) => {
    const value = name === 'forwarded' ? 'host=evil.example;proto=https' : 'evil.example';
    const answer = await app.call<Problem & { type: string }>('GET', '/nowhere', { headers: { [name]: value } });
    expect(answer.text).not.toContain('evil.example');
    expect(answer.body.type).toMatch(/^http:\/\/mayfly\.example\//);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'])(
    '%s of an unknown path is 404',
    async (method) => {
      expect((await app.call(method, '/nowhere')).status).toBe(404);
    },
  );
});
