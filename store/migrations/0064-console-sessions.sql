-- Sessions of people in a browser, and links that begin one (CON-14, CON-16, CON-17).

create table console_sessions (
  id bigint generated always as identity primary key,
  hash bytea not null constraint console_sessions_hash_key unique,
  token_id bigint references api_tokens on delete cascade,
  operator_mac bytea,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  check ((token_id is null) = (operator_mac is not null))
);
create index console_sessions_token_id_idx on console_sessions (token_id);
comment on table console_sessions is
  'Sessions of people who signed in to the console. Backups leave them out, and a restore ends them.';
comment on column console_sessions.id is 'Primary key.';
comment on column console_sessions.hash is 'SHA-256 of the secret, which the cookie has.';
comment on column console_sessions.token_id is
  'The token that signed in, with which the session ends; null for that of the environment.';
comment on column console_sessions.operator_mac is
  'MAC of the secret under the hash of the environment’s token, so that another token ends the session; null for a token of api_tokens.';
comment on column console_sessions.created_at is 'When the person signed in. All times of a session are of the machine, whatever the test clock says.';
comment on column console_sessions.last_used_at is 'When it was last used, to within minutes.';
comment on column console_sessions.expires_at is 'When it ends, however much it is used.';

create table sign_in_links (
  hash bytea primary key,
  token_id bigint references api_tokens on delete cascade,
  operator_mac bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((token_id is null) = (operator_mac is not null))
);
create index sign_in_links_token_id_idx on sign_in_links (token_id);
comment on table sign_in_links is
  'Links that sign in once. A row goes when its link is used. Backups leave them out, and a restore removes them.';
comment on column sign_in_links.hash is 'SHA-256 of the code in the link.';
comment on column sign_in_links.token_id is
  'The token that the link signs in; null for that of the environment.';
comment on column sign_in_links.operator_mac is
  'As in console_sessions, of the code in the link.';
comment on column sign_in_links.created_at is 'When the link was made, by the clock of the machine.';
comment on column sign_in_links.expires_at is 'When it stops working, by the clock of the machine.';
