-- Messages: mail that a program sends by one call (MSG-05 to MSG-18). A message is a send, and its
-- id the id of the send. Words of its own, which no email has, are kept with it.

alter table sends alter column email_id drop not null;
alter table send_log alter column email_id drop not null;
alter table past_sends alter column email_id drop not null;
comment on column sends.email_id is 'The email; its content is read when it is sent. Null for a message with words of its own.';
comment on column send_log.email_id is 'The email; null for a message with words of its own. No foreign key: the log is asked before an email is deleted, and a check for each send would cost more than it tells.';
comment on column past_sends.email_id is 'As in send_log. No foreign key: the row outlives the email.';
comment on column sends.source_id is 'The flow, sequence or broadcast; null for a test and a message. No foreign key: it is an id of one of three tables.';
comment on column send_log.source_id is 'The flow, sequence or broadcast; null for a test and a message. No foreign key: it is an id of one of three tables, and the log outlives them.';

alter table sends drop constraint sends_source_kind_check;
alter table sends add constraint sends_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'test', 'message'));
alter table send_log drop constraint send_log_source_kind_check;
alter table send_log add constraint send_log_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'test', 'message'));
alter table past_sends drop constraint past_sends_source_kind_check;
alter table past_sends add constraint past_sends_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table figure_changes drop constraint figure_changes_source_kind_check;
alter table figure_changes add constraint figure_changes_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table figure_days drop constraint figure_days_source_kind_check;
alter table figure_days add constraint figure_days_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table figure_months drop constraint figure_months_source_kind_check;
alter table figure_months add constraint figure_months_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table figure_quarters drop constraint figure_quarters_source_kind_check;
alter table figure_quarters add constraint figure_quarters_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table figure_totals drop constraint figure_totals_source_kind_check;
alter table figure_totals add constraint figure_totals_source_kind_check
  check (source_kind in ('flow', 'sequence', 'broadcast', 'message'));
alter table live_counts drop constraint live_counts_subject_check;
alter table live_counts add constraint live_counts_subject_check
  check (subject in ('flow', 'sequence', 'broadcast', 'test', 'message', 'tag', 'product'));
alter table live_count_changes drop constraint live_count_changes_subject_check;
alter table live_count_changes add constraint live_count_changes_subject_check
  check (subject in ('flow', 'sequence', 'broadcast', 'test', 'message', 'tag', 'product'));

comment on column figure_changes.email_id is 'The email; 0 for messages with words of their own. No foreign key: figures outlive it.';

create index sends_due_at_id_message_idx on sends (due_at, id)
  where status = 'scheduled' and source_kind = 'message';
comment on index sends_due_at_id_message_idx is 'The claim of due messages, which go before all other mail.';

create table messages (
  send_id bigint primary key,
  person_id bigint not null references people on delete cascade,
  to_address text not null,
  subject text not null,
  from_address text,
  reply_to text,
  cc text[] not null default '{}',
  bcc text[] not null default '{}',
  headers jsonb not null default '[]',
  tracking boolean,
  data jsonb,
  body_markdown text,
  layout_id integer,
  compiled bytea,
  created_at timestamptz not null
);
create index messages_person_id_send_id_idx on messages (person_id, send_id);
comment on table messages is 'What a call asked for of a message; its state is that of its send. It goes with its person, and with its send when that leaves the log.';
comment on column messages.send_id is 'The send, and the id of the message. No foreign key: it moves from sends to send_log.';
comment on column messages.person_id is 'The person whom it is to.';
comment on column messages.to_address is 'The address that it was written to; the mail goes there, also if the person has another one by then.';
comment on column messages.subject is 'The subject as it was written, of its email or its own.';
comment on column messages.from_address is 'The sender that the call named; null: as the email or the profile says.';
comment on column messages.reply_to is 'Where answers go; null: as the email or the profile says.';
comment on column messages.cc is 'Addresses that see a copy, and that all recipients see.';
comment on column messages.bcc is 'Addresses that get a copy, which nobody sees.';
comment on column messages.headers is 'Further headers: a list of pairs of name and value.';
comment on column messages.tracking is 'Whether opens and clicks are counted; null: as the email says.';
comment on column messages.data is 'The values of data in Liquid; null where none were given, and once content is no longer kept.';
comment on column messages.body_markdown is 'Its own words; null where it sends an email, and once content is no longer kept.';
comment on column messages.layout_id is 'The layout of its own words; null: the default layout. No foreign key: it is what the call said, and the compile has it.';
comment on column messages.compiled is 'The compile of its own words, packed as in email_compiles; null where it sends an email, and once content is no longer kept.';
comment on column messages.created_at is 'When it was accepted.';
comment on index messages_person_id_send_id_idx is 'The messages of a person, newest last; also for the foreign key.';
