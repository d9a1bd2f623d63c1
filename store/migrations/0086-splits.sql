-- Splits of flows: the arm that each person got (SPLIT-02), people by arm, and runs that ended on a
-- holdout (SPLIT-04).

create table split_choices (
  flow_id bigint not null references flows on delete cascade,
  step_id integer not null,
  person_id bigint not null references people on delete cascade,
  arm text not null,
  chosen_at timestamptz not null,
  primary key (flow_id, person_id, step_id)
);
create index split_choices_person_id_idx on split_choices (person_id);
comment on table split_choices is 'The arm that a person got at a split, for ever: it outlives the run, and changes only where the split no longer has the arm.';
comment on column split_choices.flow_id is 'The flow.';
comment on column split_choices.step_id is 'The split. No foreign key: steps of flows have no rows.';
comment on column split_choices.person_id is 'The person.';
comment on column split_choices.arm is 'The name of the arm.';
comment on column split_choices.chosen_at is 'When it was chosen.';
comment on index split_choices_person_id_idx is 'The choices of a person; also for the foreign key.';

alter table live_counts add column part text collate "C" not null default '';
alter table live_count_changes add column part text collate "C" not null default '';
alter table live_counts drop constraint live_counts_pkey;
alter table live_counts add primary key (subject, subject_id, step_id, measure, part);
comment on column live_counts.part is 'As in live_count_changes.';
comment on column live_count_changes.part is 'The arm of a split that people passed by; else empty.';
alter table live_counts drop constraint live_counts_measure_check;
alter table live_counts add constraint live_counts_measure_check check
  (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people', 'active', 'passed'));
alter table live_count_changes drop constraint live_count_changes_measure_check;
alter table live_count_changes add constraint live_count_changes_measure_check check
  (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people', 'active', 'passed'));

create function count_split_choices() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes (subject, subject_id, step_id, measure, part, count)
    select 'flow', flow_id, step_id, 'passed', arm, count(*) from new_rows group by 2, 3, 5;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes (subject, subject_id, step_id, measure, part, count)
    select 'flow', flow_id, step_id, 'passed', arm, -count(*) from old_rows group by 2, 3, 5;
  else
    insert into live_count_changes (subject, subject_id, step_id, measure, part, count)
    select 'flow', flow_id, step_id, 'passed', arm, sum(n) from (
      select flow_id, step_id, arm, 1 as n from new_rows
      union all
      select flow_id, step_id, arm, -1 from old_rows) c
    group by 2, 3, 5 having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger split_choices_count_new after insert on split_choices
  referencing new table as new_rows for each statement execute function count_split_choices();
create trigger split_choices_count_gone after delete on split_choices
  referencing old table as old_rows for each statement execute function count_split_choices();
create trigger split_choices_count_changed after update on split_choices
  referencing old table as old_rows new table as new_rows for each statement execute function count_split_choices();

alter table figure_quarters add column holdout integer not null default 0;
alter table figure_days add column holdout integer not null default 0;
alter table figure_months add column holdout integer not null default 0;
alter table figure_day_totals add column holdout integer not null default 0;
alter table figure_totals add column holdout bigint not null default 0;
comment on column figure_quarters.holdout is 'Runs that ended then on the holdout of a split; counted with email 0.';
comment on column figure_days.holdout is 'As in figure_quarters.';
comment on column figure_months.holdout is 'As in figure_quarters.';
comment on column figure_day_totals.holdout is 'As in figure_quarters.';
comment on column figure_totals.holdout is 'Runs that ended on the holdout of a split; counted with email 0.';
comment on column figure_changes.email_id is 'The email; 0 for messages with words of their own, and for runs. No foreign key: figures outlive it.';
comment on column figure_changes.count is 'How many mails, or runs of a holdout; below 0 where they no longer count.';
alter table figure_changes drop constraint figure_changes_figure_check;
alter table figure_changes add constraint figure_changes_figure_check check (figure in
  ('sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained', 'unsubscribed', 'failed', 'skipped', 'converted', 'holdout'));
