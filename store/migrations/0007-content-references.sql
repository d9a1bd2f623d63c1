-- What people know an email by: its title, else its subject; never blank. The characters are those
-- that JavaScript trims.
alter table emails add column name text not null generated always as (
  coalesce(
    title,
    nullif(btrim(subject, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF'), ''),
    'Email ' || id::text)) stored;

-- Which component or theme a text names in its tags, by key; written with the text itself. A key
-- may name nothing that exists.
create table content_references (
  email_id bigint references emails on delete cascade,
  layout_id bigint references layouts on delete cascade,
  component_id bigint references components on delete cascade,
  kind text not null check (kind in ('component', 'theme')),
  key text not null,
  check (num_nonnulls(email_id, layout_id, component_id) = 1)
);
create index content_references_key on content_references (kind, key, email_id);
create unique index content_references_email on content_references (email_id, kind, key)
  where email_id is not null;
create unique index content_references_layout on content_references (layout_id, kind, key)
  where layout_id is not null;
create unique index content_references_component on content_references (component_id, kind, key)
  where component_id is not null;

-- As componentKeysNamedIn and themeKeysNamedIn read a text.
with texts (email_id, layout_id, component_id, markup) as (
  select id, null::bigint, null::bigint, body_markdown from emails
  union all select null, id, null, html || E'\n' || css from layouts
  union all select null, null, id, html from components)
insert into content_references (email_id, layout_id, component_id, kind, key)
select distinct email_id, layout_id, component_id, 'component', found[2]
from texts,
  regexp_matches(markup, '\{%-?[ \t\r\n]*component[ \t\r\n]*(["''])([a-z0-9_-]+)\1', 'g') as found
union all
select distinct email_id, layout_id, component_id, 'theme', found[1]
from texts, regexp_matches(markup,
  '\{\{-?\s*theme\s*\.\s*([A-Za-z0-9_-]+)\s*\.\s*[A-Za-z0-9_-]+\s*(?:\.\s*[A-Za-z0-9_-]+\s*)*-?\}\}', 'g') as found
where found[1] <> 'dark';
