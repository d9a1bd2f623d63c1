-- What an edit of a live flow replaced is a version of its own (clause SAFE-10).
alter table flow_versions drop constraint flow_versions_kind_check;
alter table flow_versions add constraint flow_versions_kind_check
  check (kind in ('checkpoint', 'activation', 'edit'));

-- Who was parked because a step was gone goes on once the definition has it again (clause SAFE-11).
alter table gate_checks
  add column is_back boolean not null default false,
  add column wait_ms bigint;
comment on column gate_checks.is_back is
  'Whether the step was gone and is there again, so that who was parked on it goes on.';
comment on column gate_checks.wait_ms is
  'How long a delay that is back waits from the arrival, in milliseconds; null of other steps.';
