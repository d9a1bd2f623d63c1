-- Whom emails are previewed as where nobody is named.
alter table instance
  add column preview_person_id bigint references people on delete set null;
