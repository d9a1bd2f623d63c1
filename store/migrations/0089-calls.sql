-- Calls of flows: which step waits for which delivery, and which flows name an endpoint (HOOK-15, HOOK-16).

alter table webhook_deliveries add column step_id integer;
comment on column webhook_deliveries.step_id is 'The step at which the run waits; null where none does. No foreign key: steps of flows have no rows.';
alter table record_references drop constraint record_references_kind_check;
alter table record_references add constraint record_references_kind_check check (kind in
  ('email', 'sequence', 'field', 'product', 'segment', 'flow', 'tunable', 'webhook_endpoint'));
