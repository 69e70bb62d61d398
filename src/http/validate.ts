// Validation by the TypeBox schemas themselves. Bodies are taken as they are; query and path texts are converted first.

import type { FastifyRouteSchemaDef } from 'fastify/types/schema.js';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

export function validatorFor({ schema, httpPart }: FastifyRouteSchemaDef<TSchema>) {
  const check = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'body' ? value : Value.Default(schema, Value.Convert(schema, value));
    if (check.Check(candidate)) return { value: candidate };
    return { error: check.Errors(candidate) as unknown as Error };
  };
}
