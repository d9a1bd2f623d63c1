-- A change takes id, key, name and revision from the columns of its record. It read them from the text of the
-- record before, which was parsed five times (HIST-16).

drop function write_change(text, json, json, text[]);

create function write_change(of_resource text, of_id bigint, of_key text, of_name text, of_revision bigint, was json, becomes json, others text[]) returns void language plpgsql as $$
declare
  of_record text := coalesce(of_id::text, of_key, '');
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
      of_resource, of_record, of_id, of_key,
      case when of_record <> '' then of_name end,
      case when was is null then 'created' when becomes is null then 'deleted' else 'updated' end,
      call ->> 'operation', coalesce(call ->> 'surface', 'engine'),
      coalesce(call ->> 'actor_kind', 'engine'), coalesce(call ->> 'actor_name', 'engine'),
      of_revision, was, becomes)
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
  update changes set after = becomes, revision = of_revision,
    record_name = case when of_record <> '' then of_name end,
    action = case when held_before is null then 'created' when becomes is null then 'deleted'
      else 'updated' end
  where id = held_id;
end
$$;
comment on function write_change(text, bigint, text, text, bigint, json, json, text[]) is 'Writes a change of a record, or adds it to what the same transaction did to the record before; what comes back to where it was leaves none.';

create or replace function note_change() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'] || tg_argv[1:];
  present record;
  of_id bigint;
  of_key text;
begin
  if tg_op = 'DELETE' then present := old; else present := new; end if;
  -- Not every table has these columns.
  if tg_argv[0] not in ('fields', 'profile') then of_id := present.id; end if;
  if tg_argv[0] not in ('broadcasts', 'profile') then of_key := present.key; end if;
  perform write_change(tg_argv[0], of_id, of_key, present.name, present.revision,
    case when tg_op <> 'INSERT' then row_to_json(old) end,
    case when tg_op <> 'DELETE' then row_to_json(new) end, others);
  if tg_op = 'DELETE' then return old; end if;
  return null;
end
$$;

create or replace function note_sequence_change() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'];
  earlier jsonb := coalesce(nullif(current_setting('postroad.steps_before', true), ''), '{}')::jsonb;
  was jsonb;
  becomes jsonb;
  present record;
begin
  if tg_op <> 'INSERT' then
    was := to_jsonb(old) || jsonb_build_object('steps', coalesce(earlier -> old.id::text, steps_of(old.id)));
  end if;
  if tg_op <> 'DELETE' then
    becomes := to_jsonb(new) || jsonb_build_object('steps', steps_of(new.id));
  end if;
  if tg_op = 'DELETE' then present := old; else present := new; end if;
  perform write_change('sequences', present.id, present.key, present.name, present.revision,
    was::json, becomes::json, others);
  if tg_op = 'DELETE' then return old; end if;
  return null;
end
$$;

create or replace function note_setting_change() returns trigger language plpgsql as $$
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
    perform write_change('settings', null, null, null, null,
      json_build_object('settings', json_build_object(setting, was)),
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
