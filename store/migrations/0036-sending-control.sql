-- The stop switch of sending, and how much was sent in each minute.
create table sending_control (
  only_row boolean primary key default true check (only_row),
  held_at timestamptz,
  held_by_kind text check (held_by_kind in ('environment', 'token', 'local')),
  held_by_name text,
  reason text,
  check ((held_at is null) = (reason is null))
);
insert into sending_control default values;
comment on table sending_control is 'Whether operators hold all mail back. One row; operators write it.';
comment on column sending_control.only_row is 'Always true; it keeps the table to one row.';
comment on column sending_control.held_at is 'Since when nothing is handed over; null while sending runs.';
comment on column sending_control.held_by_kind is 'How the one who holds it was authorised: environment, token or local.';
comment on column sending_control.held_by_name is 'The name of the token, or what the environment and the command line are called.';
comment on column sending_control.reason is 'Why, in the words of the one who holds it.';

create table sent_minutes (
  minute_at timestamptz primary key,
  sent bigint not null
);
comment on table sent_minutes is 'Mails accepted in each minute of the last hours. Processes add to it every second.';
comment on column sent_minutes.minute_at is 'The beginning of the minute.';
comment on column sent_minutes.sent is 'Mails that providers accepted in it, of all processes.';
