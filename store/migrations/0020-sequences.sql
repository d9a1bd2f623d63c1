-- Sequences: their steps, and how far each person is.
alter table sequences add column description text not null default '';

create table sequence_steps (
  id integer generated always as identity primary key,
  sequence_id bigint not null references sequences on delete cascade,
  -- 1..n without gaps.
  position integer not null check (position > 0),
  delay_amount integer not null check (delay_amount >= 0),
  delay_unit text not null check (delay_unit in ('minutes', 'hours', 'days', 'weeks')),
  status text not null default 'draft' check (status in ('draft', 'active')),
  email_id bigint not null references emails,
  -- Steps that stood after it when it was set active; who took one of them has passed it.
  behind integer[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (sequence_id, position) deferrable initially immediate
);
create index sequence_steps_email on sequence_steps (email_id);

alter table sequence_runs
  -- Steps that came to an end for the person.
  add column taken integer[] not null default '{}',
  -- When the last of them did, or the start; the delay of the next counts from here.
  add column moved_at timestamptz,
  -- The step that is queued for the person, its send, and when it was planned for.
  add column next_step_id integer,
  add column send_id bigint,
  add column due_at timestamptz,
  -- Flows that led to the start without a wait; 0 again after a delay.
  add column chain smallint not null default 0;
update sequence_runs set moved_at = started_at;
alter table sequence_runs alter column moved_at set not null;
delete from sequence_runs a using sequence_runs b
  where a.sequence_id = b.sequence_id and a.person_id = b.person_id and a.id < b.id
    and a.finished_at is null and b.finished_at is null;
-- A person is on a sequence once at a time.
create unique index sequence_runs_active on sequence_runs (sequence_id, person_id)
  where finished_at is null;
-- Who waits for which step.
create index sequence_runs_inside on sequence_runs (sequence_id, next_step_id, id)
  where finished_at is null;

-- People who are to be looked at, since they started or since what was queued for them ended. Only
-- ever added to by those, so that nobody who settles mail waits for a lock.
create table sequence_turns (
  id bigint generated always as identity primary key,
  sequence_id bigint not null,
  person_id bigint not null,
  at timestamptz not null
);
insert into sequence_turns (sequence_id, person_id, at)
select sequence_id, person_id, now() from sequence_runs where finished_at is null;

-- Sequences whose people are to be looked at again, since the steps changed under them.
create table sequence_checks (
  id bigint generated always as identity primary key,
  sequence_id bigint not null references sequences on delete cascade,
  -- People were looked at up to this run.
  after_run bigint not null default 0,
  created_at timestamptz not null
);
create index sequence_checks_sequence on sequence_checks (sequence_id);

-- The sequences that flows start; written with the definition. An id may be that of no sequence.
create table flow_sequences (
  flow_id bigint not null references flows on delete cascade,
  sequence_id bigint not null,
  primary key (flow_id, sequence_id)
);
create index flow_sequences_sequence on flow_sequences (sequence_id);
insert into flow_sequences (flow_id, sequence_id)
select distinct flows.id, (sent.step ->> 'sequence_id')::numeric::bigint
from flows, jsonb_path_query(
  definition::jsonb,
  'strict $.nodes.** ? (@.type == "start_sequence" && @.sequence_id > 0 && @.sequence_id <= 9007199254740991 && @.sequence_id.floor() == @.sequence_id)',
  '{}', true) as sent (step);
