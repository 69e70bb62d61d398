// Every kind of credential against every operation, generated from the route table: a new operation is covered by itself.

import { afterAll, describe, expect, test } from 'vitest';
import { CREDENTIALS, type CredentialKind } from '../../src/lib/principal.ts';
import { SECURITY_NAMES } from '../../src/lib/route.ts';
import { createAccount } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';

const ALERT_SECRET = 'the secret of the alert sender';
const BANK_API_KEY = 'the-secret-of-the-bank';
const TOKEN_KINDS = ['mailbox', 'guest', 'user', 'key'] as const;
type TokenKind = (typeof TOKEN_KINDS)[number];

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly wants: CredentialKind | 'public';
}

const app = await createTestApp({ ALERT_SECRET, BANK_API_KEY });
afterAll(() => app.close());

const operations: Operation[] = Object.entries(app.assembly.http?.swagger().paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { security?: Record<string, string[]>[] }>).map(
    ([method, { security }]) => ({
      method: method.toUpperCase(),
      path: path.replace('/api/v1', ''),
      wants: wantedKind(security ?? []),
    }),
  ),
);

function wantedKind(security: Record<string, string[]>[]): CredentialKind | 'public' {
  const name = Object.keys(security[0] ?? {})[0];
  if (name === undefined) return 'public';
  const found = (Object.entries(SECURITY_NAMES) as [CredentialKind, string][]).find(([, scheme]) => scheme === name);
  if (!found) throw new Error(`no credential is called ${name}`);
  return found[0];
}

/** A fresh set of valid credentials, as the operations that use them up need. */
async function credentials(): Promise<Record<TokenKind, string>> {
  const { mailboxes, keys } = app.assembly.services;
  const account = await createAccount(app);
  const mailbox = await mailboxes.open({}, { kind: 'anonymous', sessionId: null });
  const session = await app.call<{ data: { key: string } }>('POST', '/session');
  const scopes = ['mailboxes:write', 'messages:read', 'otp:read'] as const;
  const issued = await keys.issue(account.userId, { name: 'all', scopes, allowedCidrs: [], expiresAt: null });
  return {
    mailbox: mailboxes.tokenFor(mailbox),
    guest: session.body.data.key,
    user: account.token,
    key: issued.key,
  };
}

const valid = await credentials();
/** Right in shape and prefix, and never issued. */
const forged = Object.fromEntries(
  TOKEN_KINDS.map((kind) => {
    const prefix = CREDENTIALS[kind].prefix;
    return [kind, prefix + valid[kind].slice(prefix.length).replace(/[0-9A-Za-z]/g, (c) => (c === 'a' ? 'b' : 'a'))];
  }),
) as Record<TokenKind, string>;

const address = ({ path }: Operation) => path.replaceAll(/\{[^}]+\}/g, 'unknown');
const send = (operation: Operation, authorization: string | null) =>
  app.call<{ code?: string } | undefined>(operation.method, address(operation), {
    headers: authorization === null ? {} : { authorization },
    ...(['POST', 'PATCH', 'PUT'].includes(operation.method) ? { body: {} } : {}),
  });
const outcome = async (operation: Operation, authorization: string | null) => {
  const { status, body } = await send(operation, authorization);
  return [status, body?.code];
};

const MISSING = [401, 'auth.missing'];
const INVALID = [401, 'auth.invalid_token'];
const WRONG = [401, 'auth.wrong_credential'];

const GARBAGE = ['Bearer garbage', 'Bearer ', 'Basic dXNlcjpwYXNz', 'garbage', `Bearer ${'x'.repeat(4_000)}`];

test('the route table is read: there are operations of every group that is built', () => {
  expect(operations.length).toBeGreaterThan(30);
  expect(new Set(operations.map(({ wants }) => wants)).size).toBe(7);
});

/** The header that carries a credential of the wanted kind. */
function header(wants: CredentialKind, tokens: Record<TokenKind, string>, secretEnd = ''): string {
  if (wants === 'alert') return `Bearer ${ALERT_SECRET}${secretEnd}`;
  if (wants === 'bank') return `Apikey ${BANK_API_KEY}${secretEnd}`;
  return `Bearer ${tokens[wants]}`;
}

const protectedOperations = operations.flatMap(({ wants, ...rest }) =>
  wants === 'public' ? [] : [{ ...rest, wants }],
);
describe.each(protectedOperations)('$method $path wants $wants', (operation) => {
  const { wants } = operation;

  test('no credential: auth.missing', async () => {
    expect(await outcome(operation, null)).toEqual(MISSING);
  });

  test('garbage: auth.invalid_token', async () => {
    for (const garbage of GARBAGE) expect(await outcome(operation, garbage), garbage).toEqual(INVALID);
  });

  test('every other kind of credential, valid as it is: auth.wrong_credential', async () => {
    for (const kind of TOKEN_KINDS) {
      if (kind !== wants) expect(await outcome(operation, `Bearer ${valid[kind]}`), kind).toEqual(WRONG);
    }
  });

  test('the secrets of other systems: auth.invalid_token', async () => {
    if (wants !== 'alert') expect(await outcome(operation, header('alert', valid))).toEqual(INVALID);
    if (wants !== 'bank') expect(await outcome(operation, header('bank', valid))).toEqual(INVALID);
  });

  test('the right kind, forged: auth.invalid_token', async () => {
    expect(await outcome(operation, header(wants, forged, 'x'))).toEqual(INVALID);
  });

  test('the right kind in another scheme: auth.invalid_token', async () => {
    const [right, value] = header(wants, valid).split(/ (.*)/);
    for (const scheme of ['Basic', 'Token', 'Bearer', 'Apikey'].filter((other) => other !== right)) {
      expect(await outcome(operation, `${scheme} ${value}`), scheme).toEqual(INVALID);
    }
  });

  test('the right kind, valid: let through', async () => {
    const { status } = await send(operation, header(wants, await credentials()));
    expect([401, 500]).not.toContain(status);
  });
});

const publicOperations = operations.filter(({ wants }) => wants === 'public');
describe.each(publicOperations)('$method $path is public', (operation) => {
  test('needs no credential', async () => {
    const { status, body } = await send(operation, null);
    expect([MISSING[1], INVALID[1], WRONG[1]]).not.toContain(body?.code);
    expect(status).not.toBe(500);
  });

  test('a credential that is not valid answers 401 rather than being ignored', async () => {
    for (const garbage of GARBAGE) expect(await outcome(operation, garbage), garbage).toEqual(INVALID);
    for (const kind of TOKEN_KINDS) {
      const [status, code] = await outcome(operation, `Bearer ${forged[kind]}`);
      expect(status, kind).toBe(401);
      expect([INVALID[1], WRONG[1]], kind).toContain(code);
    }
  });
});
