-- 0088 Goals of flows (docs/decisions/0088): which a run reached, and which held as it began.
create table run_goals (
  run_id bigint not null references runs on delete cascade,
  goal text collate "C" not null,
  exits boolean not null,
  reached_at timestamptz,
  counted_sends bigint[] not null default '{}',
  primary key (run_id, goal)
);
comment on table run_goals is 'Goals of the flow of a run that count for it no more: each was reached, or held as the run began.';
comment on column run_goals.run_id is 'The run.';
comment on column run_goals.goal is 'The name of the goal in the definition.';
comment on column run_goals.exits is 'Whether reaching it ended the run, so that none of its mail is handed over any more.';
comment on column run_goals.reached_at is 'When it was reached; null where it held as the run began, and so counts nothing.';
comment on column run_goals.counted_sends is 'The mails that count as converted by it. No foreign keys: they are in send_log, or about to be.';

-- Runs of a person in a flow, newest first; it serves what the shorter one did.
create index runs_person_id_flow_id_id_idx on runs (person_id, flow_id, id);
comment on index runs_person_id_flow_id_id_idx is 'The newest runs of a person in a flow, for goals; also for the foreign key when a person is erased.';
drop index runs_person_id_idx;
alter index runs_person_id_wait_condition_idx rename to runs_person_id_idx;
