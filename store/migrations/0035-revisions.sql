-- Every authored record counts its changes in "revision", so that a writer can say which one it has seen
-- (REV-01). The database counts, so that no writer can forget it. Each trigger lists the columns that
-- nobody authors; a column that is added later counts until a migration lists it here.

create function authored_columns(record json, others text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(member.key, member.value::text), '{}')
  from json_each(record) member where member.key <> all (others)
$$;
comment on function authored_columns(json, text[]) is 'The members of a row but for those listed, each as its text, so that two versions of a row can be compared.';

create function check_expected_revision(record text, present bigint) returns void language plpgsql as $$
declare
  expected text := current_setting('postroad.expected_revision', true);
begin
  if expected is null or not starts_with(expected, record || ' ') then return; end if;
  if expected <> record || ' ' || present then
    raise exception 'The record was changed by another transaction.' using errcode = 'serialization_failure';
  end if;
  perform set_config('postroad.expected_revision', '', true);
end
$$;
comment on function check_expected_revision(text, bigint) is 'Ends a transaction that changes a record of which its caller has seen another revision; done again, it finds the new one. Looked at for the first change of the record only.';

create function grow_revision() returns trigger language plpgsql as $$
declare
  others text[] := array['revision', 'created_at', 'updated_at'] || tg_argv;
  expected text := current_setting('postroad.expected_revision', true);
begin
  if tg_op = 'UPDATE' and new.revision = old.revision
    and authored_columns(row_to_json(old), others) = authored_columns(row_to_json(new), others) then
    return new;
  end if;
  if starts_with(expected, tg_table_name || ' ') then
    perform check_expected_revision(
      tg_table_name || ' ' || coalesce(to_jsonb(old) ->> 'id', to_jsonb(old) ->> 'key', ''), old.revision);
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.revision := old.revision + 1;
  return new;
end
$$;
comment on function grow_revision() is 'Counts a change of an authored record. Its arguments are columns that are not authored.';

create function grow_settings_revision() returns trigger language plpgsql as $$
declare
  present bigint;
begin
  if tg_op = 'UPDATE' then
    if new.value::text = old.value::text then return null; end if;
  end if;
  update profile set settings_revision = settings_revision + 1 returning settings_revision - 1 into present;
  perform check_expected_revision('settings', present);
  return null;
end
$$;
comment on function grow_settings_revision() is 'Counts a change of a setting in the profile.';

create function grow_sequence_revision() returns trigger language plpgsql as $$
declare
  others text[] := array['created_at', 'updated_at', 'later_step_ids'];
begin
  if tg_op = 'INSERT' then
    update sequences set revision = revision + 1
    where id in (select sequence_id from new_steps);
  elsif tg_op = 'DELETE' then
    update sequences set revision = revision + 1
    where id in (select sequence_id from old_steps);
  else
    update sequences set revision = revision + 1
    where id in (
      select n.sequence_id from new_steps n join old_steps o on o.id = n.id
      where authored_columns(row_to_json(n), others) <> authored_columns(row_to_json(o), others));
  end if;
  return null;
end
$$;
comment on function grow_sequence_revision() is 'Counts a change of steps as a change of their sequence.';

alter table themes add revision bigint not null default 1;
alter table products add revision bigint not null default 1;
alter table layouts add revision bigint not null default 1;
alter table components add revision bigint not null default 1;
alter table emails add revision bigint not null default 1;
alter table sequences add revision bigint not null default 1;
alter table flows add revision bigint not null default 1;
alter table broadcasts add revision bigint not null default 1;
alter table segments add revision bigint not null default 1;
alter table guards add revision bigint not null default 1;
alter table fields add revision bigint not null default 1;
alter table profile add revision bigint not null default 1;
alter table profile add settings_revision bigint not null default 1;

comment on column themes.revision is 'Counts the changes of the theme.';
comment on column products.revision is 'Counts the changes of the product.';
comment on column layouts.revision is 'Counts the changes of the layout.';
comment on column components.revision is 'Counts the changes of the component.';
comment on column emails.revision is 'Counts the changes of the email.';
comment on column sequences.revision is 'Counts the changes of the sequence and its steps.';
comment on column flows.revision is 'Counts the changes of the flow.';
comment on column broadcasts.revision is 'Counts the changes of the broadcast, its status among them.';
comment on column segments.revision is 'Counts the changes of the segment.';
comment on column guards.revision is 'Counts the changes of the guard.';
comment on column fields.revision is 'Counts the changes of the field.';
comment on column profile.revision is 'Counts the changes of the profile.';
comment on column profile.settings_revision is 'Counts the changes of settings.';

create trigger themes_revision before update or delete on themes
  for each row execute function grow_revision();
create trigger products_revision before update or delete on products
  for each row execute function grow_revision();
create trigger layouts_revision before update or delete on layouts
  for each row execute function grow_revision();
create trigger components_revision before update or delete on components
  for each row execute function grow_revision();
create trigger emails_revision before update or delete on emails
  for each row execute function grow_revision('name', 'is_blank');
create trigger sequences_revision before update or delete on sequences
  for each row execute function grow_revision();
create trigger flows_revision before update or delete on flows
  for each row execute function grow_revision('version');
create trigger broadcasts_revision before update or delete on broadcasts
  for each row execute function grow_revision('started_at', 'finished_at', 'effective_emails_per_hour',
    'last_queued_person_id', 'final_person_id', 'next_due_at', 'recipients', 'queue_cleanup_pending');
create trigger segments_revision before update or delete on segments
  for each row execute function grow_revision();
create trigger guards_revision before update or delete on guards
  for each row execute function grow_revision();
create trigger fields_revision before update or delete on fields
  for each row execute function grow_revision('used');
create trigger profile_revision before update on profile
  for each row execute function grow_revision('settings_revision');
create trigger settings_revision after insert or update or delete on settings
  for each row execute function grow_settings_revision();
create trigger sequence_steps_inserted after insert on sequence_steps
  referencing new table as new_steps for each statement execute function grow_sequence_revision();
create trigger sequence_steps_updated after update on sequence_steps
  referencing old table as old_steps new table as new_steps
  for each statement execute function grow_sequence_revision();
create trigger sequence_steps_deleted after delete on sequence_steps
  referencing old table as old_steps for each statement execute function grow_sequence_revision();
