-- Tests that are filled in for somebody else than they go to.
create table test_readers (
  send_id bigint primary key,
  person_id bigint not null references people on delete cascade
);
create index test_readers_person_id_idx on test_readers (person_id);
comment on table test_readers is
  'Test sends that show an email as it is for a person other than their recipient.';
comment on column test_readers.send_id is
  'The send. No foreign key: it moves from sends to send_log.';
comment on column test_readers.person_id is 'The person whose values the mail has.';
comment on index test_readers_person_id_idx is 'For the foreign key, and for erasing what the tests showed.';
