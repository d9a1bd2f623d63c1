-- Broadcasts can be paused, change their pace while they send, and leave out who got another broadcast or
-- is in another segment (clauses BC-01 to BC-08).
alter table broadcasts drop constraint broadcasts_status_check;
alter table broadcasts add constraint broadcasts_status_check
  check (status in ('draft', 'scheduled', 'sending', 'paused', 'sent', 'canceled'));
alter table broadcasts
  add adjusted_person_id bigint,
  add excluded_broadcast_ids bigint[] not null default '{}',
  add excluded_segment_ids bigint[] not null default '{}';
comment on column broadcasts.status is 'draft and scheduled ones can be edited; sending covers queueing and sending; paused keeps what is queued; sent and canceled are final, but a resend of failed mail sets sent back to sending.';
comment on column broadcasts.effective_emails_per_hour is 'The pace that due times are computed with, set when queueing begins and when operators change the pace; null before.';
comment on column broadcasts.adjusted_person_id is 'Not null while the queued emails are gone through in order of person ids: those of a paused broadcast are held, those of a sending one get due times of its present pace. The last person whose email is done; 0 at the beginning. No foreign key: it is a position, and the person may be erased.';
comment on column broadcasts.excluded_broadcast_ids is 'Who got one of these broadcasts, or has an email of it in the queue, is no recipient. No foreign key: it is a list, and a delete asks what names the broadcast.';
comment on column broadcasts.excluded_segment_ids is 'Who is in one of these segments when the broadcast is queued is no recipient. No foreign key: it is a list, and a delete asks what names the segment.';

create index broadcasts_id_adjusted_person_id_idx on broadcasts (id) where adjusted_person_id is not null;
comment on index broadcasts_id_adjusted_person_id_idx is 'Broadcasts whose queued emails are being held or given other due times.';
create index broadcasts_excluded_broadcast_ids_idx on broadcasts using gin (excluded_broadcast_ids);
comment on index broadcasts_excluded_broadcast_ids_idx is 'Which broadcasts exclude a broadcast, before it is deleted.';
create index broadcasts_excluded_segment_ids_idx on broadcasts using gin (excluded_segment_ids);
comment on index broadcasts_excluded_segment_ids_idx is 'Which broadcasts exclude a segment, before it is deleted.';

-- The position is not authored.
drop trigger broadcasts_revision on broadcasts;
drop trigger broadcasts_created on broadcasts;
drop trigger broadcasts_updated on broadcasts;
drop trigger broadcasts_deleted on broadcasts;
create trigger broadcasts_revision before update or delete on broadcasts
  for each row execute function grow_revision('started_at', 'finished_at', 'effective_emails_per_hour',
    'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending',
    'adjusted_person_id');
create trigger broadcasts_created after insert on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id');
create trigger broadcasts_updated after update on broadcasts
  for each row when (old.revision <> new.revision) execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id');
create trigger broadcasts_deleted before delete on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending', 'adjusted_person_id');
