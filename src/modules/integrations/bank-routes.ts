// The bank's callback. It takes JSON and forms, records, and answers what SePay wants to see.

import { Type } from 'typebox';
import { type App, operation } from '../../lib/route.ts';
import type { BankService } from './bank.ts';
import { parseForm } from './bank-report.ts';

const Anything = (description: string) => Type.Optional(Type.Unknown({ description }));

// Only the id is enforced: a report with an odd field is money all the same.
const BankBody = Type.Object(
  {
    id: Type.Unsafe<unknown>({
      type: ['integer', 'string'],
      description: 'The transaction’s id; repeats have the same',
    }),
    gateway: Anything('Name of the bank'),
    transactionDate: Anything('Time of the transaction at the bank'),
    accountNumber: Anything('Account that it happened on'),
    subAccount: Anything('Virtual account, if any'),
    code: Anything('Payment code that SePay recognised: the order’s memo'),
    content: Anything('Text of the transfer'),
    transferType: Anything('`in` or `out`'),
    transferAmount: Anything('Whole dong'),
    referenceCode: Anything('The bank’s reference'),
    description: Anything('Full text of the bank’s message'),
    accumulated: Anything('Balance of the account afterwards'),
  },
  {
    description: 'SePay’s webhook body; other members are ignored',
    examples: [
      {
        id: 92704,
        gateway: 'Vietcombank',
        transactionDate: '2026-03-31 15:20:11',
        accountNumber: '0011012345678',
        subAccount: null,
        code: 'MF7KQ2HXW4',
        content: 'NGUYEN VAN A chuyen tien MF7KQ2HXW4',
        transferType: 'in',
        transferAmount: 200000,
        referenceCode: 'MBVCB.3278907687',
        description: '',
        accumulated: 19077000,
      },
    ],
  },
);

const Recorded = Type.Object(
  { success: Type.Literal(true) },
  { description: 'Recorded, now or before', examples: [{ success: true }] },
);

export function bankRoutes(app: App, service: BankService): void {
  // A scope of its own: forms are read here and nowhere else.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => parseForm(body),
    );
    (scope as App).post(
      '/integrations/bank/webhook',
      operation({
        id: 'receiveBankTransaction',
        group: 'integrations',
        summary: 'Receive a bank transaction',
        description:
          'Records the transaction once per `id` and answers 200 for repeats too. Nothing is credited here: reconciliation does that in its own step. Wants `Authorization: Apikey <BANK_API_KEY>` from an address in `BANK_ALLOWED_IPS`. A body without a usable `id` is 422 and not recorded; any other odd field is recorded and left to the operator.',
        credential: 'bank',
        rate: 'none',
        consumes: ['application/json', 'application/x-www-form-urlencoded'],
        body: BankBody,
        problems: [400, 401, 422],
        success: { 200: Recorded },
      }),
      async (request) => {
        await service.record(request.body as Record<string, unknown>);
        return { success: true as const };
      },
    );
  });
}
