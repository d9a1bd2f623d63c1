-- The history: every change of an authored record with the record before and after, written by triggers in
-- the transaction of the change, and every other act of an operator (HIST-01 to HIST-10). One row for a
-- record and transaction. Transactions name the call that they do in "postroad.call"; where they name
-- none, the service itself changed the record.

create table changes (
  id bigint generated always as identity primary key,
  changed_at timestamptz not null,
  resource text not null,
  record text not null,
  record_id bigint,
  record_key text,
  record_name text,
  action text not null check (action in ('created', 'updated', 'deleted', 'done')),
  operation text,
  surface text not null
    check (surface in ('http', 'mcp', 'cli', 'console', 'engine', 'submission')),
  actor_kind text not null check (actor_kind in ('environment', 'token', 'local', 'engine')),
  actor_name text not null,
  revision bigint,
  before json,
  after json
);
create index changes_resource_record_id_idx on changes (resource, record, id);
create index changes_resource_record_key_id_idx on changes (resource, record_key, id)
  where record_key is not null;
create index changes_resource_id_idx on changes (resource, id);
create index changes_actor_name_id_idx on changes (actor_name, id);
create index changes_changed_at_idx on changes (changed_at);

comment on table changes is 'What operators did, and what the service changed of authored records. Triggers of authored tables and calls write it; rows go after retention.changes_days.';
comment on column changes.id is 'Primary key; newer changes have higher ids.';
comment on column changes.changed_at is 'When it happened.';
comment on column changes.resource is 'What was changed, as paths and live changes name it.';
comment on column changes.record is 'The id of the record, else its key; blank where there is only one, or many.';
comment on column changes.record_id is 'The id of the record; null where it has none. No foreign key: the history outlives its records.';
comment on column changes.record_key is 'The key of the record; null where it has none.';
comment on column changes.record_name is 'What operators called the record; null for people, whose names go with them.';
comment on column changes.action is 'done: an act that creates, updates or deletes no single record, such as an export.';
comment on column changes.operation is 'The operation of the call; null for the service itself.';
comment on column changes.surface is 'By which interface the call came; engine: by none, the service did it.';
comment on column changes.actor_kind is 'environment: API_TOKEN; token: a token of api_tokens; local: the command line on the database itself.';
comment on column changes.actor_name is 'The name of the token, so that it can be found after the token is gone.';
comment on column changes.revision is 'The revision of the record after the change, of a deleted one its last; null for other acts.';
comment on column changes.before is 'The row before the change, a sequence with its steps, of settings those that changed; null for a new record and for other acts. json, not jsonb: the order of keys is kept.';
comment on column changes.after is 'The same after the change; null for a deleted record.';

create function write_change(of_resource text, was json, becomes json, others text[]) returns void language plpgsql as $$
declare
  present json := coalesce(becomes, was);
  of_record text := coalesce(present ->> 'id', present ->> 'key', '');
  call jsonb := coalesce(nullif(current_setting('postroad.call', true), ''), '{}')::jsonb;
  first_id bigint := nullif(current_setting('postroad.first_change', true), '')::bigint;
  held_id bigint;
  held_before json;
begin
  if call ? 'ingest' then return; end if;
  if first_id is not null then
    select c.id, c.before into held_id, held_before from changes c
    where c.resource = of_resource and c.record = of_record and c.id >= first_id
      and c.xmin = pg_current_xact_id()::xid
    order by c.id desc limit 1;
  end if;
  if held_id is null then
    insert into changes (changed_at, resource, record, record_id, record_key, record_name, action,
      operation, surface, actor_kind, actor_name, revision, before, after)
    values (
      coalesce(nullif(current_setting('postroad.now', true), '')::timestamptz,
        date_trunc('milliseconds', now())),
      of_resource, of_record, (present ->> 'id')::bigint, present ->> 'key',
      case when of_record <> '' then present ->> 'name' end,
      case when was is null then 'created' when becomes is null then 'deleted' else 'updated' end,
      call ->> 'operation', coalesce(call ->> 'surface', 'engine'),
      coalesce(call ->> 'actor_kind', 'engine'), coalesce(call ->> 'actor_name', 'engine'),
      (present ->> 'revision')::bigint, was, becomes)
    returning id into held_id;
    if first_id is null then
      perform set_config('postroad.first_change', held_id::text, true);
    end if;
    return;
  end if;
  if held_before is null and becomes is null
    or authored_columns(held_before, others) = authored_columns(becomes, others) then
    delete from changes where id = held_id;
    return;
  end if;
  update changes set after = becomes, revision = (present ->> 'revision')::bigint,
    record_name = case when of_record <> '' then present ->> 'name' end,
    action = case when held_before is null then 'created' when becomes is null then 'deleted'
      else 'updated' end
  where id = held_id;
