-- The search by any part of an address or a name (FIND-01). What it searches has a table of its own: an
-- index on people would take a new entry for each change of a field or a tag, which are far more frequent.

create function search_fold(value text) returns text language plpgsql immutable parallel safe strict as $$
begin
  if octet_length(value) = length(value) then return lower(value collate "C"); end if;
  return replace(
    translate(
      lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g') collate "C"),
      'ÆÐØÞĐĦŁŊŒŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜ'
      'ΝΞΟΠΡΣΤΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲ'
      'ѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸ'
      'ԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖẞς',
      'æðøþđħłŋœŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμ'
      'νξοπρστυφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳ'
      'ѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէը'
      'թժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆßσ'),
    'ß', 'ss');
end
$$;
comment on function search_fold(text) is 'A text as the search compares it: without case, accents and compatibility forms, in the same way in every locale of a database.';

create function decode_label(label text) returns text language plpgsql immutable parallel safe strict as $$
declare
  digits constant text := 'abcdefghijklmnopqrstuvwxyz0123456789';
  dash int := length(label) - position('-' in reverse(label)) + 1;
  coded text := label;
  decoded text := '';
  code bigint := 128;
  place bigint := 0;
  bias bigint := 72;
  at int := 1;
  old_place bigint;
  weight bigint;
  threshold bigint;
  digit bigint;
  k bigint;
begin
  if position('-' in label) > 0 then
    decoded := left(label, dash - 1);
    coded := substr(label, dash + 1);
  end if;
  while at <= length(coded) loop
    old_place := place;
    weight := 1;
    k := 36;
    loop
      digit := position(substr(coded, at, 1) in digits) - 1;
      if at > length(coded) or digit < 0 or place > 2147483647 then return 'xn--' || label; end if;
      at := at + 1;
      place := place + digit * weight;
      threshold := greatest(1, least(26, k - bias));
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      k := k + 36;
    end loop;
    digit := (place - old_place) / case when old_place = 0 then 700 else 2 end;
    digit := digit + digit / (length(decoded) + 1);
    k := 0;
    while digit > 455 loop
      digit := digit / 35;
      k := k + 36;
    end loop;
    bias := k + 36 * digit / (digit + 38);
    code := code + place / (length(decoded) + 1);
    place := place % (length(decoded) + 1);
    if code > 1114111 or code between 55296 and 57343 then return 'xn--' || label; end if;
    decoded := left(decoded, place::int) || chr(code::int) || substr(decoded, place::int + 1);
    place := place + 1;
  end loop;
  return decoded;
end
$$;
comment on function decode_label(text) is 'The letters of a label of a domain name, given what follows its xn-- (RFC 3492); the label itself where it is none.';

create function decode_labels(value text) returns text language plpgsql immutable parallel safe strict as $$
declare
  decoded text := value;
  label text;
begin
  for label in select distinct parts[1] from regexp_matches(value, 'xn--([a-z0-9-]+)', 'g') parts loop
    decoded := replace(decoded, 'xn--' || label, decode_label(label));
  end loop;
  return decoded;
end
$$;
comment on function decode_labels(text) is 'A folded text with the letters that its xn-- labels mean.';

create function search_forms(value text) returns text[] language plpgsql immutable parallel safe strict as $$
declare
  form text := search_fold(value);
begin
  if position('xn--' in form) = 0 then return array[form]; end if;
  return array[form, search_fold(decode_labels(form))];
end
$$;
comment on function search_forms(text) is 'The forms of a text under which the search knows it: folded, and with the letters of its xn-- labels.';

create function search_terms(email text, first_name text, last_name text) returns text
language plpgsql immutable parallel safe as $$
declare
  name text := coalesce(first_name || ' ', '') || coalesce(last_name, '');
begin
  if position('xn--' in email) = 0 then return search_fold(email || chr(10) || name); end if;
  return array_to_string(search_forms(email), chr(10)) || chr(10) || search_fold(name);
end
$$;
comment on function search_terms(text, text, text) is 'What the search compares of a person, a line for each form.';

create function search_grams(terms text) returns text[] language plpgsql immutable parallel safe strict as $$
declare
  grams text[] := '{}';
begin
  for place in 1 .. length(terms) - 2 loop
    grams[place] := substr(terms, place, 3);
  end loop;
  if octet_length(terms) > length(terms) then
    grams := grams || array(
      select substr(terms, at, size)
      from generate_series(1, length(terms)) as at, generate_series(1, 2) as size
      where substr(terms, at, size) ~ ('^[\u2e80-\ud7ff]{' || size || '}$'));
  end if;
  return grams;
end
$$;
comment on function search_grams(text) is 'Every three characters that follow each other, and of scripts whose names have one or two signs those too.';

create table people_search (
  person_id bigint primary key references people on delete cascade,
  terms text collate "C" not null
);
comment on table people_search is 'What the search compares of each person. Triggers of people write it where an address or a name changes.';
comment on column people_search.person_id is 'The person.';
comment on column people_search.terms is 'The address and the name, folded, as search_terms makes them.';

insert into people_search (person_id, terms)
select id, search_terms(email, first_name, last_name) from people;
set local maintenance_work_mem = '256MB';
create index people_search_search_grams_terms_idx on people_search using gin (search_grams(terms));

create function index_new_people() returns trigger language plpgsql as $$
begin
  insert into people_search (person_id, terms)
  select id, search_terms(email, first_name, last_name) from made;
  return null;
end
$$;
comment on function index_new_people() is 'Lets the search find the people of an insert.';
create trigger people_search_insert after insert on people referencing new table as made
  for each statement execute function index_new_people();

create function index_renamed_person() returns trigger language plpgsql as $$
begin
  update people_search set terms = search_terms(new.email, new.first_name, new.last_name)
  where person_id = new.id;
  return null;
end
$$;
comment on function index_renamed_person() is 'Lets the search find a person under another address or name.';
create trigger people_search_update after update on people for each row
  when (old.email is distinct from new.email or old.first_name is distinct from new.first_name
    or old.last_name is distinct from new.last_name)
  execute function index_renamed_person();

-- The search has taken their place.
drop index people_lower_first_name_idx;
drop index people_lower_last_name_idx;

-- Filters and orders of the list (FIND-02). Few people are suppressed, so these are small.
create index people_id_unsubscribed_idx on people (id) where unsubscribed_at is not null;
create index people_id_hard_bounced_idx on people (id) where hard_bounced_at is not null;
create index people_id_complained_idx on people (id) where complained_at is not null;
create index people_created_at_id_idx on people (created_at, id);
