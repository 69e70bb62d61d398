// The other systems that call in: the operator's alert sender and the bank.

export { type AlertService, createAlertService } from './alerts.ts';
export { type BankService, createBankService, RECONCILE_TASK } from './bank.ts';
