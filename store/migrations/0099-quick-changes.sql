-- The history of an update costs nearly half as much (HIST-16).
--
-- The checks of the words of a change are those of types: PostgreSQL reads the conditions of a table from their text
-- for each statement, and keeps those of a type. A type without a check is put in first, which rewrites no rows.

create domain change_action as text;
create domain change_surface as text;
create domain change_actor_kind as text;
comment on domain change_action is 'What was done to a record; "done" is an act that is none of the others.';
comment on domain change_surface is 'Where a call came from; the engine is none.';
comment on domain change_actor_kind is 'What kind of caller it was.';

alter table changes
  drop constraint changes_action_check,
  drop constraint changes_surface_check,
  drop constraint changes_actor_kind_check,
  alter column action type change_action,
  alter column surface type change_surface,
  alter column actor_kind type change_actor_kind;

alter domain change_action add constraint change_action_check
  check (value = any ('{created,updated,deleted,done}'::text[]));
alter domain change_surface add constraint change_surface_check
  check (value = any ('{http,mcp,cli,console,engine,submission}'::text[]));
alter domain change_actor_kind add constraint change_actor_kind_check
  check (value = any ('{environment,token,local,engine}'::text[]));

-- Ids rise with time, so a moment is looked up by id. The table is written for each change, and asked for moments by
-- its list and once an hour.
drop index changes_changed_at_idx;

create function newest_change_before(moment timestamptz) returns bigint stable language plpgsql as $$
declare
  low bigint := 0;
  high bigint := coalesce((select max(id) from changes), 0) + 1;
  middle bigint;
  tried record;
begin
  while low + 1 < high loop
    middle := (low + high) / 2;
    select c.id, c.changed_at into tried from changes c
    where c.id >= middle and c.id < high order by c.id limit 1;
    if tried.changed_at < moment then low := tried.id; else high := middle; end if;
  end loop;
  return low;
end
$$;
comment on function newest_change_before(timestamptz) is 'The id of the newest change before a moment, or of one near it where some have ids that are not in the order of time; 0 if there is none.';

-- An update of a record with an id and a key, as most are, is counted and written by one trigger, before the row is
-- written: it makes JSON of either row once, inserts what it has without further functions, and leaves nothing for the
-- end of the statement. A condition of a trigger would be read from its text for each statement.
create function note_update() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'] || tg_argv[1:];
  was json := row_to_json(old);
  becomes json;
  call jsonb;
  first_id text;
begin
  new.revision := old.revision + 1;
  becomes := row_to_json(new);
  if authored_columns(was, others) = authored_columns(becomes, others) then
    new.revision := old.revision;
    return new;
  end if;
  if starts_with(current_setting('postroad.expected_revision', true), tg_table_name || ' ') then
    perform check_expected_revision(tg_table_name || ' ' || old.id, old.revision);
  end if;
  if current_setting('postroad.first_change', true) <> '' then
    perform write_change(tg_argv[0], new.id, new.key, new.name, new.revision, was, becomes, tg_argv[1:]);
    return new;
  end if;
  call := nullif(current_setting('postroad.call', true), '');
  if call ? 'ingest' then return new; end if;
  insert into changes (changed_at, resource, record, record_id, record_key, record_name, action,
    operation, surface, actor_kind, actor_name, revision, before, after)
  values (
    coalesce(nullif(current_setting('postroad.now', true), '')::timestamptz,
      date_trunc('milliseconds', now())),
    tg_argv[0], new.id, new.id, new.key, new.name, 'updated',
    call ->> 'operation', coalesce(call ->> 'surface', 'engine'),
    coalesce(call ->> 'actor_kind', 'engine'), coalesce(call ->> 'actor_name', 'engine'),
    new.revision, was, becomes)
  returning set_config('postroad.first_change', id::text, true) into first_id;
  return new;
end
$$;
comment on function note_update() is 'Counts an update of an authored record with an id and a key, and writes it to the history. Its arguments are the resource and the columns that are not authored.';

-- Not of emails and webhook endpoints: their generated columns have their values only afterwards.
create or replace trigger components_revision before delete on components
  for each row execute function grow_revision();
create or replace trigger components_updated before update on components
  for each row execute function note_update('components');
create or replace trigger flows_revision before delete on flows
  for each row execute function grow_revision('version');
create or replace trigger flows_updated before update on flows
  for each row execute function note_update('flows', 'version');
create or replace trigger forms_revision before delete on forms
  for each row execute function grow_revision();
create or replace trigger forms_updated before update on forms
  for each row execute function note_update('forms');
create or replace trigger guards_revision before delete on guards
  for each row execute function grow_revision();
create or replace trigger guards_updated before update on guards
  for each row execute function note_update('guards');
create or replace trigger layouts_revision before delete on layouts
  for each row execute function grow_revision();
create or replace trigger layouts_updated before update on layouts
  for each row execute function note_update('templates');
create or replace trigger products_revision before delete on products
  for each row execute function grow_revision();
create or replace trigger products_updated before update on products
  for each row execute function note_update('products');
create or replace trigger segments_revision before delete on segments
  for each row execute function grow_revision();
create or replace trigger segments_updated before update on segments
  for each row execute function note_update('segments');
create or replace trigger themes_revision before delete on themes
  for each row execute function grow_revision();
create or replace trigger themes_updated before update on themes
  for each row execute function note_update('themes');
