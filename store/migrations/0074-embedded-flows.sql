-- Tokens that show one flow on a page of another site, and open nothing else (CON-25).

alter table api_tokens
  drop constraint api_tokens_scopes_check,
  add column flow_id bigint references flows on delete cascade,
  add column sites text[] not null default '{}',
  add constraint api_tokens_scopes_check check (
    scopes <@ array['events', 'read', 'draft', 'send', 'write', 'admin']
  ),
  add check (
    (flow_id is null and cardinality(scopes) > 0)
    or (flow_id is not null and cardinality(scopes) = 0 and expires_at is not null)
  );
create index api_tokens_flow_id_idx on api_tokens (flow_id) where flow_id is not null;

comment on column api_tokens.flow_id is
  'The flow that the token shows on pages of other sites; it then has no scope and opens nothing else.';
comment on column api_tokens.sites is 'Origins whose pages may show the flow; empty: all.';