end
$$;
comment on function write_change(text, json, json, text[]) is 'Writes a change of a record, or adds it to what the same transaction did to the record before; what comes back to where it was leaves none.';

create function note_change() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'] || tg_argv[1:];
begin
  if tg_op = 'INSERT' then
    perform write_change(tg_argv[0], null, row_to_json(new), others);
  elsif tg_op = 'UPDATE' then
    perform write_change(tg_argv[0], row_to_json(old), row_to_json(new), others);
  else
    perform write_change(tg_argv[0], row_to_json(old), null, others);
    return old;
  end if;
  return null;
end
$$;
comment on function note_change() is 'Writes a change of an authored record to the history. Its arguments are the resource and the columns that are not authored.';

create function steps_of(of_sequence bigint) returns jsonb language plpgsql stable as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) - array['sequence_id', 'created_at', 'updated_at', 'later_step_ids']
      order by s.position), '[]')
    from sequence_steps s where s.sequence_id = of_sequence);
end
$$;
comment on function steps_of(bigint) is 'The steps of a sequence, as the history has them.';

create function note_sequence_change() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'];
  earlier jsonb := coalesce(nullif(current_setting('postroad.steps_before', true), ''), '{}')::jsonb;
  was jsonb;
  becomes jsonb;
begin
  if tg_op <> 'INSERT' then
    was := to_jsonb(old) || jsonb_build_object('steps', coalesce(earlier -> old.id::text, steps_of(old.id)));
  end if;
  if tg_op <> 'DELETE' then
    becomes := to_jsonb(new) || jsonb_build_object('steps', steps_of(new.id));
  end if;
  perform write_change('sequences', was::json, becomes::json, others);
  if tg_op = 'DELETE' then return old; end if;
  return null;
end
$$;
comment on function note_sequence_change() is 'Writes a change of a sequence, with its steps, to the history.';

create function note_setting_change() returns trigger language plpgsql as $$
declare
  setting text := case when tg_op = 'DELETE' then old.key else new.key end;
  was json;
  becomes json;
  held_id bigint;
  held_before json;
  held_after json;
  first_id bigint := nullif(current_setting('postroad.first_change', true), '')::bigint;
begin
  if tg_op <> 'INSERT' then was := old.value; end if;
  if tg_op <> 'DELETE' then becomes := new.value; end if;
  if was::text = becomes::text then return null; end if;
  if first_id is not null then
    select c.id, c.before, c.after into held_id, held_before, held_after from changes c
    where c.resource = 'settings' and c.record = '' and c.id >= first_id
      and c.xmin = pg_current_xact_id()::xid
    order by c.id desc limit 1;
  end if;
  if held_id is null then
    perform write_change('settings', json_build_object('settings', json_build_object(setting, was)),
      json_build_object('settings', json_build_object(setting, becomes)), '{}');
    select max(id) into held_id from changes where resource = 'settings' and record = '';
  else
    update changes set
      before = json_build_object('settings',
        jsonb_build_object(setting, was) || (held_before -> 'settings')::jsonb),
      after = json_build_object('settings',
        (held_after -> 'settings')::jsonb || jsonb_build_object(setting, becomes))
    where id = held_id;
  end if;
  update changes set revision = (select settings_revision from profile)
  where id = held_id and xmin = pg_current_xact_id()::xid;
  return null;
end
$$;
comment on function note_setting_change() is 'Writes the settings that a transaction changes, each before and after, to the history.';

create or replace function grow_sequence_revision() returns trigger language plpgsql as $$
declare
  others text[] := array['created_at', 'updated_at', 'later_step_ids'];
  unshown text[] := array['sequence_id', 'created_at', 'updated_at', 'later_step_ids'];
  changed bigint[];
  earlier jsonb;
