-- When the last backup was made, whom a restore has to erase again, and what a restored service must
-- not send a second time (BACK-03, BACK-04, BACK-06, BACK-07).

alter table engine_state add column backed_up_at timestamptz;
comment on column engine_state.backed_up_at is
  'When the newest backup was made that is known of; null if none is.';

create table erasures (
  id bigint generated always as identity primary key,
  person_id bigint,
  address_hash bytea not null,
  erased_at timestamptz not null
);
insert into erasures (address_hash, erased_at)
select hash, created_at from suppressions order by created_at;
comment on table erasures is
  'Who was erased and when, for backups from before: a restore erases them again. Rows are only ever added, and written to the file of ERASURES_FILE too.';
comment on column erasures.id is 'Primary key; the file has the rows in this order.';
comment on column erasures.person_id is
  'The person. No foreign key: they are gone, and their id is never given again. Null for erasures from before migration 0057.';
comment on column erasures.address_hash is 'As in suppressions.';
comment on column erasures.erased_at is 'When the person was erased.';

alter table sending_control
  add column restored_at timestamptz,
  add column restored_until_at timestamptz,
  add column restored_after_send_id bigint;
comment on column sending_control.restored_at is
  'When the database was restored from a backup; null if it was not, or once nothing depends on it any more.';
comment on column sending_control.restored_until_at is
  'Until when the service may have run that the backup is of: what was due by then may have been sent.';
comment on column sending_control.restored_after_send_id is
  'Sends with a higher id were queued after the restore. No foreign key: it is a position in their ids.';

create table restored_runs (
  source_kind text collate "C" not null check (source_kind in ('flow', 'sequence')),
  run_id bigint not null,
  until_at timestamptz not null,
  primary key (source_kind, run_id)
);
comment on table restored_runs is
  'Runs that went on after the backup and before the restore, and now do so again. Written as they first move, and removed once the time of all has passed.';
comment on column restored_runs.source_kind is 'Whether it is a run of runs or of sequence_runs.';
comment on column restored_runs.run_id is 'The run. No foreign key: it may be gone before.';
comment on column restored_runs.until_at is
  'Mail of the run up to this time may have been sent before the restore.';
