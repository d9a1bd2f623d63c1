-- What stays of sends, opens and clicks, runs and events that an account no longer keeps (RET-01 to
-- RET-03).

create table past_sends (
  id bigint primary key,
  person_id bigint,
  email_id bigint not null,
  source_kind text collate "C" not null check (source_kind in ('flow', 'sequence', 'broadcast')),
  source_id bigint,
  step_id integer,
  status text collate "C" not null check (status in ('sent', 'failed', 'skipped')),
  ended_at timestamptz not null,
  delivered_at timestamptz,
  soft_bounced_at timestamptz,
  hard_bounced_at timestamptz,
  complained_at timestamptz
);
create index past_sends_person_id_ended_at_idx on past_sends (person_id, ended_at) include (email_id);
create index past_sends_email_id_ended_at_idx on past_sends (email_id, ended_at);
create index past_sends_source_kind_source_id_idx on past_sends (source_kind, source_id);
comment on table past_sends is
  'What stays of rows of send_log that are gone after retention.sends_days: who received which email when, for conditions and stats. Without tests, and mail that was canceled or dismissed.';
comment on column past_sends.id is 'The id that the send had. No foreign key: it is gone.';
comment on column past_sends.person_id is 'As in send_log. No foreign key: the row outlives the person.';
comment on column past_sends.email_id is 'As in send_log. No foreign key: the row outlives the email.';
comment on column past_sends.source_kind is 'As in send_log.';
comment on column past_sends.source_id is 'As in send_log. No foreign key: the row outlives its source.';
comment on column past_sends.step_id is 'As in send_log. No foreign key: the row outlives its step.';
comment on column past_sends.status is 'As in send_log.';
comment on column past_sends.ended_at is 'As in send_log.';
comment on column past_sends.delivered_at is 'When the provider reported it as arrived; null if it did not.';
comment on column past_sends.soft_bounced_at is 'When it bounced for a time; null if it did not.';
comment on column past_sends.hard_bounced_at is 'When it bounced for good; null if it did not.';
comment on column past_sends.complained_at is 'When it was reported as spam; null if it was not.';

alter table email_engagements
  add column kept_first_at timestamptz,
  add column kept_last_at timestamptz;
comment on column email_engagements.kept_first_at is
  'The first time of hits that are gone after retention.hits_days; null if none are.';
comment on column email_engagements.kept_last_at is 'The last time of hits that are gone.';

alter table engine_state
  add column hits_forgotten_at timestamptz,
  add column hits_forgotten_send_id bigint,
  add column runs_forgotten_at timestamptz,
  add column runs_forgotten_run_id bigint;
comment on column engine_state.hits_forgotten_at is
  'Hits of mail that ended by then are gone, and no more are kept of it; null if none are.';
comment on column engine_state.hits_forgotten_send_id is
  'Of mail that ended at that time, the last of which hits are gone. No foreign key: it is a position.';
comment on column engine_state.runs_forgotten_at is
  'Runs that ended by then were looked at by retention; null if none were.';
comment on column engine_state.runs_forgotten_run_id is
  'Of runs that ended at that time, the last that was looked at. No foreign key: it is a position.';

create index runs_ended_at_id_idx on runs (ended_at, id) where ended_at is not null;
comment on index runs_ended_at_id_idx is 'Runs that an account no longer keeps, in the order in which they ended.';
