-- Emails whose mail takes too long to make (SEC-15). The next compile of the email ends it.

alter table email_compiles add column quarantined_at timestamptz;

comment on column email_compiles.quarantined_at is
  'When a process found that mail of this compile takes too long to make; it is then made apart from other work. Null: it does not.';
