// What runs in the background, and when. Fifth part of assemble.ts.

import type { CronTask, Task } from '../infra/jobs.ts';
import type { Clock } from '../lib/clock.ts';
import { RECONCILE_TASK } from '../modules/integrations/service.ts';
import { DELIVER_TASK } from '../modules/webhooks/service.ts';
import type { Services } from './services.ts';

/** Only today's counts decide anything; a week of them is there for whoever asks what happened. */
const USAGE_KEPT_MS = 7 * 86_400_000;

export function buildTasks(services: Services, clock: Clock): { tasks: Record<string, Task>; cron: CronTask[] } {
  const { inboundLog, sender } = services;
  const { auth, messages, mailboxes, session, billing, bank, domains, webhooks } = services.modules;
  const tasks: Record<string, Task> = {
    housekeeping: () =>
      inTurn([
        () => messages.turnRawSlots(),
        () => whileMore(mailboxes.expireSome),
        () => whileMore(session.expireSome),
        () => auth.removeExpired(),
        () => inboundLog.trim(),
      ]),
    'mailboxes.forget-usage': () => {
      const oldest = new Date(clock.now().getTime() - USAGE_KEPT_MS);
      return mailboxes.forgetUsageBefore(oldest.toISOString().slice(0, 10));
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
    { task: 'mailboxes.forget-usage', schedule: '23 * * * *' },
    { task: 'billing.settle', schedule: '* * * * *' },
    { task: RECONCILE_TASK, schedule: '*/5 * * * *' },
    { task: 'domains.recheck', schedule: '* * * * *' },
    { task: 'webhooks.sweep', schedule: '* * * * *' },
    { task: 'webhooks.prune', schedule: '*/10 * * * *' },
  ];
  return { tasks, cron };
}

const whileMore = async (step: () => Promise<boolean>): Promise<void> => {
  while (await step());
};

/** One that fails must not keep the others from their turn: expiry has to go on whatever the log's table does. */
async function inTurn(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failures: Error[] = [];
  for (const step of steps) await step().catch((error: Error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
}
