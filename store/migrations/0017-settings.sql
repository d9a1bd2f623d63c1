-- What is set, by its dotted key; what is not has its default. As json, so that keys keep their order.
create table settings (
  key text primary key,
  value json not null,
  updated_at timestamptz not null
);

-- What a send window holds is scheduled for its next slot and says so in hold_reason: of sends with
-- status 0, only those have one. The index finds them for the queue, and where windows change.
create index sends_windowed on sends (due_at, id) where status = 0 and hold_reason is not null;