begin
  if tg_op = 'INSERT' then
    changed := array(select distinct n.sequence_id from new_steps n);
    select jsonb_object_agg(c.id, coalesce((
      select jsonb_agg(to_jsonb(s) - unshown order by s.position) from sequence_steps s
      where s.sequence_id = c.id and s.id not in (select n.id from new_steps n)), '[]'))
    into earlier from unnest(changed) c (id);
  elsif tg_op = 'DELETE' then
    changed := array(select distinct o.sequence_id from old_steps o);
    select jsonb_object_agg(c.id, (
      select jsonb_agg(to_jsonb(s) - unshown order by s.position) from (
        select k.* from sequence_steps k where k.sequence_id = c.id
        union all select o.* from old_steps o where o.sequence_id = c.id) s))
    into earlier from unnest(changed) c (id);
  else
    changed := array(
      select distinct n.sequence_id from new_steps n join old_steps o on o.id = n.id
      where authored_columns(row_to_json(n), others) <> authored_columns(row_to_json(o), others));
    select jsonb_object_agg(c.id, (
      select jsonb_agg(to_jsonb(s) - unshown order by s.position) from (
        select k.* from sequence_steps k
        where k.sequence_id = c.id and k.id not in (select n.id from new_steps n)
        union all select o.* from old_steps o where o.sequence_id = c.id) s))
    into earlier from unnest(changed) c (id);
  end if;
  if changed = '{}' then return null; end if;
  perform set_config('postroad.steps_before', earlier::text, true);
  update sequences set revision = revision + 1 where id = any (changed);
  perform set_config('postroad.steps_before', '', true);
  return null;
end
$$;

create trigger themes_created after insert on themes
  for each row execute function note_change('themes');
create trigger themes_updated after update on themes
  for each row when (old.revision <> new.revision) execute function note_change('themes');
create trigger themes_deleted before delete on themes
  for each row execute function note_change('themes');
create trigger products_created after insert on products
  for each row execute function note_change('products');
create trigger products_updated after update on products
  for each row when (old.revision <> new.revision) execute function note_change('products');
create trigger products_deleted before delete on products
  for each row execute function note_change('products');
create trigger layouts_created after insert on layouts
  for each row execute function note_change('templates');
create trigger layouts_updated after update on layouts
  for each row when (old.revision <> new.revision) execute function note_change('templates');
create trigger layouts_deleted before delete on layouts
  for each row execute function note_change('templates');
create trigger components_created after insert on components
  for each row execute function note_change('components');
create trigger components_updated after update on components
  for each row when (old.revision <> new.revision) execute function note_change('components');
create trigger components_deleted before delete on components
  for each row execute function note_change('components');
create trigger emails_created after insert on emails
  for each row execute function note_change('emails', 'name', 'is_blank');
create trigger emails_updated after update on emails
  for each row when (old.revision <> new.revision) execute function note_change('emails', 'name', 'is_blank');
create trigger emails_deleted before delete on emails
  for each row execute function note_change('emails', 'name', 'is_blank');
create trigger flows_created after insert on flows
  for each row execute function note_change('flows', 'version');
create trigger flows_updated after update on flows
  for each row when (old.revision <> new.revision) execute function note_change('flows', 'version');
create trigger flows_deleted before delete on flows
  for each row execute function note_change('flows', 'version');
create trigger broadcasts_created after insert on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending');
create trigger broadcasts_updated after update on broadcasts
  for each row when (old.revision <> new.revision) execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending');
create trigger broadcasts_deleted before delete on broadcasts
  for each row execute function note_change('broadcasts', 'started_at', 'finished_at', 'effective_emails_per_hour', 'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending');
create trigger segments_created after insert on segments
  for each row execute function note_change('segments');
create trigger segments_updated after update on segments
  for each row when (old.revision <> new.revision) execute function note_change('segments');
create trigger segments_deleted before delete on segments
  for each row execute function note_change('segments');
create trigger guards_created after insert on guards
  for each row execute function note_change('guards');
create trigger guards_updated after update on guards
  for each row when (old.revision <> new.revision) execute function note_change('guards');
create trigger guards_deleted before delete on guards
  for each row execute function note_change('guards');
create trigger fields_created after insert on fields
  for each row when (not new.used) execute function note_change('fields', 'used');
create trigger fields_updated after update on fields
  for each row when (old.revision <> new.revision) execute function note_change('fields', 'used');
create trigger fields_deleted before delete on fields
  for each row execute function note_change('fields', 'used');
create trigger profile_updated after update on profile
  for each row when (old.revision <> new.revision)
  execute function note_change('profile', 'settings_revision');
create trigger sequences_created after insert on sequences
  for each row execute function note_sequence_change();
create trigger sequences_updated after update on sequences
  for each row when (old.revision <> new.revision) execute function note_sequence_change();
create trigger sequences_deleted before delete on sequences
  for each row execute function note_sequence_change();
create trigger settings_written after insert or update or delete on settings
  for each row execute function note_setting_change();
