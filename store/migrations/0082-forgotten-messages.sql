-- What messages said is kept as long as the contents of other mail, and then it is known to be gone: a
-- message without its data is not sent again.

alter table messages add column forgotten_at timestamptz;
comment on column messages.forgotten_at is 'When data, words and compile were taken away; null while they are kept.';
create index messages_created_at_idx on messages (created_at) where forgotten_at is null;
comment on index messages_created_at_idx is 'The next messages whose content is no longer to be kept.';
