-- Mail that is not a broadcast's is claimed first, however much broadcast mail is due.
create index sends_due_at_id_urgent_idx on sends (due_at, id)
  where status = 'scheduled' and source_kind <> 'broadcast';
comment on index sends_due_at_id_urgent_idx is 'The claim of due sends that belong to no broadcast, which go first.';
