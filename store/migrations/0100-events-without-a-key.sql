-- The check that the person of an event exists took two fifths of writing it (ING-01). Who writes events
-- now locks the people itself, with the statement that finds them. What the key did besides, the end of
-- events with their person, is done by a trigger, so that no deletion can forget them
-- (docs/decisions/0107).
set local lock_timeout = '200ms';

alter table events drop constraint events_person_id_fkey;

create function delete_events_of_people() returns trigger language plpgsql as $$
begin
  delete from events where person_id = any (array(select id from old_rows));
  return null;
end $$;
comment on function delete_events_of_people() is 'Deletes the events of people who were deleted.';
create trigger people_events_deleted after delete on people referencing old table as old_rows
  for each statement execute function delete_events_of_people();
comment on column events.person_id is 'The person the event is about. No foreign key: who writes events locks the people itself, which costs a third, and a trigger on people deletes them.';
