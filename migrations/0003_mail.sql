-- Mailboxes and what they receive. Rows of a mailbox share its id as the first key column, so that a cluster can shard by it.

create table public_domains (
  domain text collate "C" primary key,
  added_at timestamptz not null,
  retired_at timestamptz
);

create table mailboxes (
  id text collate "C" primary key,
  local_part text collate "C" not null,
  domain text collate "C" not null,
  owner_id text collate "C" references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Messages are numbered in the order of their commits: what a waiter has seen is a number, never a clock.
  last_seq bigint not null default 0,
  mail_day date,
  mail_count int not null default 0
) with (fillfactor = 85);
create unique index mailboxes_address on mailboxes (domain, local_part);
create index mailboxes_expiry on mailboxes (expires_at);
create index mailboxes_owner on mailboxes (owner_id, id) where owner_id is not null;

create table mail_usage (
  owner_id text collate "C" not null references users (id) on delete cascade,
  day date not null,
  count int not null,
  primary key (owner_id, day)
);

create table messages (
  mailbox_id text collate "C" not null,
  seq bigint not null,
  id text collate "C" not null,
  received_at timestamptz not null,
  size int not null,
  has_attachments boolean not null,
  -- What the list shows; the list never reads `detail`.
  summary json not null,
  otp json,
  link text,
  raw_id text collate "C" not null,
  raw_expires_at timestamptz not null,
  detail json,
  shared_id text collate "C",
  primary key (mailbox_id, seq),
  constraint messages_detail check ((detail is null) <> (shared_id is null))
);
create unique index messages_id on messages (mailbox_id, id);
create index messages_otp on messages (mailbox_id, seq) where otp is not null;

create table attachments (
  mailbox_id text collate "C" not null,
  message_id text collate "C" not null,
  id text collate "C" not null,
  content bytea,
  shared_id text collate "C",
  primary key (mailbox_id, message_id, id),
  constraint attachments_content check ((content is null) <> (shared_id is null))
);
alter table attachments alter column content set storage external;

-- What the copies of one mail to several recipients have in common: written once, gone with the last copy.
create table shared_contents (
  id text collate "C" primary key,
  copies int not null,
  content bytea not null
);
alter table shared_contents alter column content set storage external;

-- Originals live for minutes. A partition holds those that end in the same ten minutes and is dropped as a whole.
create table raw_originals (
  id text collate "C" not null,
  expires_at timestamptz not null,
  bytes bytea not null
) partition by range (expires_at);
alter table raw_originals alter column bytes set storage external;
create index raw_originals_id on raw_originals (id);

create table guest_sessions (
  id text collate "C" primary key,
  key_hash text collate "C" not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_sessions_expiry on guest_sessions (expires_at);

create table session_mailboxes (
  session_id text collate "C" not null references guest_sessions (id) on delete cascade,
  mailbox_id text collate "C" not null,
  primary key (session_id, mailbox_id)
);
create index session_mailboxes_mailbox on session_mailboxes (mailbox_id);
