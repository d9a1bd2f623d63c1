-- Applications that people connect to MCP by OAuth, and what they were allowed (OAUTH-01).

create table oauth_clients (
  id bigint generated always as identity primary key,
  client_id text not null constraint oauth_clients_client_id_key unique,
  kind text not null check (kind in ('registered', 'document')),
  name text not null,
  uri text,
  redirect_uris text[] not null,
  auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  secret_hash bytea,
  created_at timestamptz not null,
  consented_at timestamptz,
  fresh_until_at timestamptz,
  check ((auth_method = 'none') = (secret_hash is null) and (kind = 'document') = (fresh_until_at is not null))
);
create index oauth_clients_created_at_idx on oauth_clients (created_at) where consented_at is null;
comment on table oauth_clients is
  'Applications that may ask people for access. Those that nobody consented to are removed after some days.';
comment on column oauth_clients.id is 'Primary key.';
comment on column oauth_clients.client_id is 'Its name in the protocol: made here, or the address of its metadata document.';
comment on column oauth_clients.kind is 'registered: it registered itself; document: it has a metadata document.';
comment on column oauth_clients.name is 'What it calls itself; nobody has checked that.';
comment on column oauth_clients.uri is 'Its site, as it says; null where it names none.';
comment on column oauth_clients.redirect_uris is 'Addresses to which people may be sent back with an answer.';
comment on column oauth_clients.auth_method is 'How it proves who it is when it asks for tokens.';
comment on column oauth_clients.secret_hash is 'SHA-256 of its secret; null where it has none.';
comment on column oauth_clients.created_at is 'When it was first seen. All times of OAuth are of the machine, whatever the test clock says.';
comment on column oauth_clients.consented_at is 'When somebody last consented to it; null: nobody has.';
comment on column oauth_clients.fresh_until_at is 'When its metadata document is read again; null where it registered itself.';

create table oauth_codes (
  hash bytea primary key,
  client_id bigint not null references oauth_clients on delete cascade,
  parent_id bigint references api_tokens on delete cascade,
  granted_by_kind text not null check (granted_by_kind in ('environment', 'token', 'local')),
  granted_by_name text not null,
  name text not null,
  scopes text[] not null,
  redirect_uri text not null,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  token_id bigint references api_tokens on delete cascade
);
create index oauth_codes_client_id_idx on oauth_codes (client_id);
create index oauth_codes_parent_id_idx on oauth_codes (parent_id);
create index oauth_codes_token_id_idx on oauth_codes (token_id);
create index oauth_codes_expires_at_idx on oauth_codes (expires_at);
comment on table oauth_codes is
  'Consents that an application exchanges for a token, once and at once. Backups leave them out.';
comment on column oauth_codes.hash is 'SHA-256 of the code.';
comment on column oauth_codes.client_id is 'The application to which a person consented.';
comment on column oauth_codes.parent_id is 'The token of that person, with which that of the application ends; null for that of the environment.';
comment on column oauth_codes.granted_by_kind is 'Which kind of token the person has.';
comment on column oauth_codes.granted_by_name is 'The name of that token.';
comment on column oauth_codes.name is 'What the person calls the token of the application.';
comment on column oauth_codes.scopes is 'What the person allowed.';
comment on column oauth_codes.redirect_uri is 'Where the code was sent.';
comment on column oauth_codes.challenge is 'SHA-256 of a secret of the application, which it shows to exchange the code (RFC 7636).';
comment on column oauth_codes.created_at is 'When the person consented.';
comment on column oauth_codes.expires_at is 'When the code stops working.';
comment on column oauth_codes.token_id is 'The token that it was exchanged for, which a second use revokes; null: not yet.';

create table oauth_grants (
  token_id bigint primary key references api_tokens on delete cascade,
  client_id bigint not null references oauth_clients on delete cascade,
  family_hash bytea not null constraint oauth_grants_family_hash_key unique,
  refresh_hash bytea not null,
  refresh_expires_at timestamptz not null,
  refreshed_at timestamptz not null
);
create index oauth_grants_client_id_idx on oauth_grants (client_id);
comment on table oauth_grants is 'Tokens of applications, which they renew.';
comment on column oauth_grants.token_id is 'The token; its secret is another one after each renewal.';
comment on column oauth_grants.client_id is 'The application that has it.';
comment on column oauth_grants.family_hash is
  'SHA-256 of the part that all renewal secrets of the token share: an old one is known by it.';
comment on column oauth_grants.refresh_hash is 'SHA-256 of the one that is good.';
comment on column oauth_grants.refresh_expires_at is 'When it stops working if it is not used.';
comment on column oauth_grants.refreshed_at is 'When it was made.';
