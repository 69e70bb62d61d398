-- Points: the catalog, wallets with their append-only ledger, subscriptions, top-up orders and what the bank reported.
-- Whatever must be exact about money is refused here, so that no code path can get it wrong.

create table offers (
  code text collate "C" primary key,
  kind text not null check (kind in ('plan', 'addon')),
  name text not null check (name <> ''),
  position int not null,
  monthly bigint not null check (monthly between 0 and 1000000000),
  yearly bigint not null check (yearly between 0 and 1000000000),
  entitlements jsonb not null check (jsonb_typeof(entitlements) = 'object'),
  unique (code, kind),
  constraint offers_free_is_free check (code <> 'free' or (kind = 'plan' and monthly = 0 and yearly = 0))
);
comment on table offers is 'Plans and add-ons with prices in points. An add-on''s entitlements are added to the plan''s.';

insert into offers (code, kind, name, position, monthly, yearly, entitlements) values
  ('free', 'plan', 'Free', 1, 0, 0,
   '{"domains.max": 0, "domains.catchAll": false, "filters.max": 3, "webhooks.max": 1, "keys.max": 1, "mailboxes.max": 10,
     "mailboxes.maxTtl": 604800, "mail.perDay": 500, "raw.retention": 900}'),
  ('plus', 'plan', 'Plus', 2, 49, 490,
   '{"domains.max": 1, "domains.catchAll": false, "filters.max": 20, "webhooks.max": 5, "keys.max": 5, "mailboxes.max": 100,
     "mailboxes.maxTtl": 2592000, "mail.perDay": 5000, "raw.retention": 3600}'),
  ('pro', 'plan', 'Pro', 3, 149, 1490,
   '{"domains.max": 5, "domains.catchAll": true, "filters.max": 100, "webhooks.max": 20, "keys.max": 20, "mailboxes.max": 1000,
     "mailboxes.maxTtl": 15552000, "mail.perDay": 50000, "raw.retention": 3600}'),
  ('business', 'plan', 'Business', 4, 499, 4990,
   '{"domains.max": 50, "domains.catchAll": true, "filters.max": 1000, "webhooks.max": 100, "keys.max": 100, "mailboxes.max": 20000,
     "mailboxes.maxTtl": 31536000, "mail.perDay": 500000, "raw.retention": 3600}'),
  ('domains.plus5', 'addon', '5 more domains', 11, 39, 390, '{"domains.max": 5}'),
  ('filters.plus50', 'addon', '50 more filters', 12, 19, 190, '{"filters.max": 50}'),
  ('webhooks.plus10', 'addon', '10 more webhooks', 13, 19, 190, '{"webhooks.max": 10}'),
  ('mail.plus10k', 'addon', '10,000 more mails a day', 14, 49, 490, '{"mail.perDay": 10000}');

create table wallets (
  user_id text collate "C" primary key references users (id),
  -- The upper end is the largest whole number that JavaScript holds exactly.
  balance bigint not null default 0 constraint wallets_balance check (balance between 0 and 9007199254740991),
  entries bigint not null default 0 check (entries >= 0)
);
comment on table wallets is 'Points of an account. The row is the lock that every movement of its points takes first.';

create table subscriptions (
  id text collate "C" primary key,
  user_id text collate "C" not null references wallets (user_id),
  kind text not null,
  code text collate "C" not null,
  interval text not null check (interval in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'cancelled', 'expired')),
  auto_renew boolean not null,
  price bigint not null check (price >= 0),
  -- Periods are counted from the anchor, so that the 31st is the 31st again after a short month.
  anchor timestamptz not null,
  period_number int not null check (period_number >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (id, user_id),
  foreign key (code, kind) references offers (code, kind),
  check (period_start < period_end),
  check ((status = 'active') = (ended_at is null)),
  check (status = 'active' or not auto_renew)
);
create unique index subscriptions_one_plan on subscriptions (user_id) where kind = 'plan' and status = 'active';
create index subscriptions_active on subscriptions (user_id) where status = 'active';
create index subscriptions_due on subscriptions (period_end) where status = 'active';
create index subscriptions_plans on subscriptions (user_id, id desc) where kind = 'plan';
comment on column subscriptions.price is 'Points paid for the current period.';

create table payment_providers (
  code text collate "C" primary key,
  name text not null,
  currencies text[] not null,
  built boolean not null,
  enabled boolean not null,
  position int not null
);
comment on column payment_providers.enabled is 'The operator''s switch. A provider that is not built yet is shown as coming_soon.';
insert into payment_providers (code, name, currencies, built, enabled, position) values
  ('bank_transfer', 'Bank transfer (VietQR)', '{VND}', true, true, 1),
  ('bnb', 'BNB', '{VND}', false, false, 2);

