// No input yields a 5xx: random parameters, queries and bodies on every operation that the OpenAPI document names.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { FUZZ_FACTOR, runs } from '../support/fuzz.ts';
import { openMailbox } from '../support/mailbox.ts';

let app: TestApp;
let tokens: { mailbox: string; user: string; guest: string; key: string };
beforeAll(async () => {
  app = await createTestApp({ ALERT_SECRET: 'alert-secret', BANK_API_KEY: 'bank-secret' });
  // Without it the service is rightly not ready.
  await app.smtpPort();
  const account = await createAccount(app);
  const guest = await app.call<{ data: { key: string } }>('POST', '/session');
  const key = await app.call<{ data: { key: string } }>('POST', '/me/api-keys', {
    token: account.token,
    body: { name: 'k', scopes: ['mailboxes:write', 'messages:read', 'otp:read'] },
  });
  tokens = {
    mailbox: (await openMailbox(app)).token,
    user: account.token,
    guest: guest.body.data.key,
    key: key.body.data.key,
  };
});
afterAll(() => app.close());

interface Spec {
  paths: Record<
    string,
    Record<string, { parameters?: { in: string; name: string }[]; security?: Record<string, unknown>[] }>
  >;
}
const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    'null',
    '[]',
    '../..',
    '%',
    '%00',
    '__proto__',
    'msg_01jd3kr0a1f7w9t8s6m5n4p3q2',
    '9'.repeat(40),
  ),
  fc.constantFrom('2026-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '\ud800', '\u202e'),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  odd,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue(),
);

/** Members of request bodies, so that random ones are read further than the first check. */
const MEMBERS = [
  'localPart ttl domain name scopes allowedCidrs expiresAt locale code email password token planCode',
  'interval provider amount currency extractRegex url events status filter sample enabled priority',
  'domainId id transferAmount content alerts commonLabels',
].flatMap((line) => line.split(' '));

test(
  'random parameters, queries and bodies on every operation yield no 5xx',
  async () => {
    const { paths } = (await app.call<Spec>('GET', '/openapi.json')).body;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { parameters = [], security = [] }]) => ({
        path,
        method,
        parameters,
        security,
      })),
    );
    expect(operations.length).toBeGreaterThan(50);
    const credential: Record<string, string> = {
      mailboxToken: `Bearer ${tokens.mailbox}`,
      userToken: `Bearer ${tokens.user}`,
      guestSession: `Bearer ${tokens.guest}`,
      apiKey: `Bearer ${tokens.key}`,
      alertWebhook: 'Bearer alert-secret',
      bankApikey: 'Apikey bank-secret',
    };
    const body = fc.oneof(value, fc.dictionary(fc.constantFrom(...MEMBERS), value, { maxKeys: 6 }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...operations.filter(({ path, method }) => !(method === 'delete' && /\/(me|session)$/.test(path))),
        ),
        fc.array(odd, { minLength: 4, maxLength: 4 }),
        body,
        async ({ path, method, parameters, security }, texts, payload) => {
          let i = 0;
          const next = () => encodeURIComponent((texts[i++ % texts.length] ?? '').toWellFormed());
          const filled = path.replace(/\{[^}]+\}/g, () => next() || 'x');
          const query = parameters
            .filter(({ in: place }) => place === 'query')
            .map(({ name }) => {
              const text = next();
              // A wait that is valid would be held.
              return name === 'wait' ? 'wait=0' : `${name}=${text}`;
            });
          const [scheme] = Object.keys(security[0] ?? {});
          const url = `${filled.startsWith('/api') ? '' : '/api/v1'}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
          const hasBody = method !== 'get' && method !== 'head';
          const answer = await app.assembly.http?.inject({
            method: method.toUpperCase() as 'GET',
            url,
            headers: {
              ...(scheme ? { authorization: credential[scheme] ?? '' } : {}),
              ...(hasBody ? { 'content-type': 'application/json' } : {}),
            },
            ...(hasBody ? { payload: JSON.stringify(payload) ?? 'null' } : {}),
          });
          if ((answer?.statusCode ?? 500) >= 500) {
            throw new Error(`${method} ${url} ${JSON.stringify(payload)} → ${answer?.statusCode} ${answer?.payload}`);
          }
        },
      ),
      { ...runs(1_500), interruptAfterTimeLimit: 25_000 * FUZZ_FACTOR },
    );
  },
  40_000 * FUZZ_FACTOR,
);
