-- Active subscriptions of products are kept as other counts are (COUNT-08).
alter table live_count_changes drop constraint live_count_changes_subject_check,
  drop constraint live_count_changes_measure_check,
  add constraint live_count_changes_subject_check check
    (subject in ('flow', 'sequence', 'broadcast', 'test', 'tag', 'product')),
  add constraint live_count_changes_measure_check check
    (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people', 'active'));
alter table live_counts drop constraint live_counts_subject_check,
  drop constraint live_counts_measure_check,
  add constraint live_counts_subject_check check
    (subject in ('flow', 'sequence', 'broadcast', 'test', 'tag', 'product')),
  add constraint live_counts_measure_check check
    (measure in ('queued', 'windowed', 'holding', 'uncertain', 'inside', 'parked', 'people', 'active'));
comment on column live_count_changes.subject_id is 'The flow, sequence, broadcast, tag or product; 0 for tests. No foreign key: counts are taken back as rows go.';
comment on column live_count_changes.measure is 'queued: mail that waits for its time or is in hand; windowed: mail that waits for its send window; holding and uncertain: as in sends; inside: people who move or wait; parked: people who cannot go on; people: people with the tag; active: subscriptions that run.';

create function count_subscriptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into live_count_changes
    select 'product', product_id, 0, 'active', count(*) from new_rows
    where product_id is not null and status in ('active', 'trialing', 'past_due') group by product_id;
  elsif tg_op = 'DELETE' then
    insert into live_count_changes
    select 'product', product_id, 0, 'active', -count(*) from old_rows
    where product_id is not null and status in ('active', 'trialing', 'past_due') group by product_id;
  else
    insert into live_count_changes
    select 'product', product_id, 0, 'active', sum(n) from (
      select product_id, status, 1 as n from new_rows
      union all
      select product_id, status, -1 from old_rows) c
    where product_id is not null and status in ('active', 'trialing', 'past_due')
    group by product_id having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger subscriptions_count_new after insert on subscriptions
  referencing new table as new_rows for each statement execute function count_subscriptions();
create trigger subscriptions_count_gone after delete on subscriptions
  referencing old table as old_rows for each statement execute function count_subscriptions();
create trigger subscriptions_count_changed after update on subscriptions
  referencing old table as old_rows new table as new_rows for each statement execute function count_subscriptions();

-- What there is so far, by an index.
insert into live_counts
select 'product', product_id, 0, 'active', count(*) from subscriptions
where product_id is not null and status in ('active', 'trialing', 'past_due') group by product_id;
