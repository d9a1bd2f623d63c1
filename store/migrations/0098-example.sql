-- The example company, while it is in the account: which records it has and what it set (TOUR-01).

create table example (
  only_row boolean primary key default true check (only_row),
  loaded_at timestamptz not null,
  id_ranges jsonb not null,
  field_keys text[] not null,
  settings jsonb not null
);
comment on table example is
  'The example company, while it is in the account. At most one row; loading it writes the row, removing it deletes it.';
comment on column example.only_row is 'Always true; it keeps the table to one row.';
comment on column example.loaded_at is 'When it was loaded.';
comment on column example.id_ranges is 'By table, the first and the last id of its records; nothing else has an id between them.';
comment on column example.field_keys is 'The keys of its fields, which have no ids.';
comment on column example.settings is 'The values that it gave to settings which had their defaults, by key.';

-- The ledger of consent is kept for real people; those of the example go with it.
create or replace function keep_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.person_id is not null and new.person_id is null and new.address_hash is not null
      and (new.id, new.kind, new.purpose, new.happened_at)
        = (old.id, old.kind, old.purpose, old.happened_at)
    then return new; end if;
  end if;
  if tg_op = 'DELETE' then
    if exists (select from example where old.person_id between
      (id_ranges #>> '{people,0}')::bigint and (id_ranges #>> '{people,1}')::bigint)
    then return old; end if;
  end if;
  raise exception 'Entries of consents are only added; an erasure alone takes out whom they are of.'
    using errcode = 'restrict_violation';
end
$$;
