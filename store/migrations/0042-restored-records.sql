-- A deleted record that a revert brings back gets its former id and key, and a revision that continues from
-- its last one (HIST-10, HIST-12). The transaction leaves them in "postroad.restored" for its next insert.

create function restore_record() returns trigger language plpgsql as $$
declare
  restored json := current_setting('postroad.restored')::json;
begin
  if restored ->> 'table' <> tg_table_name then return new; end if;
  perform set_config('postroad.restored', '', true);
  return json_populate_record(new, restored -> 'columns');
end
$$;
comment on function restore_record() is 'Gives a record that is brought back the columns that it had, its id among them.';

create trigger themes_restored before insert on themes
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger products_restored before insert on products
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger layouts_restored before insert on layouts
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger components_restored before insert on components
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger emails_restored before insert on emails
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger sequences_restored before insert on sequences
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger sequence_steps_restored before insert on sequence_steps
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger flows_restored before insert on flows
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger broadcasts_restored before insert on broadcasts
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger segments_restored before insert on segments
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger guards_restored before insert on guards
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
create trigger fields_restored before insert on fields
  for each row when (current_setting('postroad.restored', true) <> '') execute function restore_record();
