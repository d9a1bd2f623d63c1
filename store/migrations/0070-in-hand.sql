-- Mail that a process has claimed or is handing over has a row in a small table, and its row in the queue
-- stays as it is until it ends (HAND-01). A claim and an attempt changed the status before, which wrote
-- a new entry into every index of the queue.

create table in_hand (
  send_id bigint primary key,
  lease_token uuid not null,
  attempted boolean not null default false
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
comment on table in_hand is 'Mail of the queue that a process has claimed or is handing over, as long as it does. A fill factor of 60 leaves room for the update that each row gets.';
comment on column in_hand.send_id is 'The send. No foreign key: a check for each claim would cost more than it tells; the process that has it, or a sweep, deletes the row.';
comment on column in_hand.lease_token is 'The process that has it, in leases. No foreign key: a lease that has expired is deleted first and its claims are released after.';
comment on column in_hand.attempted is 'Whether the attempt is committed, so that it may be handed over.';

insert into in_hand (send_id, lease_token, attempted)
select id, lease_token, true from sends where status = 'sending' and lease_token is not null;
update sends set lease_token = null,
  status = case when status = 'sending' and lease_token is null then 'uncertain' else 'scheduled' end,
  attempts = case when status = 'sending' and lease_token is not null then attempts - 1 else attempts end
where status in ('claimed', 'sending');

alter table sends drop constraint sends_status_check;
alter table sends add constraint sends_status_check check (status in ('scheduled', 'holding', 'uncertain'));
alter table sends reset (fillfactor);
comment on table sends is 'The send queue: only what has not ended. Flows, sequences, broadcasts and tests add rows; the send lane works them off. What a process has in hand is in in_hand too.';
comment on column sends.status is 'scheduled waits for due_at or is in hand, holding waits for an operator or a source, uncertain may or may not have arrived and waits for an operator.';
comment on column sends.lease_token is 'Of uncertain mail, the process that was handing it over, in leases; null where it is not known. No foreign key: that process has lost its lease.';
comment on column sends.attempts is 'Attempts to hand it over so far, without the one that is under way.';

drop index sends_lease_token_idx;
drop index sends_source_kind_source_id_due_at_id_idx;
create index sends_source_kind_source_id_due_at_id_idx on sends (source_kind, source_id, due_at, id)
  where status in ('scheduled', 'holding');
comment on column live_count_changes.measure is 'queued: mail that waits for its time or is in hand; windowed: mail that waits for its send window, or did when it was taken in hand; holding and uncertain: as in sends; inside: people who move or wait; parked: people who cannot go on; people: people with the tag; active: subscriptions that run.';
