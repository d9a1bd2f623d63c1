-- Emails whose compile is older than what it is made of, until they are compiled again.
create sequence compile_marks;
create table stale_compiles (
  email_id bigint primary key references emails on delete cascade,
  -- Drawn by the save that made it stale; a compile counts only under the mark it was begun with.
  mark bigint not null,
  -- A process has it in hand until then, by the database's clock.
  claimed_until timestamptz,
  -- Why it no longer compiles; not tried again before something it is made of is saved.
  error text
);

-- The last save of a theme, layout or component that made more emails stale than it compiled.
create table recompiles (
  subject text not null check (subject in ('theme', 'layout', 'component')),
  subject_id bigint not null,
  mark bigint not null,
  total bigint not null,
  primary key (subject, subject_id)
);
