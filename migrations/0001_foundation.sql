-- What every part needs: operator settings that live in the database, and which job workers are alive.

create table settings (
  key text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);
comment on table settings is 'Generated once and kept, such as the signing key when SECRET_KEY is not set.';

create table job_workers (
  worker_id text primary key,
  seen_at timestamptz not null
);
comment on table job_workers is 'Heartbeats. Jobs locked by a worker that stopped beating are freed.';
