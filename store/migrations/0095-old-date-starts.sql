-- Dates for which a trigger fired long ago are forgotten; by this index they are found.

create index date_starts_started_at_idx on date_starts (started_at);
