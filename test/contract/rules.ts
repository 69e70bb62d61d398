// The statuses that come about by the same rule for every operation that documents them.

import type { Operation } from './description.ts';
import type { Recipe } from './recipes.ts';
import type { Scheme } from './spec-table.ts';

export const schemeOf = ({ security }: Operation): Scheme => (Object.keys(security[0] ?? {})[0] ?? 'public') as Scheme;

/** The path with something that is no identifier in its gaps. */
export const filled = ({ path }: Operation): string => path.replaceAll(/\{[^}]+\}/g, 'unknown');

const GARBAGE = { authorization: 'Bearer garbage' };
export const MEBIBYTE = 1024 * 1024;

export function ruleFor(operation: Operation, status: number): Recipe | undefined {
  const { method } = operation;
  const path = filled(operation);
  const scheme = schemeOf(operation);
  switch (status) {
    case 304:
      return async ({ app }) => {
        const known = operation.path.replaceAll('{key}', 'terms');
        const { headers } = await app.call(method, known);
        return { path: known, headers: { 'if-none-match': String(headers['etag']) } };
      };
    case 400:
      return ({ authorization }) => ({
        path,
        headers: authorization(scheme),
        body: '{"half": ',
        code: 'request.malformed',
      });
    case 401:
      if (scheme !== 'public') return () => ({ path, code: 'auth.missing' });
      return () => ({ path, headers: GARBAGE, code: 'auth.invalid_token' });
    case 410:
      if (scheme !== 'mailboxToken') return undefined;
      return async ({ expired }) => ({ path, token: await expired(), code: 'mailbox.expired' });
    case 413:
      return ({ authorization }) => ({
        path,
        headers: authorization(scheme),
        body: JSON.stringify('x'.repeat(MEBIBYTE)),
        code: 'request.too_large',
      });
    case 429:
      // Guessing at credentials draws on the allowance of the address, whatever the operation.
      return async ({ limited, nextIp }) => {
        const ip = nextIp();
        await limited.call(method, path, { ip, headers: GARBAGE });
        return { of: 'limited', path, ip, headers: GARBAGE, code: 'rate.limited' };
      };
    default:
      return undefined;
  }
}
