// The one step that turns a credential into a Principal. A route that declares no credential stops the start.

import type { FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '../lib/errors.ts';
import {
  CREDENTIALS,
  type CredentialKind,
  type GuestPrincipal,
  type KeyPrincipal,
  type MailboxPrincipal,
  type Principal,
  type UserPrincipal,
} from '../lib/principal.ts';

/** What the modules know about their own kind of credential. Each throws AppError when it is not valid. */
export interface Authenticators {
  mailbox(token: string): Promise<MailboxPrincipal>;
  guest(key: string): Promise<GuestPrincipal>;
  user(token: string): Promise<UserPrincipal>;
  key(key: string, ip: string): Promise<KeyPrincipal>;
  alert(secret: string): boolean;
  bank(secret: string, ip: string): boolean;
}

export function requireDeclaredCredential(route: RouteOptions): void {
  if (route.config?.credential === undefined) {
    throw new Error(`Route ${String(route.method)} ${route.url} declares no credential.`);
  }
}

export async function authenticate(request: FastifyRequest, authenticators: Authenticators): Promise<Principal> {
  const wanted = request.routeOptions.config.credential ?? 'public';
  const given = credentialOf(request);
  if (wanted === 'alert' || wanted === 'bank') return authenticateSender(wanted, given, request.ip, authenticators);
  if (given === null) {
    if (wanted === 'public') return { kind: 'public' };
    throw new AppError('auth.missing', `This call wants a ${CREDENTIALS[wanted].name} as Authorization: Bearer.`);
  }
  const kind = kindOf(given.value);
  if (given.scheme !== 'bearer' || kind === null) throw new AppError('auth.invalid_token');
  if (wanted === 'public') return authenticatePublic(request, kind, given.value, authenticators);
  if (kind !== wanted) throw wrongCredential(wanted, kind);
  return verify(kind, given.value, request.ip, authenticators);
}

/** On public operations a credential is either of use or at least valid; it is never silently wrong. */
async function authenticatePublic(
  request: FastifyRequest,
  kind: keyof typeof CREDENTIALS,
  value: string,
  authenticators: Authenticators,
): Promise<Principal> {
  const accepts = request.routeOptions.config.accepts ?? [];
  if (accepts.length > 0 && !accepts.includes(kind)) throw wrongCredential(accepts[0] ?? 'user', kind);
  try {
    const principal = await verify(kind, value, request.ip, authenticators);
    return accepts.includes(kind) ? principal : { kind: 'public' };
  } catch (error) {
    // Past its end (410) or from the wrong address (403), which mean something only where the credential is of use.
    if (error instanceof AppError && error.status !== 401) throw new AppError('auth.invalid_token');
    if (!(error instanceof AppError) && request.routeOptions.config.rate === 'none') return { kind: 'public' };
    throw error;
  }
}

function verify(
  kind: keyof typeof CREDENTIALS,
  value: string,
  ip: string,
  authenticators: Authenticators,
): Promise<Principal> {
  switch (kind) {
    case 'mailbox':
      return authenticators.mailbox(value);
    case 'guest':
      return authenticators.guest(value);
    case 'user':
      return authenticators.user(value);
    case 'key':
      return authenticators.key(value, ip);
  }
}

function authenticateSender(
  wanted: 'alert' | 'bank',
  given: Given | null,
  ip: string,
  authenticators: Authenticators,
): Principal {
  if (given === null) throw new AppError('auth.missing');
  if (kindOf(given.value) !== null) throw wrongCredential(wanted, null);
  const valid =
    wanted === 'bank'
      ? given.scheme === 'apikey' && authenticators.bank(given.value, ip)
      : given.scheme === 'bearer' && authenticators.alert(given.value);
  if (!valid) throw new AppError('auth.invalid_token');
  return { kind: wanted };
}

interface Given {
  readonly scheme: string;
  readonly value: string;
}

function credentialOf(request: FastifyRequest): Given | null {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const space = header.indexOf(' ');
    if (space === -1) return { scheme: '', value: header };
    return { scheme: header.slice(0, space).toLowerCase(), value: header.slice(space + 1).trim() };
  }
  const apiKey = request.headers['x-api-key'];
  if (typeof apiKey !== 'string') return null;
  // This header is for developer keys alone; anything else in it is no credential of ours.
  return { scheme: apiKey.trim().startsWith(CREDENTIALS.key.prefix) ? 'bearer' : '', value: apiKey.trim() };
}

function kindOf(value: string): keyof typeof CREDENTIALS | null {
  for (const kind of ['mailbox', 'guest', 'user', 'key'] as const) {
    if (value.startsWith(CREDENTIALS[kind].prefix)) return kind;
  }
  return null;
}

function wrongCredential(wanted: CredentialKind, given: keyof typeof CREDENTIALS | null): AppError {
  const name = wanted === 'alert' || wanted === 'bank' ? 'shared secret' : CREDENTIALS[wanted].name;
  return new AppError(
    'auth.wrong_credential',
    `This call wants a ${name}${given ? `, not a ${CREDENTIALS[given].name}` : ''}.`,
  );
}
