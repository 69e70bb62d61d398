-- What staff publish (notices, pages, footers), what each hostname says about itself, and the log of delivery attempts.

create table notices (
  id text collate "C" primary key,
  kind text not null check (kind in ('banner', 'dialog')),
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  constraint notices_schedule check (ends_at > starts_at)
);

create table notice_texts (
  notice_id text collate "C" not null references notices (id) on delete cascade,
  locale text collate "C" not null,
  title text not null,
  html text not null,
  updated_at timestamptz not null,
  primary key (notice_id, locale)
);

create table pages (
  key text collate "C" not null,
  locale text collate "C" not null,
  title text not null,
  html text not null,
  updated_at timestamptz not null,
  primary key (key, locale)
);

create table footers (
  locale text collate "C" primary key,
  html text not null,
  updated_at timestamptz not null
);

create table sites (
  hostname text collate "C" primary key,
  title text not null,
  description text not null,
  index boolean not null,
  follow boolean not null,
  updated_at timestamptz not null
);

create table inbound_attempts (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  peer text not null,
  helo text,
  tls text,
  sender text,
  recipient text,
  recipient_domain text,
  outcome text not null check (outcome in ('accepted', 'deferred', 'refused')),
  reply text not null,
  message_id text collate "C"
);
comment on table inbound_attempts is 'The newest attempts to deliver, bounded in number and age; written in batches beside the mail, never in its way.';
create index inbound_attempts_recipient on inbound_attempts (recipient, id desc);
create index inbound_attempts_domain on inbound_attempts (recipient_domain, id desc);
create index inbound_attempts_at on inbound_attempts (at);
