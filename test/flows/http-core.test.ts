// The HTTP core: problems, traces, methods, bodies, headers.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface Problem {
  code: string;
  traceId: string;
  type: string;
}

test('the trace id of a traceparent comes back in header and problem', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await app.call<Problem>('GET', '/nowhere', {
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.headers['x-trace-id']).toBe(traceId);
  expect(answer.body).toMatchObject({
    code: 'request.not_found',
    traceId,
    type: 'http://mayfly.example/docs/errors#request.not_found',
  });
});

test('a known path with another method is 405 and names the methods', async () => {
  const answer = await app.call<Problem>('DELETE', '/healthz');
  expect(answer.status).toBe(405);
  expect(answer.body.code).toBe('request.method_not_allowed');
  expect(answer.headers['allow']).toBe('GET, HEAD');
});

test('both probes answer at the base and at the root', async () => {
  // Not before the SMTP listener is up is the service ready.
  await app.smtpPort();
  for (const path of ['/healthz', '/readyz', '//root/healthz', '//root/readyz']) {
    const answer = await app.call<{ status: string }>('GET', path);
    expect([path, answer.status, answer.body.status]).toEqual([path, 200, 'ok']);
  }
});
