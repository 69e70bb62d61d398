// An account with a paid plan, bought as a customer buys it.

import { createAccount, type TestAccount } from './accounts.ts';
import type { TestApp } from './app.ts';

export async function createSubscriber(app: TestApp, planCode = 'pro'): Promise<TestAccount> {
  const account = await createAccount(app);
  await app.assembly.services.billing.wallet.grant(account.userId, 5_000, 'for a test');
  const bought = await app.call('POST', '/me/subscription', {
    token: account.token,
    body: { planCode, interval: 'monthly' },
  });
  if (bought.status !== 201) throw new Error(`the plan was not bought: ${bought.text}`);
  return account;
}
