-- Tags that many people get or lose, by a filter (FIND-04). The lane of taggings writes them batch by
-- batch, so that a kill loses nothing and no transaction is large.
create table taggings (
  id bigint generated always as identity primary key,
  status text not null default 'working'
    check (status in ('working', 'done', 'failed', 'canceled')),
  add_tags text[] not null,
  remove_tags text[] not null,
  filter jsonb not null,
  after_id bigint not null default 0,
  last_id bigint not null,
  people bigint not null default 0,
  changed bigint not null default 0,
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index taggings_id_idx on taggings (id) where status = 'working';

comment on table taggings is 'Tags that operators put on many people, or take off, by a filter. Removed some time after they have ended.';
comment on column taggings.id is 'Primary key.';
comment on column taggings.status is 'working while people are written; done, failed and canceled are final.';
comment on column taggings.add_tags is 'Tags that everybody gets whom the filter means.';
comment on column taggings.remove_tags is 'Tags that they lose.';
comment on column taggings.filter is 'The filters of the list of people, as they were given.';
comment on column taggings.after_id is 'People up to this id have been examined. No foreign key: the person may be erased meanwhile.';
comment on column taggings.last_id is 'The highest id when the tagging began; later people are not meant. No foreign key: the person may be erased meanwhile.';
comment on column taggings.people is 'People examined so far whom the filter means.';
comment on column taggings.changed is 'Those of them who got or lost a tag.';
comment on column taggings.reason is 'Why the tagging failed.';
comment on column taggings.created_at is 'When the operator began it.';
comment on column taggings.finished_at is 'When it ended; null until then.';
