-- A broadcast goes to each person at a local time, in their zone (clause CAP-06).
alter table broadcasts
  add send_at_local text collate "C",
  add booked_times json not null default '[]';
alter table broadcasts add constraint broadcasts_send_at_local_check
  check (send_at_local ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$');
comment on column broadcasts.send_at is 'When a scheduled broadcast starts; with send_at_local, when clocks anywhere first show that time.';
comment on column broadcasts.send_at_local is 'The local time at which each recipient gets it, in their own zone; null where all get it from send_at on.';
comment on column broadcasts.booked_times is 'With send_at_local, the times that its pace has given to emails in the queue, as a list of {from, to} in milliseconds since 1970, in order.';

-- What the engine books is not authored.
drop trigger broadcasts_revision on broadcasts;
drop trigger broadcasts_created on broadcasts;
drop trigger broadcasts_updated on broadcasts;
drop trigger broadcasts_deleted on broadcasts;
create trigger broadcasts_revision before update or delete on broadcasts
  for each row execute function grow_revision('started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high', 'booked_times');
create trigger broadcasts_created after insert on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high', 'booked_times');
create trigger broadcasts_updated after update on broadcasts
  for each row when (old.revision <> new.revision) execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high', 'booked_times');
create trigger broadcasts_deleted before delete on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id', 'experiment_status', 'waiting_recipients', 'decide_at', 'winner_variant', 'winner_low', 'winner_high', 'booked_times');
