-- Statuses, kinds and verdicts were numbers. They become words with a CHECK, so that rows and
-- statements read as what they mean (docs/decisions/0034). store/src/codes.ts lists the words of each
-- column. They compare byte by byte (collate "C"), whatever the locale of the database is.

drop index runs_completed;
drop index runs_due;
drop index runs_turn;
alter table runs
  alter column status drop default,
  alter column status type text collate "C" using
    (array['active', 'completed', 'exited', 'parked', 'frozen', 'canceled'])[status + 1],
  alter column status set default 'active',
  add constraint runs_status_check
    check (status in ('active', 'completed', 'exited', 'parked', 'frozen', 'canceled'));
create index runs_flow_id_person_id_completed_idx on runs (flow_id, person_id)
  where status = 'completed';
create index runs_due_at_id_idx on runs (due_at, id)
  where status = 'active' and due_at is not null;
create index runs_flow_id_due_at_id_idx on runs (flow_id, due_at, id)
  where status = 'active' and due_at is not null;

alter table run_steps add constraint run_steps_outcome_check check (outcome in (
  'ran', 'branched', 'waiting', 'released', 'exited', 'skipped', 'parked', 'canceled', 'moved',
  'retried'));

drop index sends_broadcast;
drop index sends_due;
drop index sends_leased;
drop index sends_source;
drop index sends_windowed;
alter table sends
  alter column status drop default,
  alter column status type text collate "C" using
    (array['scheduled', 'claimed', 'sending', 'holding', 'uncertain'])[status + 1],
  alter column status set default 'scheduled',
  alter column source_kind type text collate "C" using
    (array['flow', 'sequence', 'broadcast', 'test'])[source_kind + 1],
  add constraint sends_status_check
    check (status in ('scheduled', 'claimed', 'sending', 'holding', 'uncertain')),
  add constraint sends_source_kind_check
    check (source_kind in ('flow', 'sequence', 'broadcast', 'test'));
create unique index sends_source_id_person_id_idx on sends (source_id, person_id)
  where source_kind = 'broadcast';
create index sends_due_at_id_scheduled_idx on sends (due_at, id) where status = 'scheduled';
create index sends_due_at_id_windowed_idx on sends (due_at, id)
  where status = 'scheduled' and hold_reason is not null;
create index sends_lease_token_idx on sends (lease_token) where status in ('claimed', 'sending');
create index sends_source_kind_source_id_idx on sends (source_kind, source_id)
  where status in ('scheduled', 'claimed', 'holding');

drop index send_log_received;
alter table send_log
  alter column status type text collate "C" using
    (array['sent', 'failed', 'skipped', 'canceled'])[status - 4],
  alter column source_kind type text collate "C" using
    (array['flow', 'sequence', 'broadcast', 'test'])[source_kind + 1],
  add constraint send_log_status_check
    check (status in ('sent', 'failed', 'skipped', 'canceled')),
  add constraint send_log_source_kind_check
    check (source_kind in ('flow', 'sequence', 'broadcast', 'test'));
create index send_log_person_id_ended_at_idx on send_log (person_id, ended_at) include (email_id)
  where status = 'sent' and source_kind <> 'test';

-- Opens and clicks are not kept here since 0023, so one index serves both uses.
drop index send_feedback_once;
drop index send_feedback_send;
alter table send_feedback
  drop constraint send_feedback_kind_check,
  alter column kind type text collate "C" using
    (array['delivered', 'soft_bounced', 'hard_bounced', 'complained'])[kind + 1],
  add constraint send_feedback_kind_check
    check (kind in ('delivered', 'soft_bounced', 'hard_bounced', 'complained'));
create unique index send_feedback_send_id_kind_idx on send_feedback (send_id, kind);

alter table tracking_hits
  drop constraint tracking_hits_kind_check,
  alter column kind type text collate "C" using (array['open', 'click'])[kind + 1],
  alter column verdict type text collate "C" using
    (array['human', 'head', 'prefetch', 'robot', 'mail_proxy', 'too_soon', 'all_links'])[verdict + 1],
  add constraint tracking_hits_kind_check check (kind in ('open', 'click')),
  add constraint tracking_hits_verdict_check check (verdict in (
    'human', 'head', 'prefetch', 'robot', 'mail_proxy', 'too_soon', 'all_links'));

alter table email_engagements
  drop constraint email_engagements_kind_check,
  alter column kind type text collate "C" using (array['open', 'click'])[kind + 1],
  add constraint email_engagements_kind_check check (kind in ('open', 'click'));

drop index payments_paid;
drop index payments_refunded;
alter table payments
  drop constraint payments_kind_check,
  alter column kind type text collate "C" using
    (array['purchase', 'payment', 'refund'])[kind + 1],
  add constraint payments_kind_check check (kind in ('purchase', 'payment', 'refund'));
create unique index payments_external_id_paid_idx on payments (external_id)
  where external_id is not null and kind in ('purchase', 'payment');
create unique index payments_external_id_refunded_idx on payments (external_id)
  where external_id is not null and kind = 'refund';

drop index opt_outs_due;
alter table opt_outs
  drop constraint opt_outs_status_check,
  alter column status drop default,
  alter column status type text collate "C" using (array['waiting', 'given_up'])[status + 1],
  alter column status set default 'waiting',
  add constraint opt_outs_status_check check (status in ('waiting', 'given_up'));
create index opt_outs_due_at_person_id_idx on opt_outs (due_at, person_id)
  where status = 'waiting';

alter table trigger_refusals
  drop constraint trigger_refusals_reason_check,
  alter column reason type text collate "C" using
    (array['inside', 'ran_before', 'paused'])[reason + 1],
  add constraint trigger_refusals_reason_check
    check (reason in ('inside', 'ran_before', 'paused'));

alter table imports add constraint imports_format_check check (format in ('csv', 'ndjson'));
