-- Counts of what there is now: mail in the queue, people in flows and on sequences, people with a tag
-- (COUNT-01). Lists read these and count nobody.

create table live_count_changes (
  subject text collate "C" not null,
  subject_id bigint not null,
  step_id integer not null,
  measure text collate "C" not null,
  count integer not null,
  constraint live_count_changes_subject_check check
    (subject in ('flow', 'sequence', 'broadcast', 'test', 'tag')),
  constraint live_count_changes_measure_check check
    (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people'))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table live_count_changes is 'What was added to live_counts, or taken from them, since the last round that added it up. Every statement appends rows of its own, so that none waits for another.';
comment on column live_count_changes.subject is 'What is counted of.';
comment on column live_count_changes.subject_id is 'The flow, sequence, broadcast or tag; 0 for tests. No foreign key: counts are taken back as rows go.';
comment on column live_count_changes.step_id is 'The step that people are at; 0 where none is, and for mail and tags. No foreign key: steps of flows have no rows.';
comment on column live_count_changes.measure is 'queued: mail that waits for its time or is in hand; windowed: mail that waits for its send window; holding and uncertain: as in sends; inside: people who move or wait; parked: people who cannot go on; people: people with the tag.';
comment on column live_count_changes.count is 'How many; below 0 where there are fewer.';

create table live_counts (
  subject text collate "C" not null,
  subject_id bigint not null,
  step_id integer not null,
  measure text collate "C" not null,
  count bigint not null,
  primary key (subject, subject_id, step_id, measure),
  constraint live_counts_subject_check check
    (subject in ('flow', 'sequence', 'broadcast', 'test', 'tag')),
  constraint live_counts_measure_check check
    (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people'))
) with (fillfactor = 80);
comment on table live_counts is 'How much there is now, as of the last round of upkeep; live_count_changes has the rest. A fill factor of 80 leaves room for that.';
comment on column live_counts.subject is 'As in live_count_changes.';
comment on column live_counts.subject_id is 'As in live_count_changes. No foreign key: counts are taken back as rows go.';
comment on column live_counts.step_id is 'As in live_count_changes. No foreign key: steps of flows have no rows.';
comment on column live_counts.measure is 'As in live_count_changes.';
comment on column live_counts.count is 'How many.';

create function measure_of_send(status text, hold_reason text) returns text
language sql immutable parallel safe as $$
  select case when status in ('holding', 'uncertain') then status
    when status = 'scheduled' and hold_reason is not null then 'windowed' else 'queued' end
$$;

-- Triggers count, so that no statement can forget to, those that delete what belongs to a person among
-- them. An update that changes no count, such as a claim, appends nothing.
create function count_sends() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes
    select source_kind, coalesce(source_id, 0), 0, measure_of_send(status, hold_reason), count(*)
    from new_rows group by 1, 2, 4;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes
    select source_kind, coalesce(source_id, 0), 0, measure_of_send(status, hold_reason), -count(*)
    from old_rows group by 1, 2, 4;
  else
    insert into live_count_changes
    select source_kind, coalesce(source_id, 0), 0, measure, sum(n) from (
      select source_kind, source_id, measure_of_send(status, hold_reason) as measure, 1 as n from new_rows
      union all
      select source_kind, source_id, measure_of_send(status, hold_reason), -1 from old_rows) c
    group by 1, 2, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;

create function count_runs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes
    select 'flow', flow_id, coalesce(step_id, 0), case status when 'parked' then 'parked' else 'inside' end, count(*)
    from new_rows where ended_at is null group by 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes
    select 'flow', flow_id, coalesce(step_id, 0), case status when 'parked' then 'parked' else 'inside' end, -count(*)
    from old_rows where ended_at is null group by 2, 3, 4;
  else
    insert into live_count_changes
    select 'flow', flow_id, coalesce(step_id, 0), case status when 'parked' then 'parked' else 'inside' end, sum(n)
    from (
      select flow_id, step_id, status, 1 as n from new_rows where ended_at is null
      union all
      select flow_id, step_id, status, -1 from old_rows where ended_at is null) c
    group by 2, 3, 4 having sum(n) <> 0;
  end if;
  return null;
end $$;

create function count_sequence_runs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes
    select 'sequence', sequence_id, coalesce(next_step_id, 0), 'inside', count(*)
    from new_rows where finished_at is null group by 2, 3;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes
    select 'sequence', sequence_id, coalesce(next_step_id, 0), 'inside', -count(*)
    from old_rows where finished_at is null group by 2, 3;
  else
    insert into live_count_changes
    select 'sequence', sequence_id, coalesce(next_step_id, 0), 'inside', sum(n) from (
      select sequence_id, next_step_id, 1 as n from new_rows where finished_at is null
      union all
      select sequence_id, next_step_id, -1 from old_rows where finished_at is null) c
    group by 2, 3 having sum(n) <> 0;
  end if;
  return null;
end $$;

create function count_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes
    select 'tag', tag, 0, 'people', count(*) from new_rows, unnest(tag_ids) tag group by tag;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes
    select 'tag', tag, 0, 'people', -count(*) from old_rows, unnest(tag_ids) tag group by tag;
  else
    insert into live_count_changes
    select 'tag', tag, 0, 'people', sum(n) from (
      select tag, 1 as n from new_rows, unnest(tag_ids) tag
      union all
      select tag, -1 from old_rows, unnest(tag_ids) tag) c
    group by tag having sum(n) <> 0;
  end if;
  return null;
end $$;

do $$
declare
  counted record;
begin
  for counted in
    select * from (values ('sends', 'count_sends'), ('runs', 'count_runs'),
      ('sequence_runs', 'count_sequence_runs'), ('people', 'count_tags')) t (name, function)
  loop
    execute format('create trigger %I after insert on %I referencing new table as new_rows for each statement execute function %I()',
      counted.name || '_count_new', counted.name, counted.function);
    execute format('create trigger %I after delete on %I referencing old table as old_rows for each statement execute function %I()',
      counted.name || '_count_gone', counted.name, counted.function);
    execute format('create trigger %I after update on %I referencing old table as old_rows new table as new_rows for each statement execute function %I()',
      counted.name || '_count_changed', counted.name, counted.function);
  end loop;
end $$;

-- What there is so far, once; the triggers above let nobody write meanwhile. Reads the queue, the people
-- inside flows and sequences by their indexes, and all people for their tags.
insert into live_counts
select source_kind, coalesce(source_id, 0), 0, measure_of_send(status, hold_reason), count(*)
from sends group by 1, 2, 4
union all
select 'flow', flow_id, coalesce(step_id, 0), case status when 'parked' then 'parked' else 'inside' end, count(*)
from runs where ended_at is null group by 2, 3, 4
union all
select 'sequence', sequence_id, coalesce(next_step_id, 0), 'inside', count(*)
from sequence_runs where finished_at is null group by 2, 3
union all
select 'tag', tag, 0, 'people', count(*) from people, unnest(tag_ids) tag group by tag;

-- Mail that did not arrive, of one source, by time (COUNT-07). What was sent has no entry in it.
create index send_log_source_kind_source_id_status_ended_at_id_idx
  on send_log (source_kind, source_id, status, ended_at, id) where status <> 'sent';
comment on index send_log_source_kind_source_id_status_ended_at_id_idx is 'Failed, skipped and canceled mail of a source, by time; sent mail pays nothing for it.';

-- Each send is written three times and gone: vacuum by their number, not by the size of a table that is
-- nearly empty, and at once. The logs only grow; reads by index alone need their visibility map.
alter table sends set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
  autovacuum_vacuum_cost_delay = 0);
alter table figure_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
alter table send_log set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table events set (autovacuum_vacuum_insert_scale_factor = 0.02);
alter table run_steps set (autovacuum_vacuum_insert_scale_factor = 0.02);
