// The bank in tests: settings that turn the gateway on, callbacks as SePay sends them, and a service with a customer who pays.

import { expect } from 'vitest';
import { createAccount } from './accounts.ts';
import { type Answer, createTestApp, type TestApp } from './app.ts';

export const BANK_KEY = 'a-secret-of-the-bank';
export const BANK_ENV = {
  BANK_API_KEY: BANK_KEY,
  BANK_BIN: '970403',
  BANK_ACCOUNT: '0011012345678',
  BANK_ACCOUNT_NAME: 'MAYFLY JSC',
} as const;

let lastId = 90_000;

export function bankReport(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: ++lastId,
    gateway: 'Vietcombank',
    transactionDate: '2026-03-31 15:20:11',
    accountNumber: '0011012345678',
    subAccount: null,
    code: null,
    content: 'chuyen tien',
    transferType: 'in',
    transferAmount: 200_000,
    referenceCode: 'MBVCB.3278907687',
    description: '',
    accumulated: 19_077_000,
    ...changes,
  };
}

export function reportToBankHook(
  app: TestApp,
  body: unknown,
  options: { key?: string; ip?: string; headers?: Record<string, string> } = {},
): Promise<Answer<{ success?: boolean; code?: string }>> {
  return app.call('POST', '/integrations/bank/webhook', {
    body,
    headers: { authorization: `Apikey ${options.key ?? BANK_KEY}`, ...options.headers },
    ...(options.ip === undefined ? {} : { ip: options.ip }),
  });
}

export async function startBankTest() {
  const app = await createTestApp(BANK_ENV);
  const owner = await createAccount(app);
  const { services, database } = app.assembly;

  async function readOrder(id: string) {
    // Tests move the clock past the end of a token.
    const { token } = await services.auth.issueToken(owner.userId);
    type Order = { status: string; points: number; creditedAt: string | null };
    return (await app.call<{ data: Order }>('GET', `/me/wallet/topups/${id}`, { token })).body.data;
  }

  return {
    app,
    owner,
    services,
    readOrder,

    newOrder: (amount = 200_000) =>
      services.billing.topups.create(owner.userId, { provider: 'bank_transfer', amount, currency: 'VND' }),

    /** Reports, lets reconciliation run, and answers the order's status. */
    async pay(order: { id: string }, changes: Record<string, unknown>): Promise<string> {
      expect((await reportToBankHook(app, bankReport(changes))).status).toBe(200);
      await services.bank.reconcile();
      return (await readOrder(order.id)).status;
    },

    heldReason: async (id: unknown) =>
      (await services.bank.unmatched()).find(({ providerId }) => providerId === String(id))?.reason,

    transactions: async () =>
      (await database.query<{ n: number }>({ text: 'select count(*) as n from bank_transactions' }))[0]?.n ?? 0,
  };
}

export type BankTest = Awaited<ReturnType<typeof startBankTest>>;
