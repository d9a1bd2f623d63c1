-- When somebody last looked for renewals to remind of.
alter table instance add column renewals_scanned_at timestamptz not null default now();

-- What the mail provider is still to be told of people who opted out, or in again.
-- status: 0 to be told, 1 given up.
create table opt_outs (
  person_id bigint primary key references people on delete cascade,
  -- Whether the provider is to hold mail to the person's address back.
  held boolean not null,
  -- New with every change, so that what was told before counts for nothing newer.
  change uuid not null default gen_random_uuid(),
  status smallint not null default 0 check (status in (0, 1)),
  attempts smallint not null default 0,
  due_at timestamptz not null,
  last_error text,
  created_at timestamptz not null
);
create index opt_outs_due on opt_outs (due_at, person_id) where status = 0;
