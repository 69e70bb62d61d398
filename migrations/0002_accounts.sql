-- Accounts: who they are, how they sign in, their second factor, and their developer keys.

create table users (
  id text collate "C" primary key,
  email text not null constraint users_email_key unique,
  password_hash text not null,
  locale text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  constraint users_id_active_key unique (id, active)
);
comment on column users.email is 'In its one spelling: lower case, NFC, domain in ASCII.';
comment on column users.active is
  'False when the operator disabled the account. Credentials carry a copy through their foreign key, so that disabling reaches all of them at once and checking one reads one row.';

create table two_factor (
  user_id text collate "C" primary key references users (id) on delete cascade,
  secret text not null,
  started_at timestamptz not null,
  enabled_at timestamptz,
  last_step bigint not null default 0
);
comment on column two_factor.secret is 'Encrypted with a key derived from SECRET_KEY.';
comment on column two_factor.enabled_at is 'Null while the enrolment waits for its first code.';
comment on column two_factor.last_step is 'Time step of the last code taken: no code at or before it works again.';

create table recovery_codes (
  user_id text collate "C" not null references two_factor (user_id) on delete cascade,
  hash text not null,
  primary key (user_id, hash)
);

create table user_tokens (
  hash text collate "C" primary key,
  user_id text collate "C" not null,
  active boolean not null default true,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (user_id, active) references users (id, active) on update cascade on delete cascade
);
create index user_tokens_user on user_tokens (user_id, active);
create index user_tokens_expiry on user_tokens (expires_at);

create table password_resets (
  user_id text collate "C" primary key references users (id) on delete cascade,
  hash text collate "C" not null unique,
  expires_at timestamptz not null
);
comment on table password_resets is 'At most one live token for each account.';

create table signups (
  id bigint generated always as identity primary key,
  email text not null,
  password_hash text not null,
  locale text not null,
  hash text collate "C" unique,
  expires_at timestamptz not null
);
create index signups_email on signups (email);
create index signups_expiry on signups (expires_at);
comment on table signups is
  'Sign-ups that wait for their link. Each request keeps its own password, so that nobody else''s request changes what a link confirms.';
comment on column signups.hash is 'Null until the mail with the link is written.';

create table api_keys (
  prefix text collate "C" primary key,
  hash text not null,
  user_id text collate "C" not null,
  active boolean not null default true,
  name text not null,
  scopes text[] not null,
  allowed_cidrs text[] not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  last_used_at timestamptz,
  foreign key (user_id, active) references users (id, active) on update cascade on delete cascade
);
create index api_keys_user on api_keys (user_id, active, created_at);
