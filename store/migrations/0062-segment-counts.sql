-- How many people are in each segment, counted by upkeep and shown by lists (COUNT-05). Upkeep fills it
-- after the start.
create table segment_counts (
  segment_id bigint primary key references segments on delete cascade,
  people bigint,
  sendable bigint,
  counted_at timestamptz not null
);
comment on table segment_counts is 'How many people are in each segment. Upkeep counts one after the other, the oldest count first; a save counts too where that is quick.';
comment on column segment_counts.segment_id is 'The segment.';
comment on column segment_counts.people is 'Everybody in it; null where counting took too long.';
comment on column segment_counts.sendable is 'Those of them who are not suppressed; null where counting took too long.';
comment on column segment_counts.counted_at is 'When they were counted.';
