-- Files of messages, and mail that programs submit by SMTP (MSG-13, MSG-14, SUBM-05 to SUBM-07). A file is
-- stored in chunks before the transaction of its message, which uses it; one that nothing uses is swept.

create table message_files (
  id bigint generated always as identity primary key,
  octets bigint not null default 0,
  eight_bit boolean not null default false,
  used boolean not null default false,
  created_at timestamptz not null
);
create index message_files_created_at_idx on message_files (created_at);
create index message_files_created_at_unused_idx on message_files (created_at) where not used;
comment on index message_files_created_at_idx is 'For forgetting the oldest.';
comment on index message_files_created_at_unused_idx is 'For sweeping files whose call ended without a message.';
comment on column message_files.used is 'Whether a message has it.';
comment on table message_files is 'Bytes of files of messages, and of mail that was submitted whole. A file goes with the last message that uses it.';
comment on column message_files.id is 'The file.';
comment on column message_files.octets is 'Its length; 0 until it is complete.';
comment on column message_files.eight_bit is 'Whether it has bytes beyond ASCII, for mail that was submitted.';
comment on column message_files.created_at is 'When its first byte arrived.';

create table message_file_chunks (
  file_id bigint not null references message_files on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (file_id, position)
);
alter table message_file_chunks alter column bytes set storage external;
comment on table message_file_chunks is 'The bytes of a file in order, so that no process needs to hold a file.';
comment on column message_file_chunks.file_id is 'The file.';
comment on column message_file_chunks.position is 'Counts from 0; of submitted mail, 0 is its headers.';
comment on column message_file_chunks.bytes is 'Stored as they are: files are compressed already.';

create table message_file_uses (
  send_id bigint not null references messages on delete cascade,
  position integer not null,
  file_id bigint not null references message_files,
  filename text,
  content_type text,
  content_id text,
  primary key (send_id, position)
);
create index message_file_uses_file_id_idx on message_file_uses (file_id);
comment on table message_file_uses is 'Which files a message has.';
comment on column message_file_uses.send_id is 'The message.';
comment on column message_file_uses.position is 'In the order of the call.';
comment on column message_file_uses.file_id is 'The file; one submitted mail to several people is one file.';
comment on column message_file_uses.filename is 'The name that readers see; null where the file is the whole mail, as it was submitted.';
comment on column message_file_uses.content_type is 'As in the header of its part.';
comment on column message_file_uses.content_id is 'By which HTML shows it, as in cid:logo; null for an attachment.';
comment on index message_file_uses_file_id_idx is 'Whether anything uses a file.';

create function forget_unused_files() returns trigger language plpgsql as $$
begin
  delete from message_files f using (select distinct file_id from old_rows) o
  where f.id = o.file_id and not exists (select from message_file_uses u where u.file_id = f.id);
  return null;
end $$;
create trigger message_file_uses_deleted after delete on message_file_uses
  referencing old table as old_rows for each statement execute function forget_unused_files();

create table submissions (
  actor text not null,
  message_id text not null,
  address text not null,
  body_hash text not null,
  send_id bigint not null references messages on delete cascade,
  created_at timestamptz not null,
  primary key (actor, message_id, address)
);
create index submissions_created_at_idx on submissions (created_at);
create index submissions_send_id_idx on submissions (send_id);
comment on table submissions is 'Mail that was submitted in the last day, so that what a program submits again is sent once (SUBM-06).';
comment on column submissions.actor is 'Who submitted it: a token, or the environment.';
comment on column submissions.message_id is 'Its Message-ID, with angle brackets.';
comment on column submissions.address is 'The recipient.';
comment on column submissions.body_hash is 'SHA-256 of its subject and body, in hex.';
comment on column submissions.send_id is 'The message that it became.';
comment on column submissions.created_at is 'When it was accepted.';
comment on index submissions_created_at_idx is 'For forgetting the oldest.';
comment on index submissions_send_id_idx is 'For the foreign key.';
