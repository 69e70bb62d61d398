// For public reads that many callers repeat: a short shared cache and an ETag, so that most of them cost a 304.

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An onSend hook. `vary` names the request headers that the answer depends on. */
export function revalidated(maxAgeSeconds: number, vary?: string) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
    reply.header('Cache-Control', `public, max-age=${maxAgeSeconds}`).header('ETag', etag);
    if (vary !== undefined) reply.header('Vary', vary);
    if (!matches(request.headers['if-none-match'], etag)) return payload;
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    return null;
  };
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag);
}
