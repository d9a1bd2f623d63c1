-- Erasing a person also erases what taggings searched for and found the person by.
alter table taggings add filter_expires boolean not null default false;
comment on column taggings.filter_expires is 'Whether a person was erased whom the filter finds by a text or an id, which are then forgotten when the tagging ends.';
comment on column taggings.filter is 'The filters of the list of people, as they were given. Texts and ids that found a person who was erased read (erased).';
