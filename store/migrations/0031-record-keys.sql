-- Emails, layouts and sequences are known by a key too: unlike an id it is the same on every instance to
-- which definition files are pushed. Those that are there get one made of what people call them, as the
-- service makes it; a second one of the same name has its id behind it.

create function pg_temp.key_of(said text) returns text language sql immutable as $$
  select regexp_replace(left(regexp_replace(regexp_replace(
    lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]', '', 'g')),
    '[^a-z0-9]+', '-', 'g'), '^-|-$', '', 'g'), 60), '-$', '')
$$;

create function pg_temp.give_keys(of_table text, noun text) returns void language plpgsql as $$
declare
  one record;
  free text;
  taken boolean;
begin
  -- Who alone has a name, or has it first, has it as key. A key is never a number.
  execute format($sql$
    update %1$I set key = made.key from (
      select id, case when base ~ '^[0-9]+$' then %2$L || '-' || base else base end as key,
        row_number() over (
          partition by case when base ~ '^[0-9]+$' then %2$L || '-' || base else base end
          order by id) as place
      from (select id, pg_temp.key_of(name) as base from %1$I) named
    ) made
    where made.id = %1$I.id and made.place = 1 and made.key <> ''$sql$, of_table, noun);
  execute format('create unique index record_key_idx on %I (key)', of_table);
  for one in execute format('select id, pg_temp.key_of(name) as base from %I where key is null order by id', of_table)
  loop
    free := coalesce(nullif(one.base, ''), noun) || '-' || one.id;
    loop
      execute format('select exists (select from %I where key = $1)', of_table) into taken using free;
      exit when not taken;
      free := free || '-2';
    end loop;
    execute format('update %I set key = $1 where id = $2', of_table) using free, one.id;
  end loop;
  drop index record_key_idx;
end
$$;

alter table emails add column key text;
alter table layouts add column key text;
alter table sequences add column key text;

select pg_temp.give_keys('emails', 'email');
select pg_temp.give_keys('layouts', 'layout');
select pg_temp.give_keys('sequences', 'sequence');

alter table emails alter column key set not null;
alter table layouts alter column key set not null;
alter table sequences alter column key set not null;

create unique index emails_key_idx on emails (key collate "C");
create unique index layouts_key_idx on layouts (key collate "C");
create unique index sequences_key_idx on sequences (key collate "C");

comment on column emails.key is
  'What definition files and flows of every instance know the email by; made from the title, it never changes.';
comment on column layouts.key is
  'What definition files of every instance know the layout by; made from the name, it never changes.';
comment on column sequences.key is
  'What definition files and flows of every instance know the sequence by; made from the name, it never changes.';
comment on index emails_key_idx is 'Two emails have never the same key; also finds keys that begin alike.';
comment on index layouts_key_idx is 'Two layouts have never the same key; also finds keys that begin alike.';
comment on index sequences_key_idx is
  'Two sequences have never the same key; also finds keys that begin alike.';
