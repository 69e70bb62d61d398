// The receiver for Alertmanager. Once authorised it answers 200 whatever the body or the chat do: a sender that gets an
// error would send again, and the alerts of one bad minute would come back as a storm.

import { Type } from 'typebox';
import { type App, Data, operation, Words } from '../../lib/route.ts';
import type { AlertService } from './alerts.ts';

const Text = Type.Optional(Type.String());

// Describes what is read; it is not enforced, because the sender could not do anything about a refusal.
const AlertBody = Type.Object(
  {
    status: Type.Optional(Words(['firing', 'resolved'])),
    commonLabels: Type.Optional(Type.Object({ alertname: Text, severity: Text })),
    alerts: Type.Optional(
      Type.Array(Type.Object({ annotations: Type.Optional(Type.Record(Type.String(), Type.String())) })),
    ),
  },
  {
    description: 'The webhook body of Alertmanager; other members are ignored',
    examples: [
      {
        status: 'firing',
        commonLabels: { alertname: 'MailDeferred', severity: 'warning' },
        alerts: [{ annotations: { summary: 'Mail has been deferred for 10 minutes' } }],
      },
    ],
  },
);

const Forwarded = Data(
  Type.Object({ forwarded: Type.Boolean({ description: 'The chat took a message for it' }) }),
  { forwarded: true },
  'Received',
);

export function alertRoutes(app: App, service: AlertService): void {
  app.post(
    '/integrations/alerts',
    {
      ...operation({
        id: 'receiveAlert',
        group: 'integrations',
        summary: 'Receive an operational alert',
        description:
          'Forwards the alert to the configured chat. Answers 200 once authorised, also when the chat is down, so that the sender does not retry.',
        credential: 'alert',
        rate: 'none',
        takesAnyBody: true,
        body: AlertBody,
        problems: [401],
        success: { 200: Forwarded },
      }),
      validatorCompiler: () => () => true,
      async errorHandler(error, request, reply) {
        if (request.principal.kind !== 'alert') throw error;
        request.log.warn({ err: error }, 'an alert could not be read');
        const forwarded = await service.forwardUnreadable();
        await reply.code(200).send({ data: { forwarded } });
      },
    },
    async (request) => ({ data: { forwarded: await service.forward(request.body) } }),
  );
}
