-- The tables of ended mail, of what became of it and of the traces of runs become partitions of ranges of
-- ids (PART-01, PART-03), in four transactions, so that nobody who writes waits for the rows that are
-- there. First a bound well above every id, which new rows are held to and old rows are not yet.
set local lock_timeout = '200ms';

do $$
declare
  part record;
  highest bigint;
begin
  lock table send_log, send_feedback, tracking_hits, run_steps in access exclusive mode;
  for part in
    select * from (values ('send_log', 'id', 'sends'), ('send_feedback', 'send_id', 'sends'),
      ('tracking_hits', 'send_id', 'sends'), ('run_steps', 'run_id', 'runs')) t (name, key, numbers)
  loop
    execute format(
      'select greatest((select max(%I) from %I), (select last_value from %I), 0)',
      part.key, part.name, part.numbers || '_id_seq') into highest;
    -- At least as many ids as a partition has are free until the third transaction.
    execute format('alter table %I add constraint %I check (%I < %s) not valid',
      part.name, part.name || '_bound_check', part.key, (highest / 10000000 + 2) * 10000000);
  end loop;
end $$;
