-- The feed is read from its end by time, whoever and whatever it is about.
create index events_occurred on events (occurred_at);

-- When each value was told, by column: milliseconds since 1970. An event that happened earlier and
-- arrives later does not replace what a later one said.
alter table subscriptions add column as_of jsonb not null default '{}';
