// SQL that can be asked at any time whether the money is right. Each question finds what must not exist.

import type { Queryable } from '../../infra/db/database.ts';

const QUESTIONS: readonly { readonly rule: string; readonly text: string }[] = [
  {
    rule: 'every balance is the sum of its ledger and not negative',
    text: `select w.user_id as id from wallets w
           left join (select user_id, sum(amount) as total, count(*) as entries from ledger_entries group by user_id) e using (user_id)
           where w.balance < 0 or w.balance <> coalesce(e.total, 0) or w.entries <> coalesce(e.entries, 0)`,
  },
  {
    rule: 'every ledger entry follows from the one before it',
    text: `select id from (
             select id, amount, balance_after, position,
                    row_number() over w as wanted_position, coalesce(lag(balance_after) over w, 0) + amount as wanted
             from ledger_entries window w as (partition by user_id order by position)
           ) e where balance_after <> wanted or position <> wanted_position`,
  },
  {
    rule: 'every top-up is credited exactly when its ledger entry is there, with those points',
    text: `select coalesce(o.id, e.topup_id) as id
           from topup_orders o full join (select topup_id, amount from ledger_entries where topup_id is not null) e on e.topup_id = o.id
           where (o.credited_at is null) <> (e.topup_id is null) or e.amount <> o.points`,
  },
  {
    rule: 'every current period that has a price is paid',
    text: `select s.id from subscriptions s
           left join ledger_entries e on e.subscription_id = s.id and e.period_start = s.period_start
           where s.price <> coalesce(-e.amount, 0)`,
  },
];

export interface BrokenRule {
  readonly rule: string;
  /** The first few accounts, entries, orders or subscriptions that break it. */
  readonly examples: readonly string[];
  readonly count: number;
}

export async function brokenRules(queryable: Queryable): Promise<BrokenRule[]> {
  const broken: BrokenRule[] = [];
  for (const { rule, text } of QUESTIONS) {
    const [found] = await queryable.query<{ count: number; examples: string[] | null }>({
      text: `select count(*) as count, (array_agg(id order by id))[1:5] as examples from (${text}) broken`,
    });
    if (found && found.count > 0) broken.push({ rule, count: found.count, examples: found.examples ?? [] });
  }
  return broken;
}
