// SQL of what the bank reported: transactions as they came (append-only), and beside each what became of it.

import type { Queryable, Transaction } from '../../infra/db/database.ts';

export interface BankTransaction {
  readonly id: string;
  /** The bank's own id; a callback that is repeated has the same. */
  readonly providerId: string;
  readonly gateway: string | null;
  readonly transactionDate: string | null;
  readonly accountNumber: string | null;
  readonly code: string | null;
  readonly content: string | null;
  readonly transferType: string | null;
  readonly amount: number | null;
  readonly referenceCode: string | null;
  readonly receivedAt: Date;
}

const COLUMNS = `t.id, t.provider_id as "providerId", t.gateway, t.transaction_date as "transactionDate",
  t.account_number as "accountNumber", t.code, t.content, t.transfer_type as "transferType", t.amount,
  t.reference_code as "referenceCode", t.received_at as "receivedAt"`;

/** False when this transaction was reported before. */
export async function insertTransaction(tx: Transaction, report: BankTransaction, body: unknown): Promise<boolean> {
  const rows = await tx.query({
    name: 'bank.insert',
    text: `with fresh as (
             insert into bank_transactions (id, provider_id, gateway, transaction_date, account_number, code, content, transfer_type, amount, reference_code, body, received_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict (provider_id) do nothing returning id
           )
           insert into bank_settlements (transaction_id, state) select id, 'waiting' from fresh returning transaction_id`,
    values: [
      report.id,
      report.providerId,
      report.gateway,
      report.transactionDate,
      report.accountNumber,
      report.code,
      report.content,
      report.transferType,
      report.amount,
      report.referenceCode,
      JSON.stringify(body),
      report.receivedAt,
    ],
  });
  return rows.length > 0;
}

export async function listWaiting(queryable: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await queryable.query<{ id: string }>({
    name: 'bank.waiting',
    text: `select transaction_id as id from bank_settlements
           where state = 'waiting' and transaction_id > $1 order by transaction_id limit $2`,
    values: [after, limit],
  });
  return rows.map((row) => row.id);
}

/** A transaction that waits, held until the transaction ends; null when it was settled or another worker is at it. */
export async function lockWaiting(tx: Transaction, id: string): Promise<BankTransaction | null> {
  const [row] = await tx.query<BankTransaction>({
    name: 'bank.lock-waiting',
    text: `select ${COLUMNS} from bank_settlements s join bank_transactions t on t.id = s.transaction_id
           where s.transaction_id = $1 and s.state = 'waiting' for update of s skip locked`,
    values: [id],
  });
  return row ?? null;
}

export type SettlementState = 'waiting' | 'credited' | 'held';

/** By our id or the bank's, held until the transaction ends. */
export async function lockTransaction(
  tx: Transaction,
  id: string,
): Promise<(BankTransaction & { readonly state: SettlementState }) | null> {
  const [row] = await tx.query<BankTransaction & { state: SettlementState }>({
    text: `select ${COLUMNS}, s.state from bank_settlements s join bank_transactions t on t.id = s.transaction_id
           where t.id = $1 or t.provider_id = $1 order by t.id = $1 desc limit 1 for update of s`,
    values: [id],
  });
  return row ?? null;
}

export async function markCredited(
  tx: Transaction,
  id: string,
  settled: { topupId: string; by: 'reconciliation' | 'operator'; at: Date },
): Promise<void> {
  await tx.query({
    name: 'bank.credited',
    text: `update bank_settlements set state = 'credited', topup_id = $2, reason = null, settled_by = $3, settled_at = $4
           where transaction_id = $1`,
    values: [id, settled.topupId, settled.by, settled.at],
  });
}

export async function markHeld(tx: Transaction, id: string, reason: string, at: Date): Promise<void> {
  await tx.query({
    name: 'bank.held',
    text: `update bank_settlements set state = 'held', reason = $2, settled_by = 'reconciliation', settled_at = $3
           where transaction_id = $1`,
    values: [id, reason, at],
  });
}

export interface UnmatchedTransaction extends BankTransaction {
  readonly reason: string;
}

/** Newest first. What has not been looked at yet is unmatched too. */
export function listUnmatched(queryable: Queryable, limit: number): Promise<UnmatchedTransaction[]> {
  return queryable.query<UnmatchedTransaction>({
    text: `select ${COLUMNS}, coalesce(s.reason, 'waits for reconciliation') as reason
           from bank_settlements s join bank_transactions t on t.id = s.transaction_id
           where s.state in ('held', 'waiting') order by t.id desc limit $1`,
    values: [limit],
  });
}
