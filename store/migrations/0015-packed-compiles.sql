-- Compiles are packed by the service; those there are stay readable as the JSON they are.
alter table email_compiles
  alter column compiled type bytea using convert_to(compiled::text, 'UTF8');
-- What is packed already is not to be compressed once more.
alter table email_compiles alter column compiled set storage external;
