-- Lists of sends follow time: when they ended, or are due. Each index takes the place of one that
-- had the same columns without the order.
drop index send_log_status_id_idx;
create index send_log_status_ended_at_id_idx on send_log (status, ended_at, id);
drop index send_log_email_id_ended_at_idx;
create index send_log_email_id_ended_at_id_idx on send_log (email_id, ended_at, id);
drop index send_log_source_kind_source_id_ended_at_idx;
create index send_log_source_kind_source_id_ended_at_id_idx
  on send_log (source_kind, source_id, ended_at, id);
drop index sends_email_id_idx;
create index sends_email_id_due_at_id_idx on sends (email_id, due_at, id);
comment on index sends_email_id_due_at_id_idx is
  'What is queued of an email; also for the foreign key when an email is deleted.';
drop index sends_source_kind_source_id_idx;
create index sends_source_kind_source_id_due_at_id_idx
  on sends (source_kind, source_id, due_at, id)
  where status in ('scheduled', 'claimed', 'holding');
