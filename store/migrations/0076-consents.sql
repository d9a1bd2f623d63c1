-- The ledger of consent (CONS-01 to CONS-03): what people agreed to and withdrew, when, and by which
-- words. Entries are only ever added, which the database holds; an erasure takes out whom they are of.
create table consents (
  id bigint generated always as identity primary key,
  person_id bigint references people,
  address_hash bytea,
  kind text collate "C" not null check (kind in ('given', 'confirmed', 'withdrawn', 'imported')),
  purpose text not null,
  wording text,
  source text,
  form_key text,
  send_id bigint,
  ip text,
  user_agent text,
  happened_at timestamptz not null,
  check (case when person_id is null
    then address_hash is not null
      and num_nonnulls(wording, source, form_key, send_id, ip, user_agent) = 0
    else address_hash is null and source is not null end)
);
create index consents_person_id_id_idx on consents (person_id, id) where person_id is not null;
create index consents_address_hash_idx on consents (address_hash) where address_hash is not null;

comment on table consents is 'The ledger of consent: what people agreed to and withdrew. Entries are only added; an erasure leaves kind, purpose and time under the hash of the address.';
comment on column consents.id is 'Primary key; entries of a person in the order in which they were recorded.';
comment on column consents.person_id is 'The person; null once erased.';
comment on column consents.address_hash is 'Of the address of an erased person, as in suppressions; null before.';
comment on column consents.kind is 'given: they said yes; confirmed: by a link that was mailed to them; withdrawn: they said no; imported: another system says that they said yes.';
comment on column consents.purpose is 'What for: marketing is all mail that can be unsubscribed from, and each preference toggle has its id.';
comment on column consents.wording is 'The words that the person saw; null where none are known, and once erased.';
comment on column consents.source is 'Where it was said; null once erased.';
comment on column consents.form_key is 'The form in which it was said; null for other sources, and once erased. The entry outlives the form.';
comment on column consents.send_id is 'The mail whose link led there; null where none did, and once erased. No foreign key: it may be in sends or in send_log.';
comment on column consents.ip is 'The address that the request came from, or its HMAC, by the setting privacy.store_ip; null where that is off, and once erased.';
comment on column consents.user_agent is 'The User-Agent of the request; null as for ip.';
comment on column consents.happened_at is 'When it was said; of an import or a record of another system, as that says.';
comment on index consents_address_hash_idx is 'What was said by somebody who was erased, for who has the address.';

-- Whoever wants the ledger to say something else meets the database first.
create function keep_consents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.person_id is not null and new.person_id is null and new.address_hash is not null
      and (new.id, new.kind, new.purpose, new.happened_at)
        = (old.id, old.kind, old.purpose, old.happened_at)
    then return new; end if;
  end if;
  raise exception 'Entries of consents are only added; an erasure alone takes out whom they are of.'
    using errcode = 'restrict_violation';
end
$$;
create trigger consents_kept before update or delete on consents
  for each row execute function keep_consents();
create trigger consents_not_emptied before truncate on consents
  for each statement execute function keep_consents();
