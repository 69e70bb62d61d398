-- Private domains, extraction filters, and webhooks with what waits to be sent to them.

create table domains (
  id text collate "C" primary key,
  owner_id text collate "C" not null references users (id) on delete cascade,
  domain text collate "C" not null,
  status text not null default 'unverified' check (status in ('unverified', 'verified', 'suspended')),
  catch_all boolean not null default false,
  token text not null,
  txt_found text[] not null default '{}',
  txt_ok boolean not null default false,
  mx_found text[] not null default '{}',
  mx_ok boolean not null default false,
  created_at timestamptz not null,
  verified_at timestamptz,
  last_checked_at timestamptz,
  next_check_at timestamptz,
  constraint domains_owner_domain unique (owner_id, domain)
);
-- Who verified first holds the name; claims that prove nothing stand beside each other.
create unique index domains_holder on domains (domain) where status in ('verified', 'suspended');
create index domains_next_check on domains (next_check_at) where status in ('verified', 'suspended');
comment on column domains.token is 'Goes into public DNS, so it is no secret.';
comment on column domains.txt_found is 'What the last check found; with mx_found it is shown beside what is wanted.';

create table filters (
  id text collate "C" primary key,
  owner_id text collate "C" not null references users (id) on delete cascade,
  name text not null,
  scope_type text not null check (scope_type in ('all', 'domain')),
  domain_id text collate "C" references domains (id) on delete cascade,
  from_pattern text,
  subject_pattern text,
  extract_regex text not null,
  priority int not null check (priority between 1 and 9999),
  status text not null check (status in ('active', 'disabled')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint filters_scope check ((scope_type = 'domain') = (domain_id is not null))
);
create index filters_owner on filters (owner_id, priority, id);
create index filters_domain on filters (domain_id) where domain_id is not null;

create table webhooks (
  id text collate "C" primary key,
  owner_id text collate "C" not null references users (id) on delete cascade,
  url text not null,
  events text[] not null,
  domain_id text collate "C" references domains (id) on delete cascade,
  secret text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  paused_reason text,
  created_at timestamptz not null,
  attempts bigint not null default 0,
  proven boolean not null default false,
  failing_since timestamptz,
  held_until timestamptz
) with (fillfactor = 70);
create index webhooks_owner on webhooks (owner_id, id);
create index webhooks_domain on webhooks (domain_id) where domain_id is not null;
comment on column webhooks.secret is 'Encrypted with a key derived from SECRET_KEY.';
comment on column webhooks.attempts is 'Counts attempts; modulo 100 it is the place in the ring.';
comment on column webhooks.proven is 'The last attempt succeeded. One that is not proven gets one send at a time.';
comment on column webhooks.failing_since is 'First failure since the last success; five days of it pause the endpoint.';
comment on column webhooks.held_until is 'Until when the endpoint asked, with Retry-After, to be left alone.';

-- No foreign key: the mail that causes an event must never fail or wait because its endpoint is being deleted.
create table webhook_pending (
  id text collate "C" primary key,
  webhook_id text collate "C" not null,
  event_id text collate "C" not null,
  event text not null,
  body text not null,
  attempt int not null default 0,
  created_at timestamptz not null,
  due_at timestamptz not null,
  leased_until timestamptz
);
create index webhook_pending_next on webhook_pending (webhook_id, due_at);
create index webhook_pending_due on webhook_pending (due_at);
create index webhook_pending_leased on webhook_pending (webhook_id, leased_until) where leased_until is not null;
comment on table webhook_pending is 'One row for each event and endpoint until it was delivered or given up.';
comment on column webhook_pending.attempt is
  'Raised when an attempt is claimed, so that a sender whose lease ran out cannot settle what another one has claimed since.';

create table webhook_attempts (
  webhook_id text collate "C" not null references webhooks (id) on delete cascade,
  slot smallint not null,
  seq bigint not null,
  id text collate "C" not null,
  event_id text collate "C" not null,
  event text not null,
  attempt int not null,
  succeeded boolean not null,
  status_code int,
  error text,
  duration_ms int not null,
  at timestamptz not null,
  next_attempt_at timestamptz,
  primary key (webhook_id, slot)
) with (fillfactor = 70);
comment on table webhook_attempts is 'A ring of the last 100 attempts for each endpoint: slot is seq modulo 100.';
