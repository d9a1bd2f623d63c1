-- What people wait for at gates, and how a wait began.
alter table runs
  add column arrived_at timestamptz,
  -- The last event handed out when the person came to the gate; only later ones open it.
  add column after_event bigint,
  -- The name of the event that can end the wait, or whether a change of the person can.
  add column wait_event text,
  add column wait_condition boolean not null default false,
  -- How many flows started each other, without waiting, until this run.
  add column chain smallint not null default 0;
create index runs_wait_event on runs (person_id, flow_id, step_id) where wait_event is not null;
create index runs_wait_condition on runs (person_id) where wait_condition;
-- Whose turn it is within one flow, so that the backlog of one holds up no other.
create index runs_turn on runs (flow_id, due_at, id) where status = 0 and due_at is not null;

-- Steps whose people are to be looked at again, since the definition changed under them.
create table gate_checks (
  id bigint generated always as identity primary key,
  flow_id bigint not null references flows on delete cascade,
  step_id integer not null,
  -- People on the step were made due up to this run.
  after_run bigint not null default 0,
  created_at timestamptz not null
);
create index gate_checks_flow on gate_checks (flow_id);

-- Why events that matched a trigger started no run: the last of each reason, and how many.
-- reason: 0 inside the flow already, 1 ran through it before, 2 the flow is paused.
create table trigger_refusals (
  person_id bigint not null references people on delete cascade,
  flow_id bigint not null references flows on delete cascade,
  reason smallint not null check (reason in (0, 1, 2)),
  event_id bigint not null,
  at timestamptz not null,
  count bigint not null default 1,
  primary key (person_id, flow_id, reason)
) with (fillfactor = 80);
create index trigger_refusals_flow on trigger_refusals (flow_id);

-- What starting somebody on a sequence depends on.
alter table sequences
  add column enabled boolean not null default false,
  add column repeat_mode text not null default 'single_run'
    check (repeat_mode in ('resend_all', 'once_per_email', 'single_run'));
