-- Files of people. What has arrived is kept in chunks until each is written; the row of the import
-- is locked meanwhile, so that its rows are written in their order whoever writes them.
create table imports (
  id bigint generated always as identity primary key,
  status text not null default 'receiving'
    check (status in ('receiving', 'working', 'done', 'failed', 'canceled')),
  format text not null,
  trigger boolean not null,
  tags text[] not null,
  columns jsonb not null default '[]',
  new_fields jsonb not null default '[]',
  rows bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  repeated bigint not null default 0,
  invalid bigint not null default 0,
  errors_kept integer not null default 0,
  reason text,
  -- When the process that receives was last heard of; an upload that fell silent has broken off.
  heard_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index imports_open on imports (id) where status in ('receiving', 'working');

-- JSON text: it is read whole by the service, and never by the database.
create table import_chunks (
  import_id bigint not null references imports on delete cascade,
  number integer not null,
  rows text not null,
  primary key (import_id, number)
);

create table import_errors (
  import_id bigint not null references imports on delete cascade,
  row bigint not null,
  column_name text,
  message text not null,
  excerpt text not null,
  primary key (import_id, row)
);
