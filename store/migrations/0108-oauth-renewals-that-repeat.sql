-- Two calls of an agent that renew at once get the same tokens: the second is no copy of the secret.

alter table oauth_grants
  add column previous_hash bytea,
  add column salt bytea,
  add check ((previous_hash is null) = (salt is null));
comment on column oauth_grants.previous_hash is
  'SHA-256 of the one before it, which gets the same tokens again for some seconds; null before the first renewal.';
comment on column oauth_grants.salt is
  'With that one, which is not stored, it gives the secrets of the last renewal.';
