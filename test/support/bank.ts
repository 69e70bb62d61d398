// The bank in tests: settings that turn the gateway on, and callbacks as SePay sends them.

import type { Answer, TestApp } from './app.ts';

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
