-- Flows that start as somebody enters or leaves a segment (TRIG2-01 to TRIG2-03).

create table watched_segments (
  segment_id bigint primary key references segments on delete cascade,
  after_person_id bigint not null,
  last_person_id bigint not null,
  watched_at timestamptz not null
);
comment on table watched_segments is 'The segments whose members are kept, since a live or paused flow starts as somebody enters or leaves them.';
comment on column watched_segments.segment_id is 'The segment.';
comment on column watched_segments.after_person_id is 'The last person who was compared since the members were taken. No foreign key: the person may be gone.';
comment on column watched_segments.last_person_id is 'The last person there was when the members were taken. No foreign key: the person may be gone.';
comment on column watched_segments.watched_at is 'When the members were taken.';

create table segment_people (
  person_id bigint not null references people on delete cascade,
  segment_id bigint not null references watched_segments on delete cascade,
  inside boolean not null,
  recheck_at timestamptz,
  primary key (person_id, segment_id)
);
create index segment_people_segment_id_idx on segment_people (segment_id);
create index segment_people_recheck_at_idx on segment_people (recheck_at) where recheck_at is not null;
comment on table segment_people is 'Who is in a watched segment, and who may enter or leave it through time alone.';
comment on column segment_people.person_id is 'The person.';
comment on column segment_people.segment_id is 'The segment.';
comment on column segment_people.inside is 'Whether the person was in the segment when last compared.';
comment on column segment_people.recheck_at is 'The earliest time at which time alone may change that; null where it cannot.';
comment on index segment_people_segment_id_idx is 'For the foreign key.';
comment on index segment_people_recheck_at_idx is 'For the people whose time has come.';

create table segment_checks (
  id bigint generated always as identity primary key,
  person_id bigint not null,
  chain integer not null,
  created_at timestamptz not null
);
comment on table segment_checks is 'People who changed, to be compared with the watched segments; a round takes them off within a second.';
comment on column segment_checks.id is 'Primary key.';
comment on column segment_checks.person_id is 'The person. No foreign key: one who is gone is passed over.';
comment on column segment_checks.chain is 'Number of flows that led to the change without a wait.';
comment on column segment_checks.created_at is 'When the person changed.';

-- New people, in whatever way they came.
create function check_new_people() returns trigger language plpgsql as $$
begin
  if exists (select from watched_segments) then
    insert into segment_checks (person_id, chain, created_at)
    select id, 0, created_at from made order by id;
  end if;
  return null;
end $$;
create trigger people_segments_new after insert on people
  referencing new table as made for each statement execute function check_new_people();
