-- Tests of a flow belong to it as its steps do: they are written, counted, kept in the history and deleted with it
-- (FTEST-01).

alter table flows add column tests json not null default '{}';
comment on column flows.tests is 'Flow tests by name: who enters, which events happen, and what has to become of it.';
