// What runs in the background, and when. Fifth part of assemble.ts.

import type { CronTask, Task } from '../infra/jobs.ts';
import { RECONCILE_TASK } from '../modules/integrations/service.ts';
import { DELIVER_TASK } from '../modules/webhooks/service.ts';
import { RAW_SLOTS_AHEAD_HOURS, type Services } from './services.ts';

export function buildTasks(services: Services): { tasks: Record<string, Task>; cron: CronTask[] } {
  const { inboundLog, sender } = services;
  const { auth, messages, mailboxes, session, billing, bank, domains, webhooks } = services.modules;
  const tasks: Record<string, Task> = {
    housekeeping: async () => {
      await inboundLog.trim();
      await auth.removeExpired();
      await messages.turnRawSlots(RAW_SLOTS_AHEAD_HOURS);
      while (await mailboxes.expireSome());
      while (await session.expireSome());
    },
    'billing.settle': billing.settleEndedPeriods,
    [RECONCILE_TASK]: bank.reconcile,
    'domains.recheck': domains.recheckDue,
    [DELIVER_TASK]: sender.run,
    'webhooks.sweep': sender.sweep,
    'webhooks.prune': webhooks.prune,
    ...auth.tasks,
  };
  const cron: CronTask[] = [
    { task: 'housekeeping', schedule: '* * * * *' },
    { task: 'billing.settle', schedule: '* * * * *' },
    { task: RECONCILE_TASK, schedule: '*/5 * * * *' },
    { task: 'domains.recheck', schedule: '* * * * *' },
    { task: 'webhooks.sweep', schedule: '* * * * *' },
    { task: 'webhooks.prune', schedule: '*/10 * * * *' },
  ];
  return { tasks, cron };
}
