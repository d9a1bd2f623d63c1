-- Pieces of markup that emails, layouts and other components name by key in a tag.
create table components (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  html text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
