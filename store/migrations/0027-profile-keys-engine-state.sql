-- The one row of "instance" held what operators set, keys, and what the engine keeps of itself; every
-- save of a flow and every scan wrote it. It becomes three tables.

create table profile (
  only_row boolean primary key default true check (only_row),
  name text not null default '',
  timezone text not null default 'America/New_York',
  default_from_address text not null default 'postroad@localhost',
  base_url text,
  preview_person_id bigint references people on delete set null,
  tracking boolean not null default true
);
insert into profile (name, timezone, default_from_address, base_url, preview_person_id, tracking)
select name, timezone, default_from_address, base_url, preview_person_id, tracking from instance;

create table instance_keys (
  fingerprint bytea primary key,
  secret bytea,
  first_used_at timestamptz
);
create unique index instance_keys_secret_is_not_null_idx on instance_keys ((secret is not null))
  where secret is not null;
insert into instance_keys (fingerprint, first_used_at)
select fingerprint, first_used_at from key_fingerprints;
insert into instance_keys (fingerprint, secret)
select sha256(convert_to(E'postroad/key-fingerprint/1\n', 'UTF8') || secret_key), secret_key
from instance where secret_key is not null
on conflict (fingerprint) do update set secret = excluded.secret;
drop table key_fingerprints;

create table engine_state (
  only_row boolean primary key default true check (only_row),
  created_at timestamptz not null default now(),
  starter_loaded_at timestamptz,
  flows_version bigint not null default 0,
  guards_version bigint not null default 0,
  verdict_rules_version integer not null default 0,
  rejudged_through_send_id bigint,
  renewals_scanned_at timestamptz not null default now(),
  test_clock_at timestamptz
);
insert into engine_state (created_at, starter_loaded_at, flows_version, guards_version,
  verdict_rules_version, rejudged_through_send_id, renewals_scanned_at, test_clock_at)
select created_at, starter_loaded_at, flows_version, guards_version, judged_by, judged_to,
  renewals_scanned_at, test_now from instance;
drop table instance;
