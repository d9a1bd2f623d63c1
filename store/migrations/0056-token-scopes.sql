-- Scopes, an end, addresses and the maker of each token (TOK-01 to TOK-08). Tokens that are there
-- already keep what they could do: those that could write could do everything.

alter table api_tokens add column scopes text[];
update api_tokens set scopes = case scope when 'write' then array['admin'] else array[scope] end;
alter table api_tokens
  alter column scopes set not null,
  add constraint api_tokens_scopes_check check (
    cardinality(scopes) > 0 and scopes <@ array['events', 'read', 'draft', 'send', 'write', 'admin']
  ),
  drop column scope,
  add column legacy boolean not null default false,
  add column created_by_kind text check (created_by_kind in ('environment', 'token', 'local')),
  add column created_by_name text,
  add column parent_id bigint references api_tokens,
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column allowed_ips text[] not null default '{}';
update api_tokens set legacy = true;
create index api_tokens_parent_id_idx on api_tokens (parent_id) where parent_id is not null;

comment on column api_tokens.scopes is
  'What the token may do: events records events and upserts people; draft also reads; write implies all but admin.';
comment on column api_tokens.legacy is
  'Whether the token was made before these scopes; it then may do what it could when it was made.';
comment on column api_tokens.created_by_kind is
  'Who made the token: API_TOKEN, a token, or the command line on the database itself; null if it is not known.';
comment on column api_tokens.created_by_name is 'Name of the token that made it.';
comment on column api_tokens.parent_id is 'The token that made it, and with which it is revoked.';
comment on column api_tokens.expires_at is 'When the token stops being valid; null: never.';
comment on column api_tokens.last_used_at is 'When it was last used, to within seconds; null: never.';
comment on column api_tokens.allowed_ips is 'IP addresses and ranges (CIDR) from which it is valid; empty: all.';
