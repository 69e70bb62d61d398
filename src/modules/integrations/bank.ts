// What the bank reports, in two steps that never mix: the callback only records, reconciliation credits. Whatever does
// not match exactly is held for the operator.

import type { Database, Transaction } from '../../infra/db/database.ts';
import { addJobs } from '../../infra/jobs.ts';
import type { Log } from '../../infra/log.ts';
import { contains, parseCidrs } from '../../lib/cidr.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { sameSecret } from '../../lib/secrets.ts';
import type { BillingService, TransferOutcome } from '../billing/service.ts';
import { knownMembers, readBankReport } from './bank-report.ts';
import {
  type BankTransaction,
  insertTransaction,
  listUnmatched,
  listWaiting,
  lockTransaction,
  lockWaiting,
  markCredited,
  markHeld,
  type UnmatchedTransaction,
} from './store.ts';

export const RECONCILE_TASK = 'bank.reconcile';
const BATCH = 100;
const LONGEST_LIST = 1_000;

export interface BankService {
  /** Whether a callback with this secret may come from this address. */
  authenticate(secret: string, ip: string): boolean;
  /** Records a transaction once, whatever number of times it is reported. */
  record(body: Readonly<Record<string, unknown>>): Promise<void>;
  /** The job: settles one recorded transaction, or all that still wait. */
  reconcile(payload?: unknown): Promise<void>;
  unmatched(): Promise<UnmatchedTransaction[]>;
  /** The operator's decision: the order gets what this transaction brought in. */
  match(transaction: string, order: string): Promise<TransferOutcome>;
}

export function createBankService(parts: {
  database: Database;
  billing: BillingService;
  clock: Clock;
  log: Log;
  apiKey: string | null;
  allowedIps: readonly string[] | null;
}): BankService {
  const { database, billing, clock, log, apiKey } = parts;
  const allowed = parts.allowedIps && parseCidrs(parts.allowedIps);
  if (allowed && !allowed.ok) throw new Error(`BANK_ALLOWED_IPS: ${allowed.item} is not a network`);

  async function settle(id: string): Promise<void> {
    const settled = await database.transaction(async (tx) => {
      const transaction = await lockWaiting(tx, id);
      if (!transaction) return null;
      const outcome = await decide(tx, transaction);
      const at = clock.now();
      if (outcome.credited) await markCredited(tx, id, { topupId: outcome.topupId, by: 'reconciliation', at });
      else await markHeld(tx, id, outcome.reason, at);
      return outcome;
    });
    if (settled?.credited) log.info({ transaction: id, order: settled.topupId }, 'a bank transfer was credited');
    else if (settled) log.warn({ transaction: id, reason: settled.reason }, 'a bank transfer is held for the operator');
  }

  async function decide(tx: Transaction, transaction: BankTransaction): Promise<TransferOutcome> {
    if (transaction.transferType !== 'in') return { credited: false, reason: 'it is not an incoming transfer' };
    return billing.topups.creditTransfer(tx, transaction);
  }

  async function settleAll(): Promise<void> {
    const failures: unknown[] = [];
    let after = '';
    while (true) {
      const ids = await listWaiting(database, after, BATCH);
      for (const id of ids) {
        // One that cannot be settled must not keep the others waiting.
        await settle(id).catch((error: unknown) => failures.push(error));
      }
      after = ids.at(-1) ?? after;
      if (ids.length < BATCH) break;
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} transfers could not be settled`);
  }

  return {
    authenticate(secret, ip) {
      const known = apiKey !== null && sameSecret(secret, apiKey);
      return known && (!allowed || contains(allowed.list, ip));
    },

    async record(body) {
      const report = readBankReport(body);
      const id = newId('bankTransaction');
      await database.transaction(async (tx) => {
        const fresh = await insertTransaction(tx, { id, ...report, receivedAt: clock.now() }, knownMembers(body));
        if (fresh) await addJobs(tx, [{ task: RECONCILE_TASK, payload: { transactionId: id } }]);
      });
    },

    async reconcile(payload) {
      const id = (payload as { transactionId?: unknown } | null | undefined)?.transactionId;
      if (typeof id === 'string') await settle(id);
      else await settleAll();
    },

    unmatched: () => listUnmatched(database, LONGEST_LIST),

    match: (transactionId, order) =>
      database.transaction(async (tx) => {
        const transaction = await lockTransaction(tx, transactionId);
        if (!transaction) {
          throw new AppError('request.not_found', `There is no bank transaction "${transactionId}".`);
        }
        if (transaction.state === 'credited') return { credited: false, reason: 'the transaction is credited already' };
        if (transaction.transferType !== 'in') return { credited: false, reason: 'it is not an incoming transfer' };
        const outcome = await billing.topups.creditOrder(tx, order, transaction);
        if (outcome.credited) {
          await markCredited(tx, transaction.id, { topupId: outcome.topupId, by: 'operator', at: clock.now() });
        }
        return outcome;
      }),
  };
}
