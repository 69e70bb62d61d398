// A process of its own that buys a plan and may be killed while it does: node purchase-child.ts DATABASE_URL USER PLAN

import { connectDatabase } from '../../src/infra/db/database.ts';
import { createLog } from '../../src/infra/log.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { createCursors } from '../../src/lib/cursor.ts';
import type { UserId } from '../../src/lib/ids.ts';
import { createSecrets } from '../../src/lib/secrets.ts';
import { createBillingService } from '../../src/modules/billing/service.ts';

const [url = '', userId = '', plan = ''] = process.argv.slice(2);
const billing = createBillingService({
  database: connectDatabase({ url, onIdleError: () => {} }),
  clock: systemClock,
  cursors: createCursors(createSecrets('not of any use here')),
  log: createLog('silent'),
  vndPerPoint: 1_000,
  bankBin: null,
  bankAccount: null,
  bankAccountName: null,
});
await billing.subscriptions.buy(userId as UserId, 'plan', plan, 'monthly');
process.exit(0);
