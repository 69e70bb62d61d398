// The generated description against the tables of the specification: the same operations, credentials and statuses.

import { readFileSync } from 'node:fs';
import { validate } from '@scalar/openapi-parser';
import { describe, expect, test } from 'vitest';
import {
  DESCRIPTION_FILE,
  faultsOf,
  type Operation,
  operationOf,
  operations,
  queryOf,
  securitySchemes,
} from './description.ts';
import { type Scheme, SPEC } from './spec-table.ts';

const SCHEMES: readonly Scheme[] = [
  'mailboxToken',
  'guestSession',
  'userToken',
  'apiKey',
  'alertWebhook',
  'bankApikey',
];

/** Bodies whose bytes are somebody else's: there is nothing of ours to show an example of. */
const BYTES = ['message/rfc822', 'application/octet-stream'];

test('the description is valid OpenAPI', async () => {
  const { valid, errors } = await validate(readFileSync(DESCRIPTION_FILE, 'utf8'));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('it has exactly the 67 operations of the specification', () => {
  const named = SPEC.map(({ name }) => name).sort();
  expect(named).toHaveLength(67);
  expect(operations.map(({ name }) => name).sort()).toEqual(named);
});

test('it has exactly the credential schemes of the specification', () => {
  expect([...securitySchemes].sort()).toEqual([...SCHEMES].sort());
});

test('exactly the lists that take a cursor answer with a next one', () => {
  const paged = operations.filter((operation) => queryOf(operation).has('cursor'));
  const answersNext = operations.filter(({ responses }) => {
    const { properties = {} } = (responses['200']?.content?.['application/json']?.schema ?? {}) as {
      properties?: object;
    };
    return 'nextCursor' in properties;
  });
  expect(paged.map(({ name }) => name)).toEqual(answersNext.map(({ name }) => name));
  expect(paged.length).toBeGreaterThan(0);
});

test('every operation has an id of its own', () => {
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

describe.each(SPEC)('$name', ({ name, scheme, group, statuses }) => {
  const operation: Operation = operationOf(name);

  test(`wants ${scheme}`, () => {
    expect(operation.security).toEqual(scheme === 'public' ? [] : [{ [scheme]: [] }]);
  });

  test(`stands in the group ${group}`, () => {
    expect(operation.tags).toEqual([group]);
  });

  test(`documents ${statuses.join(', ')}, and no other success`, () => {
    expect(operation.statuses).toEqual(expect.arrayContaining([...statuses]));
    const isSuccess = (status: number) => status < 300;
    expect(operation.statuses.filter(isSuccess)).toEqual(statuses.filter(isSuccess));
  });

  test('has a summary, a description and a text for every status', () => {
    expect(operation.summary).toMatch(/\S/);
    expect(operation.description).toMatch(/\S/);
    for (const { description } of Object.values(operation.responses)) expect(description).toMatch(/\S/);
  });

  test('has examples that fit their schemas, for its request and for its answer', () => {
    const answers = Object.entries(operation.responses).filter(([status]) => status < '204');
    const shown = [...answers.map(([, { content }]) => content ?? {}), operation.requestBody?.content ?? {}]
      .flatMap((content) => Object.entries(content))
      .filter(([type]) => !BYTES.includes(type));
    for (const [type, media] of shown) {
      const examples = [media.example, ...Object.values(media.examples ?? {}), ...inSchema(media.schema)];
      const given = examples.filter((example) => example !== undefined);
      expect(given, `${type} shows an example`).not.toEqual([]);
      for (const example of given) expect(faultsOf(media, example)).toEqual([]);
    }
  });

  test('answers every failure as application/problem+json, also those that it does not list', () => {
    expect(Object.keys(operation.responses)).toContain('default');
    // The probe's body is dictated by whoever probes.
    const failures = Object.entries(operation.responses).filter(([status]) => status >= '400' && status !== '503');
    for (const [status, { content }] of failures) {
      expect(Object.keys(content ?? {}), status).toEqual(['application/problem+json']);
    }
  });
});

const inSchema = ({ examples }: { examples?: unknown }): unknown[] => (Array.isArray(examples) ? examples : []);
