// The OpenAPI 3.1 description, generated from the same schemas that validate and serialise.

import swagger from '@fastify/swagger';
import { type App, SECURITY_NAMES } from '../lib/route.ts';

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

export const GROUPS: Readonly<Record<string, string>> = {
  account: 'The signed-in account and its two-factor settings',
  auth: 'Sign-in and password reset',
  billing: 'Plans, subscription, add-ons, wallet and top-ups, all in points',
  content: 'Notices, pages and footer written by staff',
  domains: 'Private domains with DNS verification and catch-all',
  filters: 'Custom extraction filters',
  integrations: 'Callbacks of other systems; not part of the product surface',
  keys: 'Developer keys and what they may do',
  mailboxes: 'Disposable mailboxes',
  messages: 'Received mail',
  otp: 'One-time codes found in received mail',
  session: 'Guest sessions that keep several mailboxes together',
  site: 'Data of the requested hostname',
  system: 'Probes',
  webhooks: 'Webhook endpoints and their deliveries',
};

export async function registerOpenApi(app: App, options: { publicUrl: string; version: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mayfly',
        version: options.version,
        description:
          'Disposable mailboxes. Create a mailbox, hold the OTP call, get the code.\n\nErrors are `application/problem+json`; branch on `code`. Every code is explained at `/docs/errors`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: options.publicUrl }],
      tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          [SECURITY_NAMES.mailbox]: bearer('Mailbox token `mfm_…`, returned when a mailbox is created'),
          [SECURITY_NAMES.guest]: bearer('Guest key `mfg_…`, returned by `POST /session`'),
          [SECURITY_NAMES.user]: bearer('User token `mfu_…`, returned by `POST /auth/token`'),
          [SECURITY_NAMES.key]: bearer('Developer key `mfk_…`; may also be sent as `X-API-Key`'),
          [SECURITY_NAMES.alert]: bearer('The shared secret `ALERT_SECRET`'),
          [SECURITY_NAMES.bank]: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: '`Apikey <BANK_API_KEY>`, from an allowed address',
          },
        },
      },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, i) => (json['$id'] as string | undefined) ?? `def-${i}`,
    },
    transformObject: (document) => {
      const description = 'openapiObject' in document ? document.openapiObject : {};
      unwrapOptionalBodies(description as Description);
      return description;
    },
    transform: ({ schema, url }) => ({ schema: url.startsWith('/api/v1/') ? schema : { ...schema, hide: true }, url }),
  });
}

/** Serves the description at a path of its own; it is not one of the 67 operations. */
export function openApiRoute(app: App): void {
  let body: string | undefined;
  app.get(
    '/api/v1/openapi.json',
    { schema: { hide: true } as never, config: { credential: 'public', rate: 'auto' } },
    async (_request, reply) => {
      body ??= JSON.stringify(app.swagger());
      return reply.type('application/json; charset=utf-8').serializer(String).send(body);
    },
  );
}

interface Description {
  paths?: Record<string, Record<string, { requestBody?: RequestBody }>>;
}
interface RequestBody {
  required?: boolean;
  content: Record<string, { schema: { type?: string; anyOf?: { type?: string }[] } }>;
}

/** A body that may be left out is `Object | Null` to the validator; readers expect an optional object. */
function unwrapOptionalBodies(description: Description): void {
  for (const methods of Object.values(description.paths ?? {})) {
    for (const { requestBody } of Object.values(methods)) {
      for (const media of Object.values(requestBody?.content ?? {})) {
        const object = media.schema.anyOf?.find((choice) => choice.type === 'object');
        if (!requestBody || !object || !media.schema.anyOf?.some((choice) => choice.type === 'null')) continue;
        media.schema = object;
        requestBody.required = false;
      }
    }
  }
}
