-- Mail was counted by whole minutes, so the mails of the last minute were none at the beginning of each. It is counted by five
-- seconds; the names stay, since processes of the version before write to them during an upgrade.

comment on table sent_minutes is 'Mails accepted in the last hours, by five seconds. Processes add to it every second.';
comment on column sent_minutes.minute_at is 'The beginning of the five seconds.';
