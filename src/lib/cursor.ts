// Cursors of paginated lists: opaque to callers, signed, and bound to the list that gave them out.

import { AppError } from './errors.ts';
import type { Secrets } from './secrets.ts';

export interface Cursors {
  encode(list: string, position: string | number): string;
  /** The position, or 422 request.invalid_cursor. Undefined stays undefined: the first page. */
  decode(list: string, cursor: string | undefined): string | undefined;
}

export function createCursors(secrets: Secrets): Cursors {
  return {
    encode(list, position) {
      const body = Buffer.from(String(position)).toString('base64url');
      return `${body}.${secrets.sign('cursor', `${list}:${body}`)}`;
    },
    decode(list, cursor) {
      if (cursor === undefined) return undefined;
      const [body = '', signature = '', ...rest] = cursor.split('.');
      if (rest.length > 0 || !secrets.verify('cursor', `${list}:${body}`, signature)) {
        throw new AppError('request.invalid_cursor');
      }
      return Buffer.from(body, 'base64url').toString('utf8');
    },
  };
}

export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** Cuts a result that was read with `limit + 1` rows into a page. `position` names the last item's place. */
export function cutPage<T>(rows: T[], limit: number, position: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last !== undefined ? position(last) : null };
}
