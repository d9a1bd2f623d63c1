-- Who is passed over when an email comes due (contract §2, Guard).
create table guards (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  -- json, not jsonb: the order of keys is part of the canonical form.
  condition json not null,
  -- Of the emails it acts on; none means every email.
  labels text[] not null default '{}',
  enabled boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Rises with every change of a guard; processes reload theirs when it moved.
alter table instance add column guards_version bigint not null default 0;
