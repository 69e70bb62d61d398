// `mayfly points …`: an account's points at the console.

import { accountAt } from './account-at.ts';
import { command, UsageError } from './command.ts';
import { table } from './table.ts';
import { required, wholeNumber } from './values.ts';

const MOST = 1_000_000_000;
const SHOWN_ENTRIES = 20;

const pointsGrant = command({
  name: 'points grant',
  usage: 'EMAIL N --reason TEXT',
  summary: 'give points to an account, or take them back',
  details:
    'The reason stands in the account’s ledger for its owner to read. To take points back, put a negative number last:\nmayfly points grant EMAIL --reason TEXT -- -50. Nobody can have less than nothing.',
  positionals: ['email', 'n'],
  options: { reason: { type: 'string' } },
  async run({ args, options, open }) {
    const points = wholeNumber(args.n, 'N', -MOST, MOST);
    if (points === 0) throw new UsageError('N is a number of points other than 0.');
    const reason = required(options.reason?.trim(), '--reason').slice(0, 200);
    const { services } = await open();
    const user = await accountAt(services, args.email);
    const { billing } = services;
    const { id, balanceAfter } = await billing.wallet.grant(user.id, points, reason);
    return {
      json: { id, email: user.email, amount: points, balance: balanceAfter, reason },
      text: `${user.email} ${points > 0 ? 'got' : 'gave back'} ${Math.abs(points)} points and has ${balanceAfter} now.`,
    };
  },
});

const pointsShow = command({
  name: 'points show',
  usage: 'EMAIL',
  summary: 'an account’s balance, plan and last movements of points',
  positionals: ['email'],
  async run({ args, open }) {
    const { services } = await open();
    const user = await accountAt(services, args.email);
    const { billing } = services;
    const [balance, subscription, { items }] = await Promise.all([
      billing.wallet.balance(user.id),
      billing.subscriptions.current(user.id),
      billing.wallet.transactions(user.id, { limit: SHOWN_ENTRIES }),
    ]);
    const { plan, currentPeriodEnd, autoRenew, addons } = subscription;
    const entries = items.map(({ createdAt, type, amount, balanceAfter, reference }) => ({
      createdAt,
      type,
      amount,
      balanceAfter,
      reference,
    }));
    const until = currentPeriodEnd
      ? ` until ${currentPeriodEnd.toISOString()}, ${autoRenew ? 'renewing' : 'ending'}`
      : '';
    const more = addons.length === 0 ? '' : `, add-ons ${addons.map(({ code }) => code).join(', ')}`;
    return {
      json: { email: user.email, balance, subscription, entries },
      text: `${user.email}: ${balance} points, plan ${plan.code}${until}${more}\n\n${table(entries, 'No movements.')}`,
    };
  },
});

export const pointCommands = [pointsGrant, pointsShow];
