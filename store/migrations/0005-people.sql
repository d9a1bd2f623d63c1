-- Addresses compare byte by byte, so that one index serves equality and beginnings; the same for names.
alter table people alter column email type text collate "C";
create index people_first_name on people ((lower(first_name)) collate "C")
  where first_name is not null;
create index people_last_name on people ((lower(last_name)) collate "C") where last_name is not null;
create unique index people_external_id on people (external_id) where external_id is not null;

-- Addresses of people who were erased, as HMAC-SHA-256 under the key of this instance.
create table suppressions (
  hash bytea primary key,
  created_at timestamptz not null
);

-- What operators write about a person; it never starts anything (EVENT-23).
create table notes (
  id bigint generated always as identity primary key,
  person_id bigint not null references people (id) on delete cascade,
  body text not null,
  author text not null,
  created_at timestamptz not null
);
create index notes_person on notes (person_id, created_at, id);

-- An ended send outlives its person, without saying whose it was.
alter table send_log alter column person_id drop not null;

-- Whether any person ever had a value of the field: its type then stays.
alter table fields add column used boolean not null default true;
alter table fields alter column used set default false;
