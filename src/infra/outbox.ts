// Where modules leave what happened to an account's things. Recorded in the transaction that caused it, so nothing is lost
// between commit and send; the webhooks module is the one that implements it.

import type { AccountEvent } from '../lib/events.ts';
import type { Queryable } from './db/database.ts';

export interface Outbox {
  record(tx: Queryable, events: readonly AccountEvent[]): Promise<void>;
}
