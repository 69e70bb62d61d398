// Rate limits on the request line: which allowance a request draws on, and the headers that tell the caller.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter, RateRule, RateState } from '../infra/rate-limit.ts';
import type { Principal } from '../lib/principal.ts';

export function setRateHeaders(reply: FastifyReply, state: RateState): void {
  reply.header('RateLimit-Limit', String(state.limit));
  reply.header('RateLimit-Remaining', String(state.remaining));
  reply.header('RateLimit-Reset', String(state.resetSeconds));
}

export async function limitRequest(limiter: RateLimiter, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.routeOptions.config.rate !== 'auto') return;
  const { rule, identity } = allowanceOf(request.principal, request.method, request.network);
  const state = await limiter.consume(rule, identity);
  if (state) setRateHeaders(reply, state);
}

function allowanceOf(principal: Principal, method: string, network: string): { rule: RateRule; identity: string } {
  switch (principal.kind) {
    case 'mailbox':
      return { rule: method === 'GET' ? 'mailbox.read' : 'default', identity: principal.mailboxId };
    case 'guest':
      return { rule: 'default', identity: principal.sessionId };
    case 'user':
      return { rule: 'default', identity: principal.userId };
    case 'key':
      return { rule: 'default', identity: principal.prefix };
    default:
      return { rule: 'default', identity: network };
  }
}