create table topup_orders (
  id text collate "C" primary key,
  user_id text collate "C" not null references users (id),
  provider text collate "C" not null references payment_providers (code),
  amount bigint not null check (amount between 1 and 10000000000),
  currency text not null check (currency = 'VND'),
  rate bigint not null check (rate > 0),
  points bigint not null check (points > 0),
  memo text collate "C" not null constraint topup_orders_memo unique
    check (memo ~ '^MF[ACDEFHJKLMNPQRTUVWXY2-9]{8}$'),
  bank_bin text not null,
  account_number text not null,
  account_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credited_at timestamptz,
  unique (id, user_id)
);
create index topup_orders_of_user on topup_orders (user_id, id desc);
comment on column topup_orders.rate is 'VND per point when the order was made.';
comment on column topup_orders.points is 'What a payment of the amount gives; once credited, what was credited.';

create table ledger_entries (
  id text collate "C" primary key,
  user_id text collate "C" not null references wallets (user_id),
  position bigint not null check (position > 0),
  type text not null check (type in ('topup', 'subscription', 'addon', 'renewal', 'adjustment')),
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  reference text not null check (reference <> ''),
  topup_id text collate "C",
  subscription_id text collate "C",
  period_start timestamptz,
  created_at timestamptz not null,
  unique (user_id, position),
  constraint ledger_entries_topup_once unique (topup_id),
  constraint ledger_entries_period_once unique (subscription_id, period_start),
  foreign key (topup_id, user_id) references topup_orders (id, user_id),
  foreign key (subscription_id, user_id) references subscriptions (id, user_id),
  constraint ledger_entries_cause check (
    case type
      when 'topup' then topup_id is not null and num_nonnulls(subscription_id, period_start) = 0 and amount > 0
      when 'adjustment' then num_nonnulls(topup_id, subscription_id, period_start) = 0
      else topup_id is null and num_nonnulls(subscription_id, period_start) = 2 and amount < 0
    end)
);
comment on table ledger_entries is 'Every movement of points, with what caused it: a top-up, a paid period, or the operator''s reason (reference).';

create table bank_transactions (
  id text collate "C" primary key,
  provider_id text collate "C" not null constraint bank_transactions_provider_id unique,
  gateway text,
  transaction_date text,
  account_number text,
  code text,
  content text,
  transfer_type text,
  amount bigint,
  reference_code text,
  body jsonb not null,
  received_at timestamptz not null
);
comment on table bank_transactions is 'What the bank''s callback reported, as it came. Whether it was credited stands in bank_settlements.';

create table bank_settlements (
  transaction_id text collate "C" primary key references bank_transactions (id),
  state text not null check (state in ('waiting', 'credited', 'held')),
  topup_id text collate "C" constraint bank_settlements_topup_once unique references topup_orders (id),
  reason text,
  settled_by text check (settled_by in ('reconciliation', 'operator')),
  settled_at timestamptz,
  check ((state = 'credited') = (topup_id is not null)),
  check ((state = 'held') = (reason is not null)),
  check ((state = 'waiting') = (settled_at is null))
);
create index bank_settlements_waiting on bank_settlements (transaction_id) where state = 'waiting';
create index bank_settlements_held on bank_settlements (transaction_id) where state = 'held';

-- History is added to and never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger append_only_all before truncate on ledger_entries for each statement execute function refuse_change();
create trigger append_only before update or delete on bank_transactions for each row execute function refuse_change();
create trigger append_only_all before truncate on bank_transactions for each statement execute function refuse_change();

-- An entry follows the one before it, and at commit the wallet stands where its last entry left it: neither can be
-- written without the other.
create function ledger_entry_follows() returns trigger language plpgsql as $$
declare
  before bigint := 0;
begin
  if new.position > 1 then
    select balance_after into before from ledger_entries where user_id = new.user_id and position = new.position - 1;
  end if;
  if before is null or new.balance_after is distinct from before + new.amount then
    raise exception 'ledger entry % does not follow from the one before it', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger follows after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_entry_follows();

create function wallet_equals_ledger() returns trigger language plpgsql as $$
declare
  wallet wallets%rowtype;
  last ledger_entries%rowtype;
begin
  select * into wallet from wallets where user_id = new.user_id;
  select * into last from ledger_entries where user_id = new.user_id order by position desc limit 1;
  if wallet.balance is distinct from coalesce(last.balance_after, 0) or wallet.entries is distinct from coalesce(last.position, 0) then
    raise exception 'wallet of % does not equal its ledger', new.user_id using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger equals_ledger after insert or update on wallets
  deferrable initially deferred for each row execute function wallet_equals_ledger();
create constraint trigger equals_wallet after insert on ledger_entries
  deferrable initially deferred for each row execute function wallet_equals_ledger();
