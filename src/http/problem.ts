// Turns whatever was thrown into problem+json. Nothing internal passes: unknown errors become service.internal.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../infra/db/database.ts';
import { RateLimited } from '../infra/rate-limit.ts';
import { AppError, CATALOGUE, type ErrorCode, type FieldError } from '../lib/errors.ts';
import { setRateHeaders } from './limit.ts';

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly traceId: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
}

export function problemOf(error: AppError, traceId: string, publicUrl: string): Problem {
  const { status, title } = CATALOGUE[error.code];
  return {
    type: `${publicUrl}/docs/errors#${error.code}`,
    title,
    status,
    code: error.code,
    traceId,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

export function sendProblem(error: AppError, request: FastifyRequest, reply: FastifyReply, publicUrl: string): void {
  if (error.retryAfter !== undefined) reply.header('Retry-After', String(error.retryAfter));
  if (error instanceof RateLimited) setRateHeaders(reply, error.state);
  const problem = problemOf(error, request.id, publicUrl);
  reply
    .code(problem.status)
    .header('Content-Type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(problem);
}

/** Reads any thrown value as an AppError; logs what a person should look at. */
export function asAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500) request.log.warn({ err: error.cause ?? error }, error.message);
    return error;
  }
  const fastify = error as Partial<FastifyError>;
  if (fastify.validation) return validationProblem(fastify as FastifyError);
  switch (fastify.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('request.too_large', 'The body is larger than 1 MiB.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('request.malformed', 'Send the body with Content-Type: application/json.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new AppError('request.malformed', 'The body is empty; send JSON or leave Content-Type out.');
  }
  if (fastify.statusCode !== undefined && fastify.statusCode >= 400 && fastify.statusCode < 500) {
    return new AppError('request.malformed', fastify.code?.startsWith('FST_') ? fastify.message : undefined);
  }
  if (isUnavailable(error)) {
    request.log.warn({ err: error }, 'the database is not available');
    return new AppError('service.unavailable', undefined, { retryAfter: 2 });
  }
  request.log.error({ err: error }, 'unexpected error');
  return new AppError('service.internal');
}

interface RawValidationError {
  readonly instancePath?: string;
  readonly keyword?: string;
  readonly message?: string;
  readonly params?: Record<string, unknown>;
}

function validationProblem(error: FastifyError): AppError {
  const part = error.validationContext === 'querystring' ? 'query' : (error.validationContext ?? 'body');
  const errors = (error.validation as unknown as RawValidationError[])
    .slice(0, 20)
    .flatMap((item) => fieldErrors(item, part));
  return new AppError('request.validation', errors[0] && `${errors[0].path}: ${errors[0].message}`, { errors });
}

function fieldErrors(item: RawValidationError, part: string): FieldError[] {
  const base = `${part}${(item.instancePath ?? '').replaceAll('/', '.')}`;
  const params = item.params ?? {};
  if (item.keyword === 'required') {
    return names(params['requiredProperties']).map((name) => ({ path: `${base}.${name}`, message: 'is required' }));
  }
  if (item.keyword === 'additionalProperties') {
    return names(params['additionalProperties']).map((name) => ({
      path: `${base}.${name}`,
      message: 'is not known here',
    }));
  }
  if (item.keyword === 'boolean') return [];
  const choices = item.keyword === 'enum' ? names(params['allowedValues']) : [];
  const message = choices.length > 0 ? `must be one of ${choices.join(', ')}` : (item.message ?? 'is not valid');
  return [{ path: base, message }];
}

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((name) => String(name).slice(0, 80)) : [];
