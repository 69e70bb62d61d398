// Bodies of extraction filters.

import { type Static, Type } from 'typebox';
import { Nullable, Timestamp, Words } from '../../lib/route.ts';

const WILDCARD = 'Case-insensitive; `*` is any run, `?` any one character, and without either it means "contains"';

const Name = Type.String({ minLength: 1, maxLength: 100 });
const ScopeType = Words(['all', 'domain']);
const FromPattern = Nullable(Type.String({ maxLength: 255, description: `Sender's address. ${WILDCARD}` }));
const SubjectPattern = Nullable(Type.String({ maxLength: 255, description: `Subject. ${WILDCARD}` }));
const ExtractRegex = Type.String({
  minLength: 1,
  maxLength: 512,
  description:
    'RE2 syntax, over subject, newline, text. The code is group `code`, else group 1, else the whole match. The larger the pattern, the less of a long mail it sees: 65,536 characters down to 1,500',
});
const Priority = Type.Integer({ minimum: 1, maximum: 9999, description: 'Lower first; 100 when left out' });
const Status = Words(['active', 'disabled']);

export const NewFilterBody = Type.Object(
  {
    name: Name,
    scopeType: Type.Optional(
      Words(['all', 'domain'], { description: 'Left out, it is `domain` with a domainId and `all` without' }),
    ),
    domainId: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
    fromPattern: Type.Optional(FromPattern),
    subjectPattern: Type.Optional(SubjectPattern),
    extractRegex: ExtractRegex,
    priority: Type.Optional(Priority),
    status: Type.Optional(Status),
  },
  {
    additionalProperties: false,
    examples: [{ name: 'Bank codes', fromPattern: '*@bank.example', extractRegex: 'code is (?P<code>\\d{8})' }],
  },
);

export const FilterChangeBody = Type.Object(
  {
    name: Type.Optional(Name),
    extractRegex: Type.Optional(ExtractRegex),
    fromPattern: Type.Optional(FromPattern),
    subjectPattern: Type.Optional(SubjectPattern),
    priority: Type.Optional(Priority),
    status: Type.Optional(Status),
  },
  { additionalProperties: false, examples: [{ status: 'disabled' }] },
);

export const FilterTestBody = Type.Object(
  {
    filter: Type.Object(
      {
        extractRegex: ExtractRegex,
        fromPattern: Type.Optional(FromPattern),
        subjectPattern: Type.Optional(SubjectPattern),
      },
      { additionalProperties: false },
    ),
    sample: Type.Object(
      {
        from: Type.Optional(Type.String()),
        subject: Type.Optional(Type.String()),
        text: Type.Optional(Type.String()),
      },
      { additionalProperties: false, description: 'What is left out counts as empty' },
    ),
  },
  {
    additionalProperties: false,
    examples: [
      {
        filter: { extractRegex: 'code is (\\d{8})', fromPattern: '*@bank.example', subjectPattern: null },
        sample: { from: 'no-reply@bank.example', subject: 'Sign in', text: 'Your code is 20260301.' },
      },
    ],
  },
);

export const Filter = Type.Object({
  id: Type.String(),
  name: Name,
  scopeType: ScopeType,
  domainId: Nullable(Type.String()),
  fromPattern: FromPattern,
  subjectPattern: SubjectPattern,
  extractRegex: ExtractRegex,
  priority: Priority,
  status: Status,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const FilterTest = Type.Object({
  matched: Type.Boolean(),
  code: Nullable(Type.String()),
  reason: Type.String({ description: 'What decided, for a person to read' }),
});

export const filterExample: Static<typeof Filter> = {
  id: 'flt_01kc3s9x4tfz2v0p6m8n1q5w7e',
  name: 'Bank codes',
  scopeType: 'all',
  domainId: null,
  fromPattern: '*@bank.example',
  subjectPattern: null,
  extractRegex: 'code is (?P<code>\\d{8})',
  priority: 100,
  status: 'active',
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
};

export const filterTestExample: Static<typeof FilterTest> = {
  matched: true,
  code: '20260301',
  reason: 'Sender and subject match, and extractRegex finds the code.',
};
