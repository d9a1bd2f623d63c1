-- What was sent: the values of each mail, and what mails share.
create table send_frames (
  id bigint generated always as identity primary key,
  digest bytea not null unique,
  compiled bytea not null,
  parts jsonb not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index send_frames_used_at_idx on send_frames (used_at);
comment on index send_frames_used_at_idx is 'Frames that no content names any more.';
comment on table send_frames is
  'What mails of one compile share, by its digest, so that a mail is made again as it was when its email is compiled again or deleted.';
comment on column send_frames.id is 'Primary key.';
comment on column send_frames.digest is 'SHA-256 of compile and parts, which never change.';
comment on column send_frames.compiled is 'The compile, packed as in email_compiles.';
comment on column send_frames.parts is
  'JSON object: sender, base address of links, tracking, account, and the fingerprint of the signing key.';
comment on column send_frames.created_at is 'When a mail used it first.';
comment on column send_frames.used_at is
  'When a mail used it last, a day too early at most.';

create table send_contents (
  send_id bigint primary key,
  frame_id bigint not null,
  made_at timestamptz not null,
  merge_values text not null
) with (toast_tuple_target = 256);
-- Long values are compressed where they are, not moved to another table.
alter table send_contents alter column merge_values set storage main;
create index send_contents_made_at_idx on send_contents (made_at);
comment on index send_contents_made_at_idx is 'Contents that are no longer kept.';
comment on table send_contents is
  'What the last attempt at each mail handed over: with its frame, all that the mail is made of.';
comment on column send_contents.send_id is
  'The send. No foreign key: it moves from sends to send_log.';
comment on column send_contents.frame_id is
  'Its frame. No foreign key: a check for each mail would cost more than it tells, and a frame is deleted only when all contents are newer than its last use.';
comment on column send_contents.made_at is 'The time of the mail: its Date, and now in its template.';
comment on column send_contents.merge_values is
  'JSON object: the values of person, event and automation that its compile may read.';
