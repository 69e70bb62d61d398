// The request line begins here: trace id, authenticate, limit, validate, handler, reply or problem.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyReply, type FastifyRequest, fastify, LogController, type RouteOptions } from 'fastify';
import type { Log } from '../infra/log.ts';
import type { Metrics } from '../infra/metrics.ts';
import type { RateLimiter, RateRule } from '../infra/rate-limit.ts';
import { clientNetwork } from '../lib/cidr.ts';
import { AppError } from '../lib/errors.ts';
import { type App, ProblemSchema } from '../lib/route.ts';
import { parseStrictJson, StrictJsonError } from '../lib/strict-json.ts';
import { type Authenticators, authenticate, requireDeclaredCredential } from './authenticate.ts';
import { limitRequest, setRateHeaders } from './limit.ts';
import { asAppError, problemOf, sendProblem } from './problem.ts';
import { createRouteBook } from './route-book.ts';
import { validatorFor } from './validate.ts';

export interface HttpOptions {
  readonly publicUrl: string;
  readonly trustProxy: readonly string[] | null;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limiter: RateLimiter;
  readonly authenticators: Authenticators;
}

const BODY_LIMIT = 1024 * 1024;

export function createHttpServer(options: HttpOptions): App {
  const { publicUrl, limiter, metrics, authenticators } = options;
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    requestIdHeader: false,
    genReqId: traceIdOf,
    trustProxy: options.trustProxy ? [...options.trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    // A slow client has half a minute for its request; a held poll may stay idle for its wait.
    requestTimeout: 30_000,
    // Node looks for slow clients twice a minute by itself, which would let them have a whole one.
    http: { connectionsCheckingInterval: 2_000 },
    connectionTimeout: 90_000,
    keepAliveTimeout: 30_000,
    maxRequestsPerSocket: 0,
    // Longer than a request line can be: an identifier of any length is the handler's to refuse, as one that nobody has.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    clientErrorHandler(error, socket) {
      if (!socket.writable) return;
      const timeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
      const body = JSON.stringify(
        problemOf(
          new AppError('request.malformed', timeout ? 'The request took too long to arrive.' : undefined),
          newTraceId(),
          publicUrl,
        ),
      );
      const status = timeout ? '408 Request Timeout' : '400 Bad Request';
      socket.end(
        `HTTP/1.1 ${status}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
    frameworkErrors(error, request, reply) {
      sendProblem(
        asAppError(error, request as FastifyRequest),
        request as FastifyRequest,
        reply as FastifyReply,
        publicUrl,
      );
    },
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler(validatorFor);
  app.addSchema(ProblemSchema);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseStrictJson(body as Buffer));
    } catch (error) {
      done(error instanceof StrictJsonError ? new AppError('request.malformed', error.message) : (error as Error));
    }
  });

  const book = createRouteBook();
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    book.add(String(route.method), route.url);
  });
  app.addHook('onReady', async () => {
    for (const route of routes) requireDeclaredCredential(route);
  });

  app.decorateRequest('principal', null as never);
  app.decorateRequest('network', '');
  app.decorateRequest('limit', null as never);
  app.decorateRequest('gone', null as never);

  app.addHook('onRequest', async (request, reply) => {
    prepare(request, reply);
    if (/%00/.test(request.url)) throw new AppError('request.malformed', 'The address has a NUL character.');
    if (request.is404) return;
    try {
      request.principal = await authenticate(request, authenticators);
    } catch (error) {
      // Guessing credentials draws on the address's allowance.
      if (error instanceof AppError && error.status === 401) await limiter.consume('default', request.network);
      throw error;
    }
    await limitRequest(limiter, request, reply);
  });

  function prepare(request: FastifyRequest, reply: FastifyReply): void {
    request.network = clientNetwork(request.ip);
    request.principal = { kind: 'public' };
    request.limit = async (rule, identity) => {
      const state = await limiter.consume(rule as RateRule, identity);
      if (state) setRateHeaders(reply, state);
    };
    request.gone = () => {
      const abort = new AbortController();
      if (request.raw.socket.destroyed) abort.abort();
      else reply.raw.once('close', () => abort.abort());
      return abort.signal;
    };
    reply.header('X-Trace-Id', request.id);
    for (const [name, value] of SECURITY_HEADERS) reply.header(name, value);
    if (publicUrl.startsWith('https:')) reply.header('Strict-Transport-Security', 'max-age=31536000');
    if (request.url.startsWith('/api/')) reply.header('Cache-Control', 'no-store');
  }

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    const held = (request.query as { wait?: unknown } | null)?.wait !== undefined;
    if (held) metrics.httpHeld.inc({ route, status });
    else metrics.httpRequests.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });

  app.setErrorHandler((error, request, reply) => {
    sendProblem(asAppError(error, request), request, reply, publicUrl);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = book.methodsFor(request.url.split('?')[0] ?? '');
    if (allowed.length === 0) return sendProblem(new AppError('request.not_found'), request, reply, publicUrl);
    reply.header('Allow', allowed.join(', '));
    return sendProblem(new AppError('request.method_not_allowed'), request, reply, publicUrl);
  });
  return app as unknown as App;
}

const SECURITY_HEADERS = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
] as const;

/** 32 hexadecimal digits. Node keeps random bytes in store for UUIDs, which costs a quarter of asking for some each time. */
const newTraceId = (): string => randomUUID().replaceAll('-', '');

/** The trace id of a W3C traceparent, else a new one. */
function traceIdOf(request: IncomingMessage): string {
  const parent = request.headers['traceparent'];
  const match = typeof parent === 'string' ? /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/.exec(parent) : null;
  const given = match?.[1];
  return given !== undefined && !/^0+$/.test(given) ? given : newTraceId();
}
