// How a module declares an operation: one value with its credential, schemas, examples and documented statuses.
// Fastify validates and serialises from it, and the OpenAPI description is generated from it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type {
  CredentialKind,
  GuestPrincipal,
  KeyPrincipal,
  MailboxPrincipal,
  Principal,
  UserPrincipal,
} from './principal.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export type RouteCredential = CredentialKind | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    credential?: RouteCredential;
    /** On a public operation: the kinds that mean something there. Others answer auth.wrong_credential. */
    accepts?: readonly CredentialKind[];
    rate?: RateChoice;
  }
  interface FastifyRequest {
    principal: Principal;
    /** The client's address as the identity of limits: IPv6 by its /64. */
    network: string;
    /** Takes one from an allowance of its own beside the route's; answers 429 when it is used up. */
    limit(rule: string, identity: string): Promise<void>;
    /** Aborts when the client goes away before the answer. */
    gone(): AbortSignal;
  }
}

/** 'auto': reads with a mailbox token by mailbox, everything else by credential, else by address. 'own': the handler limits. */
export type RateChoice = 'auto' | 'own' | 'none';

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    code: Type.String({ description: 'Branch on this, not on the text' }),
    traceId: Type.String(),
    detail: Type.Optional(Type.String()),
    errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { $id: 'Problem', title: 'Problem', description: 'RFC 9457 problem details' },
);

const PROBLEM_TEXT: Record<number, string> = {
  400: 'Cannot be done as asked',
  401: 'Missing, invalid or wrong kind of credential',
  402: 'Not enough points',
  403: 'Not permitted',
  404: 'Not found',
  409: 'Conflicts with what is there',
  410: 'Gone',
  413: 'Body too large',
  422: 'Invalid values',
  429: 'Rate limit reached; see Retry-After',
  503: 'Not ready',
};

interface Declaration {
  /** Unique, becomes the operationId. */
  id: string;
  group: string;
  summary: string;
  description: string;
  credential: RouteCredential;
  accepts?: readonly CredentialKind[];
  rate?: RateChoice;
  /** Documented failures beside those that follow from the rest of the declaration; see `problemsOf`. */
  problems?: readonly number[];
  /** An `If-None-Match` that fits answers 304. */
  revalidates?: boolean;
  /** Answers its success whatever the body is. */
  takesAnyBody?: boolean;
  /** Content types other than JSON that the success answers with. */
  produces?: readonly string[];
  consumes?: readonly string[];
  deprecated?: boolean;
}

type NoSchema = Record<never, never>;

export function operation<
  B extends TSchema | undefined = undefined,
  Q extends TObject | undefined = undefined,
  P extends TObject | undefined = undefined,
  S extends Record<number, TSchema> = NoSchema,
>(declaration: Declaration & { body?: B; querystring?: Q; params?: P; success: S }) {
  const { id, group, credential, body, querystring, params, success } = declaration;
  const problem = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: Type.Ref('Problem') } },
  });
  const problems = {
    ...Object.fromEntries(problemsOf(declaration).map((status) => [status, problem(PROBLEM_TEXT[status] ?? 'Error')])),
    default: problem('Any other failure, such as 503 `service.unavailable` while the database is away'),
  };
  return {
    schema: {
      operationId: id,
      tags: [group],
      summary: declaration.summary,
      description: declaration.description,
      ...(declaration.deprecated ? { deprecated: true } : {}),
      ...(declaration.produces ? { produces: [...declaration.produces] } : {}),
      ...(declaration.consumes ? { consumes: [...declaration.consumes] } : {}),
      security: credential === 'public' ? [] : [{ [SECURITY_NAMES[credential]]: [] }],
      ...(body ? { body } : {}),
      ...(querystring ? { querystring } : {}),
      ...(params ? { params } : {}),
      response: { ...success, ...(declaration.revalidates ? { 304: Unchanged } : {}), ...problems } as S,
    } as unknown as {
      operationId: string;
    } & (B extends TSchema ? { body: B } : NoSchema) &
      (Q extends TObject ? { querystring: Q } : NoSchema) &
      (P extends TObject ? { params: P } : NoSchema) & { response: S },
    config: { credential, accepts: declaration.accepts ?? [], rate: declaration.rate ?? 'auto' } as const,
  };
}

/**
 * A credential that is not valid is refused everywhere, also where none is needed, and guessing at them is limited
 * everywhere; a body may be unreadable, too large or wrong, and so may a query be wrong.
 */
function problemsOf(declaration: Declaration & { body?: unknown; querystring?: unknown }): number[] {
  const { problems = [], body, querystring, takesAnyBody } = declaration;
  const statuses = new Set([401, 429, ...problems]);
  if (body !== undefined && !takesAnyBody) for (const status of [400, 413, 422]) statuses.add(status);
  if (querystring !== undefined) statuses.add(422);
  return [...statuses].sort();
}

export const SECURITY_NAMES: Record<CredentialKind, string> = {
  mailbox: 'mailboxToken',
  guest: 'guestSession',
  user: 'userToken',
  key: 'apiKey',
  alert: 'alertWebhook',
  bank: 'bankApikey',
};

/** `{ "data": … }`, with an example of the whole body. */
export function Data<T extends TSchema>(schema: T, example: Static<T>, description = 'Success') {
  return Type.Object({ data: schema }, { description, examples: [{ data: example }] });
}

/** `{ "data": […], "nextCursor": … }`. */
export function Paged<T extends TSchema>(item: T, example: Static<T>, description = 'One page, newest first') {
  return Type.Object(
    { data: Type.Array(item), nextCursor: Nullable(Type.String()) },
    { description, examples: [{ data: [example], nextCursor: null }] },
  );
}

export const NoContent = Type.Null({ description: 'Done; no body' });
const Unchanged = Type.Null({ description: 'Not changed since the answer with this `ETag`; no body' });

/** `T | null` as a type list, which serialises faster than a union. Only for schemas with a plain `type`. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = schema as unknown as { type: string; enum?: unknown[] };
  const choices = plain.enum ? { enum: [...plain.enum, null] } : {};
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [plain.type, 'null'], ...choices });
}

/** One of some words, as an `enum`. */
export function Words<const W extends readonly string[]>(words: W, options: Record<string, unknown> = {}) {
  return Type.Unsafe<W[number]>({ type: 'string', enum: [...words], ...options });
}

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC, milliseconds' });
/** The same, answered as a Date where there are many: the serialiser writes them faster than toISOString does. */
export const Moment = Type.Unsafe<Date | string>(Timestamp);

export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Items per page' })),
  cursor: Type.Optional(Type.String({ maxLength: 512, description: '`nextCursor` of the page before' })),
};

/** Of any length: what cannot be an identifier is not found, as if it were one that nobody has. */
export const IdParams = Type.Object({ id: Type.String() });

const expected = (kind: string, request: FastifyRequest): never => {
  throw new Error(`route ${request.routeOptions.url} expected a ${kind} principal, has ${request.principal.kind}`);
};

export const mailboxOf = (request: FastifyRequest): MailboxPrincipal =>
  request.principal.kind === 'mailbox' ? request.principal : expected('mailbox', request);
export const guestOf = (request: FastifyRequest): GuestPrincipal =>
  request.principal.kind === 'guest' ? request.principal : expected('guest', request);
export const userOf = (request: FastifyRequest): UserPrincipal =>
  request.principal.kind === 'user' ? request.principal : expected('user', request);
export const keyOf = (request: FastifyRequest): KeyPrincipal =>
  request.principal.kind === 'key' ? request.principal : expected('key', request);
