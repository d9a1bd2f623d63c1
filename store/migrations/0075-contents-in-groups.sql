-- What mails handed over lies in groups: a row for the mails of one statement, not for each mail (SENT-04).

alter table send_contents rename to contents_of_mails;
alter table contents_of_mails drop constraint send_contents_pkey;
drop index send_contents_made_at_idx;

create table send_contents (
  id bigint generated always as identity,
  send_range bigint not null,
  frame_id bigint not null,
  made_at timestamptz not null,
  send_ids bigint[] not null,
  merge_values text not null
) with (toast_tuple_target = 256);
alter table send_contents alter column send_ids set storage main;
alter table send_contents alter column merge_values set storage main;

insert into send_contents (send_range, frame_id, made_at, send_ids, merge_values)
select send_id / 1000, frame_id, made_at, array_agg(send_id), string_agg(merge_values, chr(30))
from contents_of_mails group by made_at, send_id / 1000, frame_id order by made_at;
drop table contents_of_mails;

alter table send_contents add constraint send_contents_pkey primary key (id);
create index send_contents_send_range_idx on send_contents (send_range);
create index send_contents_made_at_idx on send_contents (made_at);
comment on table send_contents is 'What attempts at mails handed over: with their frame, all that the mails are made of. A row has the mails of one frame and range that one statement began; of several of one mail the newest counts.';
comment on column send_contents.id is 'Puts the attempts at a mail in their order.';
comment on column send_contents.send_range is 'The ids of its sends, divided by 1000: an entry for each mail in an index would cost more than the rest of the row.';
comment on column send_contents.frame_id is 'Their frame. No foreign key: a check for each mail would cost more than it tells, and a frame is deleted only when all contents are newer than its last use.';
comment on column send_contents.made_at is 'The time of the mails: their Date, and now in their template.';
comment on column send_contents.send_ids is 'The sends. No foreign key: they move from sends to send_log.';
comment on column send_contents.merge_values is 'For each of the sends a JSON object, with the character U+001E between them: the values of person, event and automation that its compile may read.';
comment on index send_contents_send_range_idx is 'What a mail handed over.';
comment on index send_contents_made_at_idx is 'Contents that are no longer kept.';
