// Billing as the rest of the house sees it: entitlements to ask for, points to move, orders to settle.

import type { Database } from '../../infra/db/database.ts';
import type { Log } from '../../infra/log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Cursors } from '../../lib/cursor.ts';
import type { EntitlementSource } from '../../lib/entitlements.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { createEntitlements } from './entitlements.ts';
import { createRenewal } from './renewal.ts';
import { type BrokenRule, brokenRules } from './store.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { type BankAccount, createTopups, type Topups } from './topups.ts';
import { createWallet, type Wallet } from './wallet.ts';

export type { TransferOutcome } from './topups.ts';

export interface BillingService extends EntitlementSource {
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly wallet: Wallet;
  readonly topups: Topups;
  /** The job that renews or ends every subscription whose period is over. */
  settleEndedPeriods(): Promise<void>;
  /** For the doctor: the rules about money that the database breaks right now; none, if all is well. */
  checkMoney(): Promise<BrokenRule[]>;
  now(): Date;
}

export interface BillingParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly log: Log;
  readonly vndPerPoint: number;
  readonly bankBin: string | null;
  readonly bankAccount: string | null;
  readonly bankAccountName: string | null;
}

export function createBillingService(parts: BillingParts): BillingService {
  const { database, clock, cursors, log, vndPerPoint } = parts;
  const bank = bankOf(parts);
  const renewal = createRenewal({ database, clock, log, changed: (userId) => entitlements.forget(userId) });
  const { grantsOf } = renewal;
  const entitlements = createEntitlements({ clock, grantsOf });
  const catalog = createCatalog({ database, bankConfigured: bank !== null, changed: () => entitlements.forgetAll() });
  return {
    catalog,
    subscriptions: createSubscriptions({ database, clock, grantsOf, changed: (userId) => entitlements.forget(userId) }),
    wallet: createWallet({ database, clock, cursors }),
    topups: createTopups({ database, clock, providers: catalog.providers, bank, vndPerPoint }),
    planOf: (userId) => entitlements.planOf(userId),
    settleEndedPeriods: () => renewal.settleAll(),
    checkMoney: () => brokenRules(database),
    now: () => clock.now(),
  };
}

/** The account that transfers go to; half an account is none. */
function bankOf({ bankBin, bankAccount, bankAccountName }: BillingParts): BankAccount | null {
  if (bankBin === null || bankAccount === null || bankAccountName === null) return null;
  return { bin: bankBin, accountNumber: bankAccount, accountName: bankAccountName };
}
