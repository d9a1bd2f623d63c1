-- An activation and an edit wrote a row for each member of a segment, and deleted those there were. They note who is inside in one
-- bit for each person; the comparison of everybody that follows makes the rows, a part of the people at a time.

alter table watched_segments
  add column taking integer not null default 0,
  add column unwatched_at timestamptz;
comment on column watched_segments.taking is 'How often the members were taken before; rows of segment_people of another taking say nothing.';
comment on column watched_segments.unwatched_at is 'When no flow started on it any more: what is kept of it is deleted in portions. Null while it is watched.';
alter table segment_people add column taking integer not null default 0;
comment on column segment_people.taking is 'Since which taking of the members the row says so; one of an earlier taking says nothing, until everybody was compared.';

create table segment_snapshots (
  segment_id bigint not null references watched_segments on delete cascade,
  block bigint not null,
  members bigint not null,
  primary key (segment_id, block)
);
comment on table segment_snapshots is 'Who was in a watched segment when its members were taken, of the people who were not compared since.';
comment on column segment_snapshots.segment_id is 'The segment.';
comment on column segment_snapshots.block is 'A block of 64 ids: those of the people whose id divided by 64 is this.';
comment on column segment_snapshots.members is 'Which of the block were inside, one bit for each; the lowest is that of the lowest id.';
