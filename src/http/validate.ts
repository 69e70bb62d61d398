// Validation by the TypeBox schemas themselves. Bodies are taken as they are; query and path texts are converted first.

import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

export function validatorFor({ schema, httpPart }: FastifyRouteSchemaDef<TSchema>) {
  const check = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'body' ? value : Value.Default(schema, fromTexts(schema, value));
    if (check.Check(candidate)) return { value: candidate };
    return { error: check.Errors(candidate) as unknown as Error };
  };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Only what reads as a number becomes one: an empty text is not 0, and 1.5 is not 1. The rest is left for the check to refuse. */
function fromTexts(schema: TSchema, value: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, { type?: string }> };
  if (!properties || typeof value !== 'object' || value === null) return value;
  const read: Record<string, unknown> = { ...value };
  for (const [name, { type }] of Object.entries(properties)) {
    const text = read[name];
    if (typeof text !== 'string') continue;
    if ((type === 'integer' || type === 'number') && NUMBER.test(text)) read[name] = Number(text);
    if (type === 'boolean' && (text === 'true' || text === 'false')) read[name] = text === 'true';
  }
  return read;
}
