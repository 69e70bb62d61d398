// `mayfly bank …`: transfers that reconciliation did not credit, and the operator's decision about them.

import { CommandError, command } from './command.ts';
import { table } from './table.ts';

const bankUnmatched = command({
  name: 'bank unmatched',
  usage: '',
  summary: 'reported transfers that were not credited, with the reason',
  async run({ open }) {
    const unmatched = await (await open()).services.bank.unmatched();
    const rows = unmatched.map(({ id, receivedAt, amount, content, code, reason }) => ({
      transaction: id,
      receivedAt,
      amount,
      text: [code, content]
        .filter((part) => part !== null)
        .join(' | ')
        .slice(0, 60),
      reason,
    }));
    return { json: unmatched, text: table(rows, 'Every transfer is credited.') };
  },
});

const bankMatch = command({
  name: 'bank match',
  usage: 'TRANSACTION ORDER',
  summary: 'credit a held transfer to a top-up order',
  details:
    'TRANSACTION is an id of "mayfly bank unmatched" or the bank’s own id, ORDER an order’s id or memo. If the amounts differ,\nwhat came in is credited at the order’s rate. Neither can be credited twice.',
  positionals: ['transaction', 'order'],
  async run({ args, open }) {
    const outcome = await (await open()).services.bank.match(args.transaction, args.order);
    if (!outcome.credited) throw new CommandError(`Nothing was credited: ${outcome.reason}.`);
    return { json: outcome, text: `Credited ${outcome.points} points to the order ${outcome.topupId}.` };
  },
});

export const bankCommands = [bankUnmatched, bankMatch];
