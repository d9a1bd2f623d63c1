-- Due mail of broadcasts is found and counted without reading the mail of flows beside it. What asks for
-- scheduled mail of any source reads the index by status and due time.
create index sends_due_at_id_broadcast_idx on sends (due_at, id)
  where status = 'scheduled' and source_kind = 'broadcast';
comment on index sends_due_at_id_broadcast_idx is 'The claim of due sends of broadcasts, which go last.';
drop index sends_due_at_id_scheduled_idx;
