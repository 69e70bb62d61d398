// The committed OpenAPI description, read for the contract tests: its operations, and a strict check of bodies against
// the schema that it documents for a status.

import { readFileSync } from 'node:fs';
import { Compile } from 'typebox/schema';

type JsonSchema = { [keyword: string]: unknown };

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Record<string, unknown>;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly schema: JsonSchema;
}
interface Declared {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, { readonly description?: string; readonly content?: Record<string, Media> }>;
}
export interface Operation extends Declared {
  /** `METHOD /path` relative to the base path, as the specification writes it. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Those that are documented by number. */
  readonly statuses: readonly number[];
}

export const DESCRIPTION_FILE = new URL('../../openapi.json', import.meta.url);
const BASE = '/api/v1';

const document = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')) as {
  paths: Record<string, Record<string, Declared>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
};

export const securitySchemes = Object.keys(document.components.securitySchemes);

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([fullPath, methods]) =>
  Object.entries(methods).map(([method, declared]) => {
    const path = fullPath.startsWith(BASE) ? fullPath.slice(BASE.length) : `not under ${BASE}: ${fullPath}`;
    const name = `${method.toUpperCase()} ${path}`;
    const statuses = Object.keys(declared.responses)
      .filter((status) => status !== 'default')
      .map(Number);
    return { ...declared, name, method: method.toUpperCase(), path, statuses };
  }),
);

const byName = new Map(operations.map((operation) => [operation.name, operation]));

export function operationOf(name: string): Operation {
  const operation = byName.get(name);
  if (!operation) throw new Error(`the description has no ${name}`);
  return operation;
}

export const queryOf = (operation: Operation): Set<string> =>
  new Set(operation.parameters?.filter((parameter) => parameter.in === 'query').map(({ name }) => name));

const compiled = new Map<Media, ReturnType<typeof Compile>>();

/** What is wrong with a body by its documented schema; nothing when it fits. Members that are not documented are wrong. */
export function faultsOf(media: Media, body: unknown): string[] {
  let check = compiled.get(media);
  if (!check) {
    check = Compile(strict(media.schema) as never);
    compiled.set(media, check);
  }
  if (check.Check(body)) return [];
  const [, errors] = check.Errors(body);
  return errors.map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
}

/** The same schema with references put in place, and closed objects where it names their members. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as JsonSchema;
  if (typeof $ref === 'string') {
    const name = $ref.replace('#/components/schemas/', '');
    const target = document.components.schemas[name];
    if (!target) throw new Error(`${$ref} leads nowhere`);
    return strict(target);
  }
  const copy: JsonSchema = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [
      keyword,
      keyword === 'properties'
        ? Object.fromEntries(Object.entries(value as JsonSchema).map(([name, part]) => [name, strict(part)]))
        : strict(value),
    ]),
  );
  if ('properties' in copy && !('additionalProperties' in copy)) copy['additionalProperties'] = false;
  return copy;
}
