-- Unsubscribes by links in mail, each with the email and the send that led there; send_id is null
-- for mail that was never queued. A later resubscribe leaves them.
create table unsubscribes (
  id bigint generated always as identity primary key,
  person_id bigint references people on delete set null,
  email_id bigint not null,
  send_id bigint,
  at timestamptz not null
);
create index unsubscribes_email on unsubscribes (email_id, at);
create index unsubscribes_send on unsubscribes (send_id);
create index unsubscribes_person on unsubscribes (person_id);

-- Hashes of the keys that have signed links in mail, so that one that is lost is noticed.
create table key_fingerprints (
  fingerprint bytea primary key,
  first_used_at timestamptz not null
);
insert into key_fingerprints (fingerprint, first_used_at)
select sha256(convert_to(E'postroad/key-fingerprint/1\n', 'UTF8') || secret_key), created_at
from instance where secret_key is not null;
