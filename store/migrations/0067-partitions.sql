-- Each table becomes the first partition of one with its name, columns and indexes; no row is read or
-- moved, and no index is made. The second partition has the ids that come next, the third all ids after
-- these, so that every id has a place (PART-02); upkeep divides the third before it is needed.
set local lock_timeout = '200ms';

lock table send_log, send_feedback, tracking_hits, run_steps in access exclusive mode;

-- A key of a partitioned table has to have the column of its ranges. Nothing looks feedback or steps of
-- runs up by their numbers.
alter table send_feedback drop constraint send_feedback_pkey;
alter table send_feedback
  add constraint send_feedback_pkey primary key using index send_feedback_send_id_kind_idx;
alter table run_steps drop constraint run_steps_pkey;
comment on column send_feedback.id is 'Puts the feedback of a mail in the order in which it came.';
comment on column run_steps.id is 'Puts the steps of a run in order. No key: one over run_id and id would have to be built while nobody writes.';

do $$
declare
  part record;
  own record;
  first text;
  bound bigint;
  options text;
  table_comment text;
  numbers text;
  next_number bigint;
  stride bigint;
  indexes text[];
  statement text;
begin
  for part in
    select * from (values ('send_log', 'id'), ('send_feedback', 'send_id'),
      ('tracking_hits', 'send_id'), ('run_steps', 'run_id')) t (name, key)
  loop
    first := part.name || '_p0';
    select substring(pg_get_constraintdef(oid) from '< ''?(\d+)')::bigint into strict bound
    from pg_constraint
    where conrelid = part.name::regclass and conname = part.name || '_bound_check';
    select ' with (' || array_to_string(reloptions, ', ') || ')' into options
    from pg_class where oid = part.name::regclass;
    table_comment := obj_description(part.name::regclass, 'pg_class');
    indexes := '{}';
    for own in
      select i.relname, x.indisprimary, pg_get_indexdef(i.oid) as definition,
        pg_get_constraintdef(k.oid) as key, obj_description(i.oid, 'pg_class') as comment
      from pg_index x join pg_class i on i.oid = x.indexrelid
      left join pg_constraint k on k.conindid = i.oid and k.conrelid = x.indrelid
      where x.indrelid = part.name::regclass
    loop
      indexes := indexes || case
        when own.key is null then own.definition
        else format('alter table %I add constraint %I %s', part.name, own.relname, own.key) end;
      if own.comment is not null then
        indexes := indexes || format('comment on index %I is %L', own.relname, own.comment);
        execute format('comment on index %I is null', own.relname);
      end if;
      execute format('alter index %I rename to %I', own.relname,
        first || substring(own.relname from length(part.name) + 1));
    end loop;
    -- Numbers continue where they are.
    numbers := case when part.name in ('send_feedback', 'run_steps') then part.name || '_id_seq' end;
    if numbers is not null then
      select seqincrement into strict stride from pg_sequence where seqrelid = numbers::regclass;
      next_number := nextval(numbers);
      execute format('alter table %I alter column id drop identity', part.name);
    end if;
    execute format('alter table %I rename to %I', part.name, first);
    execute format('create table %I (like %I including comments including constraints
      including defaults including storage) partition by range (%I)', part.name, first, part.key);
    execute format('alter table %I drop constraint %I', part.name, part.name || '_bound_check');
    execute format('comment on table %I is %L', part.name, table_comment);
    execute format('comment on table %I is null', first);
    if numbers is not null then
      execute format('alter table %I alter column id
        add generated always as identity (increment by %s)', part.name, stride);
      perform setval(numbers, next_number, false);
    end if;
    foreach statement in array indexes loop
      execute statement;
    end loop;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%s)',
      part.name, first, bound);
    execute format('alter table %I drop constraint %I', first, part.name || '_bound_check');
    execute format('create table %I partition of %I for values from (%s) to (%s)%s',
      part.name || '_p' || bound, part.name, bound, bound + 10000000, options);
    execute format('create table %I partition of %I for values from (%s) to (maxvalue)%s',
      part.name || '_p' || bound + 10000000, part.name, bound + 10000000, options);
  end loop;
end $$;
