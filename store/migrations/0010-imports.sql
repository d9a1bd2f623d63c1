-- Files of people. What has arrived is kept in chunks until each is written, whose row is locked
-- meanwhile; the row of the import is not, so that several can be written side by side.
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
  reason text,
  -- When the process that receives was last heard of; an upload that fell silent has broken off.
  heard_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null,
  finished_at timestamptz
);
create index imports_open on imports (id) where status in ('receiving', 'working');

create table import_chunks (
  import_id bigint not null references imports on delete cascade,
  number integer not null,
  -- JSON text: it is read whole by the service, and never by the database. Null once written.
  rows text,
  -- Has somebody whom an earlier chunk has too, and so waits until those are written.
  ordered boolean not null,
  -- What became of the rows; folded into the import when it ends.
  created integer not null default 0,
  updated integer not null default 0,
  repeated integer not null default 0,
  invalid integer not null default 0,
  primary key (import_id, number)
);
create index import_chunks_waiting on import_chunks (import_id, number) where rows is not null;

create table import_errors (
  import_id bigint not null references imports on delete cascade,
  row bigint not null,
  column_name text,
  message text not null,
  excerpt text not null,
  primary key (import_id, row)
);
