// The part of pg-copy-streams that copy.ts uses; the package brings no types.

declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  export function to(sql: string): Readable & Submittable & { rowCount: number };
  export function from(sql: string): Writable & Submittable & { rowCount: number };
}
